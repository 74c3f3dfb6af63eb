import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { findProgram, HOW_TO_GET, type ProgramName } from "./programs.harness.ts";

export type Running = {
  readonly pid: number;
  /** Ends it, and resolves when it has gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

export function run(name: ProgramName, folder: string, args: readonly string[]): Running {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is missing.\n${HOW_TO_GET}`);
  return runAt(path, folder, args);
}

/** Starts a program whose output goes to a file in `folder`. */
export function runAt(path: string, folder: string, args: readonly string[]): Running {
  mkdirSync(folder, { recursive: true });
  const output = openSync(join(folder, "output.log"), "a");
  const child: ChildProcess = spawn(path, args, { stdio: ["ignore", output, output] });
  const ended = once(child, "exit");
  if (child.pid === undefined) throw new Error(`${path} does not start`);
  return {
    pid: child.pid,
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
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
