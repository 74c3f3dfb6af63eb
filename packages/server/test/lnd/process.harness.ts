import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram, HOW_TO_GET, type ProgramName } from "./programs.harness.ts";

// A process of Vitest whose parent is gone would go on with its test.
process.once("disconnect", () => process.exit(1));

export type Running = {
  readonly pid: number;
  /** Resolves when it has gone. */
  readonly ended: Promise<unknown>;
  /** The last of what it has said, once it has ended. */
  lastWords(): string | undefined;
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
  /** Ids of all that were started. */
  pids(): readonly number[];
  /** Ends all that run, without warning, and removes the folder. From then on none is started any more. */
  end(): Promise<void>;
};

export function createPrograms(): Programs {
  const folder = mkdtempSync(join(tmpdir(), "leyden-nodes-"));
  const guard = startGuard(folder);
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
      guard.watch(running);
      all.push(running);
      return running;
    },
    pids: () => all.map(({ pid }) => pid),
    async end() {
      isOver = true;
      for (const one of all.splice(0).reverse()) await one.end();
      guard.leave();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return programs;
}

const GUARD = join(import.meta.dirname, "guard.harness.ts");

/** Ends what runs when this process ends without having done so: by a signal, for instance. */
function startGuard(folder: string) {
  const guard = spawn(process.execPath, [GUARD, folder], { stdio: ["pipe", "ignore", "inherit"], detached: true });
  const { stdin } = guard;
  stdin.on("error", () => undefined); // it was ended by somebody
  guard.unref();
  return {
    watch({ pid, ended }: Running) {
      stdin.write(`${pid}\n`);
      void ended.then(() => stdin.writable && stdin.write(`-${pid}\n`));
    },
    leave: () => void stdin.end(),
  };
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

const LAST_WORDS = 2_000;

function startProgram(path: string, folder: string, args: readonly string[]): Running {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "output.log");
  const output = openSync(file, "a");
  const child: ChildProcess = spawn(path, args, { stdio: ["ignore", output, output] });
  closeSync(output);
  const ended = once(child, "exit");
  if (child.pid === undefined) throw new Error(`${path} does not start`);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    ended,
    lastWords: () => (hasEnded() ? readFileSync(file, "utf8").slice(-LAST_WORDS) : undefined),
    async end(signal = "SIGKILL") {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
}

const PATIENCE_MS = 120_000;

/** Asks until the answer is something; an error is none. @throws at once when `running`, which is asked, has ended. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { everyMs = 100, running }: { readonly everyMs?: number; readonly running?: Running } = {},
): Promise<T> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    const words = running?.lastWords();
    if (words !== undefined) throw new Error(`${what}: it has ended, and said last:\n${words}`);
    if (late.aborted) throw new Error(`${what}: not in time`, { cause: last });
    await sleep(everyMs);
  }
}
