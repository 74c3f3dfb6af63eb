import { createInterface } from "node:readline";
import { ignore } from "./ignore.ts";
import { type Log, type LogLine, textOf } from "./log.ts";

/** What a child says to its parent on stdout, one JSON object a line. */
export type ChildMessage<Report = unknown> =
  | { readonly kind: "ready"; readonly report: Report }
  /** Another try would end the same way; the parent gives up. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A child that must not run: wrong identity, a damaged log, a port that somebody else holds. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Refusal";
  }
}

export type Running<Report> = { readonly report: Report; stop(): Promise<void> };

/** A child that does not end by itself in this time is ended. */
const STOP_MAX_MS = 5_000;

/**
 * Life of a child process: reads its configuration (one JSON line) from stdin, starts, says "ready", and ends when
 * stdin closes, which happens at the latest when the parent dies. Log lines go to stderr.
 */
export async function runChild<Config, Report>(
  name: string,
  start: (config: Config, log: Log) => Promise<Running<Report>>,
): Promise<void> {
  // The parent may be gone when we write: that must not keep us from ending in order.
  process.stdout.on("error", ignore);
  process.stderr.on("error", ignore);
  process.on("SIGINT", ignore);
  const log = logTo(name);
  // The Lightning library prints the text of a panic with console.log.
  console.log = (...text) => log("debug", "library.printed", { text: text.join(" ") });
  process.on("uncaughtException", (error) => end(log, error));

  const input = createInterface({ input: process.stdin });
  const closed = new Promise<void>((resolve) => {
    input.once("close", resolve);
    process.once("SIGTERM", resolve);
  });
  const line = await Promise.race([new Promise<string>((resolve) => input.once("line", resolve)), closed]);
  if (line === undefined) return process.exit(0);
  let isReady = false;
  // A start may wait for others that will never come now. Nothing is lost by an end at any time.
  void closed.then(() => isReady || process.exit(0));
  try {
    const { report, stop } = await start(JSON.parse(line) as Config, log);
    isReady = true;
    say({ kind: "ready", report });
    await closed;
    setTimeout(() => end(log, new Error(`did not stop within ${STOP_MAX_MS} ms`)), STOP_MAX_MS).unref();
    await stop();
    process.exit(0);
  } catch (error) {
    say({ kind: error instanceof Refusal ? "refused" : "failed", reason: textOf(error) });
    end(log, error);
  }
}

/** Ends the process at once: what is not durable by now must not become so after an error nobody expected. */
export function end(log: Log, error: unknown): never {
  log("error", "child.failed", { error: error instanceof Error ? (error.stack ?? error.message) : textOf(error) });
  process.exit(1);
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
