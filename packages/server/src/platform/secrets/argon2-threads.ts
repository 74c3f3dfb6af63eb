import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";
import type { Argon2Answer, Argon2Task } from "./argon2-thread.ts";

/** Argon2 in threads of low priority, one for each call under way. */
export type Argon2 = {
  hash(password: string, options: Options): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
};

const THREAD = new URL("./argon2-thread.ts", import.meta.url);

/** Threads start when they are needed, and stay. An idle one does not keep the process alive. */
export function argon2Threads(file: URL = THREAD): Argon2 {
  const idle = new Set<Worker>();

  const run = async (task: Argon2Task): Promise<string | boolean> => {
    const [thread = startThread(file, idle)] = idle;
    idle.delete(thread);
    thread.ref();
    const answer = await answerOf(thread, task);
    thread.unref();
    idle.add(thread);
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.result;
  };
  return {
    hash: async (password, options) => (await run({ kind: "hash", password, options })) as string,
    verify: async (stored, password) => (await run({ kind: "verify", stored, password })) as boolean,
  };
}

function startThread(file: URL, idle: Set<Worker>): Worker {
  const thread = new Worker(file, { execArgv: [] });
  thread.on("error", () => undefined); // the call under way reports it
  thread.on("exit", () => idle.delete(thread));
  return thread;
}

/** Rejects when the thread ends before it has answered. */
function answerOf(thread: Worker, task: Argon2Task): Promise<Argon2Answer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      thread.off("message", answered);
      thread.off("error", failed);
      thread.off("exit", ended);
    };
    const answered = (answer: Argon2Answer) => {
      done();
      resolve(answer);
    };
    const failed = (error: unknown) => {
      done();
      reject(error);
    };
    const ended = (code: number) => failed(new Error(`a thread of argon2 ended: ${code}`));
    thread.once("message", answered).once("error", failed).once("exit", ended);
    thread.postMessage(task);
  });
}
