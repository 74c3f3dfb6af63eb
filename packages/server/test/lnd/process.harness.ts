import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram, HOW_TO_GET, type ProgramName } from "./programs.harness.ts";

export type Running = {
  readonly pid: number;
  /** Resolves when it has gone. */
  readonly ended: Promise<unknown>;
  /** Ends it, and resolves when it has gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

/** The processes of one set-up. */
export type Programs = {
  /** Goes with them. */
  readonly folder: string;
  /** Starts a program whose output goes to a file in `folder`. */
  run(name: ProgramName, folder: string, args: readonly string[]): Running;
  runAt(path: string, folder: string, args: readonly string[]): Running;
  /** Ends all that run, without warning, and removes the folder. From then on none is started any more. */
  end(): Promise<void>;
};

export function createPrograms(): Programs {
  const folder = mkdtempSync(join(tmpdir(), "leyden-nodes-"));
  const all: Running[] = [];
  let isOver = false;
  const programs: Programs = {
    folder,
    run(name, folderOfOne, args) {
      const path = findProgram(name);
      if (path === undefined) throw new Error(`${name} is missing.\n${HOW_TO_GET}`);
      return programs.runAt(path, folderOfOne, args);
    },
    runAt(path, folderOfOne, args) {
      if (isOver) throw new Error(`${path} is not started: its set-up has ended`);
      const running = startProgram(path, folderOfOne, args);
      all.push(running);
      return running;
    },
    async end() {
      isOver = true;
      for (const one of all.splice(0).reverse()) await one.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return programs;
}

/** Less than hooks have, so that what a set-up has started never outlives its test. */
const SET_UP_MS = 240_000;

/** Makes something out of programs. Where that fails, or takes too long, all that it has started is ended. */
export async function setUp<T>(make: (programs: Programs) => Promise<T>, limitMs = SET_UP_MS): Promise<T> {
  const programs = createPrograms();
  const over = new AbortController();
  const late = sleep(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`the set-up took longer than ${limitMs / 1_000} s`);
  });
  try {
    return await Promise.race([make(programs), late]);
  } catch (error) {
    await programs.end();
    throw error;
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}

function startProgram(path: string, folder: string, args: readonly string[]): Running {
  mkdirSync(folder, { recursive: true });
  const output = openSync(join(folder, "output.log"), "a");
  const child: ChildProcess = spawn(path, args, { stdio: ["ignore", output, output] });
  closeSync(output);
  const ended = once(child, "exit");
  if (child.pid === undefined) throw new Error(`${path} does not start`);
  return {
    pid: child.pid,
    ended,
    async end(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

const PATIENCE_MS = 120_000;

/** Asks until the answer is something; an error is none. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, everyMs = 100): Promise<T> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    if (late.aborted) throw new Error(`${what}: not in time`, { cause: last });
    await sleep(everyMs);
  }
}
