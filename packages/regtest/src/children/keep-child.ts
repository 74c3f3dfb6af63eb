import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ignore } from "./ignore.ts";
import { type LogLine, textOf } from "./log.ts";
import type { ChildMessage } from "./run-child.ts";

export type ChildSpec = {
  readonly name: string;
  /** The file that the child runs. */
  readonly entry: URL;
  readonly config: object;
};

/** A child process that is started again whenever it dies, until `stop`. */
export type KeptChild<Report> = {
  /** Report of the first start. Rejects when the child refuses to run or keeps dying before it is ready. */
  readonly ready: Promise<Report>;
  process(): { readonly pid: number; readonly startedAt: Date } | undefined;
  /** Asks the child to end, so that a fresh one takes its place. */
  restart(): void;
  stop(): Promise<void>;
};

export type ChildHooks<Report> = {
  readonly log: (line: LogLine) => void;
  /** After every start, the first one too. */
  readonly onReady: (report: Report) => void;
};

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;
/** A child that lived so long is started again without delay. */
const STEADY_MS = 30_000;
/** A child that does not get ready within so many starts never will. */
const FIRST_STARTS_MAX = 6;
const KILL_AFTER_MS = 8_000;

/** A small young generation saves 20 MB a child and costs nothing that could be measured. */
const NODE_FLAGS = ["--max-semi-space-size=2", "--disable-warning=ExperimentalWarning", "--disable-warning=DEP0176"];

/** One life of a child. */
type Run = { readonly becameReady: boolean; readonly refused: boolean; readonly how: string };

export function keepChild<Report>(spec: ChildSpec, hooks: ChildHooks<Report>): KeptChild<Report> {
  const ready = Promise.withResolvers<Report>();
  // Whoever starts the network awaits it; until then a rejection must not count as unhandled.
  ready.promise.catch(ignore);
  const stopping = new AbortController();
  let current: { readonly child: ChildProcess; readonly startedAt: Date; isReady: boolean } | undefined;

  async function keep(): Promise<void> {
    let failures = 0;
    let wasReady = false;
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      const run = await runOnce();
      if (stopping.signal.aborted) return;
      hooks.log({ level: "warn", name: spec.name, event: "child.ended", how: run.how });
      wasReady ||= run.becameReady;
      failures = performance.now() - startedMs > STEADY_MS ? 0 : failures + 1;
      if (!wasReady && (run.refused || failures >= FIRST_STARTS_MAX))
        return ready.reject(new Error(`${spec.name}: ${run.how}`));
      await sleep(Math.min(BACKOFF_FIRST_MS * 2 ** (failures - 1), BACKOFF_MAX_MS), undefined, stopping).catch(ignore);
    }
  }

  /** Starts the child and waits for its end. */
  async function runOnce(): Promise<Run> {
    const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(spec.entry)], {
      detached: true, // Ctrl-C goes to a whole process group; the child must not get it at the same instant as we do
      stdio: ["pipe", "pipe", "pipe"],
    });
    const running = { child, startedAt: new Date(), isReady: false };
    current = running;
    let said: ChildMessage<Report> | undefined;
    child.stdin.on("error", ignore);
    child.stdin.write(`${JSON.stringify(spec.config)}\n`);
    createInterface({ input: child.stderr }).on("line", (line) => hooks.log(logLine(spec.name, line)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      said = childMessage(line) ?? said;
      if (said?.kind !== "ready" || running.isReady) return;
      running.isReady = true;
      ready.resolve(said.report);
      hooks.onReady(said.report);
    });
    const exit = await new Promise<string>((resolve) => {
      child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
      child.once("error", (error) => resolve(textOf(error)));
    });
    current = undefined;
    const how = said === undefined || said.kind === "ready" ? exit : said.reason;
    return { becameReady: running.isReady, refused: said?.kind === "refused", how };
  }

  /** Asks the child to end, and makes it end when it does not. */
  function finish(): void {
    const finished = current;
    if (finished === undefined) return;
    finished.child.stdin?.end();
    // One that still loads its modules would not notice for seconds; nothing is lost by a kill at any time.
    const killer = setTimeout(() => finished.child.kill("SIGKILL"), finished.isReady ? KILL_AFTER_MS : 0);
    finished.child.once("close", () => clearTimeout(killer));
  }

  const kept = keep();
  return {
    ready: ready.promise,
    process() {
      const pid = current?.child.pid;
      return current === undefined || pid === undefined ? undefined : { pid, startedAt: current.startedAt };
    },
    restart: finish,
    async stop() {
      stopping.abort();
      ready.reject(new Error(`${spec.name}: stopped`));
      finish();
      await kept;
    },
  };
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
