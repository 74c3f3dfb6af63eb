import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ignore } from "./ignore.ts";
import { type LogLine, textOf } from "./log.ts";
import { type ChildMessage, DRAIN_MAX_MS, RESTART_LINE } from "./run-child.ts";

export type ChildSpec = {
  readonly name: string;
  /** The file that the child runs. */
  readonly entry: URL;
  readonly config: object;
};

/** A child process that is started again whenever it exits, until `stop`. */
export type KeptChild<Report> = {
  /** Report of the first start. Rejects when the child refuses to run, or exits again and again before it is ready. */
  readonly ready: Promise<Report>;
  process(): { readonly pid: number; readonly startedAt: Date } | undefined;
  /** Lets the child finish its work and starts it anew. Resolves when the next one is ready, or at `stop`. */
  restart(reason: string): Promise<void>;
  stop(): Promise<void>;
};

export type ChildHooks<Report> = {
  readonly log: (line: LogLine) => void;
  /** After every start, the first one included. */
  readonly onReady: (report: Report) => void;
};

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;
/** After an exit the delay grows, unless the child had been ready for this long. */
const STEADY_MS = 1_000;
/** After so many starts without becoming ready the parent gives up. */
const FIRST_STARTS_MAX = 6;
const KILL_AFTER_MS = 8_000;

/** A small young generation saves 20 MB a child and costs nothing that could be measured. */
const NODE_FLAGS = ["--max-semi-space-size=2", "--disable-warning=ExperimentalWarning", "--disable-warning=DEP0176"];

/** The process that runs now. */
type Current = {
  readonly child: ChildProcess;
  readonly startedAt: Date;
  isReady: boolean;
  /** Set when this process exits because it was asked to. */
  restartReason: string | undefined;
};

/** How a process ended. */
type Run = {
  readonly becameReady: boolean;
  readonly readyForMs: number;
  readonly refused: boolean;
  readonly wasRestarted: boolean;
  readonly how: string;
};

export function keepChild<Report>(spec: ChildSpec, hooks: ChildHooks<Report>): KeptChild<Report> {
  const ready = Promise.withResolvers<Report>();
  ready.promise.catch(ignore); // not unhandled: the caller may await it later
  const stopping = new AbortController();
  let restarted = Promise.withResolvers<void>();
  let current: Current | undefined;

  async function keep(): Promise<void> {
    let failures = 0;
    let wasReady = false;
    while (!stopping.signal.aborted) {
      const run = await runOnce();
      if (stopping.signal.aborted) return;
      wasReady ||= run.becameReady;
      if (run.wasRestarted) continue;
      hooks.log({ level: "warn", name: spec.name, event: "child.exited", how: run.how });
      failures = run.readyForMs > STEADY_MS ? 1 : failures + 1;
      if (!wasReady && (run.refused || failures >= FIRST_STARTS_MAX))
        return ready.reject(new Error(`${spec.name}: ${run.how}`));
      await sleep(Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), BACKOFF_MAX_MS), undefined, stopping).catch(ignore);
    }
  }

  /** Starts the child and waits until it has exited. */
  async function runOnce(): Promise<Run> {
    const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(spec.entry)], {
      detached: true, // a group of its own: Ctrl-C goes to a whole process group, and the parent decides when to stop
      stdio: ["pipe", "pipe", "pipe"],
    });
    const running: Current = { child, startedAt: new Date(), isReady: false, restartReason: undefined };
    current = running;
    let message: ChildMessage<Report> | undefined;
    let readyMs = Number.POSITIVE_INFINITY;
    child.stdin?.on("error", ignore);
    child.stdin?.write(`${JSON.stringify(spec.config)}\n`);
    readLines(child, "stderr", (line) => hooks.log(logLine(spec.name, line)));
    readLines(child, "stdout", (line) => {
      message = childMessage(line) ?? message;
      if (message?.kind !== "ready" || running.isReady) return;
      running.isReady = true;
      readyMs = performance.now();
      ready.resolve(message.report);
      hooks.onReady(message.report);
      restarted.resolve();
    });
    const exit = await new Promise<string>((resolve) => {
      child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
      child.once("error", (error) => resolve(textOf(error)));
    });
    current = undefined;
    const how = message === undefined || message.kind === "ready" ? exit : message.reason;
    return {
      becameReady: running.isReady,
      readyForMs: performance.now() - readyMs,
      refused: message?.kind === "refused",
      wasRestarted: running.restartReason !== undefined,
      how,
    };
  }

  /** Closes the child's input, which makes it stop, and kills it when it does not. */
  function finish(): void {
    if (current === undefined) return;
    current.child.stdin?.end();
    // A child that still loads its modules does not see it for seconds. Killing loses nothing at any time.
    killAfter(current.child, current.isReady ? KILL_AFTER_MS : 0);
  }

  const kept = keep();
  return {
    ready: ready.promise,
    process() {
      const pid = current?.child.pid;
      return current === undefined || pid === undefined ? undefined : { pid, startedAt: current.startedAt };
    },
    async restart(reason) {
      if (current?.isReady !== true || stopping.signal.aborted) return;
      if (current.restartReason === undefined) {
        hooks.log({ level: "warn", name: spec.name, event: "child.restarted", reason });
        restarted = Promise.withResolvers();
        current.restartReason = reason;
        current.child.stdin?.write(`${RESTART_LINE}\n`);
        killAfter(current.child, DRAIN_MAX_MS + KILL_AFTER_MS);
      }
      await restarted.promise;
    },
    async stop() {
      stopping.abort();
      ready.reject(new Error(`${spec.name}: stopped`));
      restarted.resolve();
      finish();
      await kept;
    },
  };
}

function killAfter(child: ChildProcess, ms: number): void {
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  child.once("close", () => clearTimeout(timer));
}

function readLines(child: ChildProcess, stream: "stdout" | "stderr", onLine: (line: string) => void): void {
  const input = child[stream];
  if (input !== null) createInterface({ input }).on("line", onLine);
}

function childMessage<Report>(line: string): ChildMessage<Report> | undefined {
  try {
    return JSON.parse(line) as ChildMessage<Report>;
  } catch {
    return undefined;
  }
}

/** A line that is not JSON comes from Node itself, for instance the text of a fatal error. */
function logLine(name: string, line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: "error", name, event: "child.printed", text: line };
  }
}
