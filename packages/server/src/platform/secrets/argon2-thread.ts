import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

/** What a thread works on. */
export type Argon2Task =
  | { readonly kind: "hash"; readonly password: string; readonly options: Options }
  | { readonly kind: "verify"; readonly stored: string; readonly password: string };

export type Argon2Answer = { readonly result: string | boolean } | { readonly failure: string };

/**
 * Of -20 to 19. Where all cores are busy, this thread gets a tenth of what each other one gets; where one is free, all
 * of it.
 */
const NICE = 10;
/**
 * Rest after each task, in times of the processor time that it took. With the priority alone payments on two cores fell
 * to about two thirds of their speed. Two threads that always have work take a fifth of a core together, for ten
 * passwords a second.
 */
const REST = 9;

// Linux has a priority for each thread, and 0 stands for this one (man 2 setpriority). Elsewhere it is that of the
// whole process.
if (process.platform === "linux") setPriority(0, NICE);

function answerTo(task: Argon2Task): Argon2Answer {
  try {
    if (task.kind === "hash") return { result: hashSync(task.password, task.options) };
    return { result: verifySync(task.stored, task.password) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

parentPort?.on("message", (task: Argon2Task) => {
  const before = process.threadCpuUsage();
  parentPort?.postMessage(answerTo(task));
  const { user, system } = process.threadCpuUsage(before);
  Atomics.wait(never, 0, 0, (REST * (user + system)) / 1_000);
});
