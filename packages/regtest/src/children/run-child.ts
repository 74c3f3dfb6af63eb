import { createInterface } from "node:readline";
import { ignore } from "./ignore.ts";
import { leave } from "./leave.ts";
import { type Log, type LogLine, textOf } from "./log.ts";

/** A child's messages to its parent on stdout, one JSON object a line. */
export type ChildMessage<Report = unknown> =
  | { readonly kind: "ready"; readonly report: Report }
  /** Another start would fail in the same way; the parent gives up. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A child that must not run: wrong identity, a damaged log, a port that another program holds. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Refusal";
  }
}

export type Running<Report> = {
  readonly report: Report;
  /** Takes no new work and resolves when the work under way is finished, or after `maxMs`. */
  drain?(maxMs: number): Promise<void>;
  stop(): Promise<void>;
};

/** The line on a child's stdin, after its configuration, that makes it drain and exit. */
export const RESTART_LINE = "restart";
/** The longest that a child drains before a restart. */
export const DRAIN_MAX_MS = 3_000;
/** A child that has not stopped after this time exits without. */
const STOP_MAX_MS = 5_000;

/**
 * Life of a child process: reads its configuration (one JSON line) from stdin, starts, sends "ready", and stops when
 * stdin closes, which happens at the latest when the parent exits. Log lines go to stderr.
 */
export async function runChild<Config, Report>(
  name: string,
  start: (config: Config, log: Log) => Promise<Running<Report>>,
): Promise<void> {
  // The parent may be gone when we write: that must not prevent an orderly stop.
  process.stdout.on("error", ignore);
  process.stderr.on("error", ignore);
  process.on("SIGINT", ignore);
  const log = logTo(name);
  // The Lightning library prints the text of a panic with console.log.
  console.log = (...text) => log("debug", "library.printed", { text: text.join(" ") });
  process.on("uncaughtException", (error) => end(log, error));

  const { config, restart, closed } = readInput();
  const line = await Promise.race([config, closed]);
  if (line === undefined) return leave();
  let isReady = false;
  // A start may wait for other processes, which stop too. Exiting loses nothing at any time.
  void closed.then(() => isReady || leave());
  try {
    const running = await start(JSON.parse(line) as Config, log);
    isReady = true;
    say({ kind: "ready", report: running.report });
    await Promise.race([closed, restart.then(() => running.drain?.(DRAIN_MAX_MS))]);
    setTimeout(() => end(log, new Error(`did not stop within ${STOP_MAX_MS} ms`)), STOP_MAX_MS).unref();
    await running.stop();
    leave();
  } catch (error) {
    say({ kind: error instanceof Refusal ? "refused" : "failed", reason: textOf(error) });
    end(log, error);
  }
}

/** The lines of stdin. `closed` also resolves at SIGTERM. */
function readInput() {
  const input = createInterface({ input: process.stdin });
  const config = Promise.withResolvers<string>();
  const restart = Promise.withResolvers<void>();
  input.on("line", (line) => (line === RESTART_LINE ? restart.resolve() : config.resolve(line)));
  const closed = new Promise<void>((resolve) => {
    input.once("close", resolve);
    process.once("SIGTERM", resolve);
  });
  return { config: config.promise, restart: restart.promise, closed };
}

/** Exits immediately: after an unexpected error nothing more may become durable. */
export function end(log: Log, error: unknown): never {
  log("error", "child.failed", { error: error instanceof Error ? (error.stack ?? error.message) : textOf(error) });
  leave();
}

function say(message: ChildMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function logTo(name: string): Log {
  return (level, event, fields = {}) => {
    const line: LogLine = { level, name, event, ...fields };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}
