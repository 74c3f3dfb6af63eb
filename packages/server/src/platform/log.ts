import { type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "./machine/clock.ts";

/**
 * One line per request and job; facts in the past tense with ids (`payment.completed`). Keys, tokens, preimages,
 * e-mail addresses and bodies never reach the output, whatever a caller hands over.
 */
export type Log = Logger;

export type LogOptions = {
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Coloured text for a person at a terminal; JSON lines otherwise. */
  readonly pretty: boolean;
  /**
   * Where the lines go; standard output when absent. JSON lines to a stream of the process (`process.stderr`) bypass
   * the stream and are collected.
   */
  readonly destination?: { write(line: string): void; readonly fd?: number };
  readonly clock?: Pick<Clock, "now">;
};

/**
 * Lines are written 64 kB at a time and at least five times a second: a write for each cost as much as a fifth of a
 * request. Collected as buffers, because the collector measures text anew with each line that it adds. What is left is
 * flushed when the process exits; only `kill -9` loses it.
 */
const COLLECTED = {
  sync: false,
  minLength: 64_000,
  maxWrite: 128_000,
  periodicFlush: 200,
  contentMode: "buffer",
} as const;

export function createLog({ level, pretty, destination = process.stdout, clock = machineClock }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timeField(clock),
      formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields, 0) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskSecrets },
    },
    pretty ? forPeople(destination) : forMachines(destination),
  );
}

/** The time of a line; lines of the same millisecond share its text. */
function timeField(clock: Pick<Clock, "now">): () => string {
  let lastMs = 0;
  let field = "";
  return () => {
    const now = clock.now();
    const nowMs = now.getTime();
    if (nowMs !== lastMs) {
      lastMs = nowMs;
      field = `,"time":"${now.toISOString()}"`;
    }
    return field;
  };
}

type Destination = NonNullable<LogOptions["destination"]>;

function forPeople(destination: Destination): Destination {
  const format = prettyFactory({ colorize: true, singleLine: true });
  return { write: (line) => destination.write(format(line)) };
}

function forMachines(destination: Destination): Destination {
  if (destination.fd === undefined) return destination;
  const { fd } = destination;
  let collector: ReturnType<typeof pino.destination> | undefined; // has a timer, which a silent log needs not
  return {
    write(line) {
      collector ??= pino.destination({ ...COLLECTED, fd });
      collector.write(Buffer.from(line) as never); // typed for text, in whatever mode it is
    },
  };
}

const MASK = "[redacted]";
/** Fields whose value is never written. */
const SECRET =
  /^(?:(?:api|project)?[-_]?key|authorization|body|callback[-_]?url|(?:client[-_]?)?secret|(?:set[-_]?)?cookie|e?mail|password|preimage|(?:user|access|refresh|id)?[-_]?token)$/i;
/** Levels of nesting that a log line keeps. */
const DEPTH_MAX = 5;

function withoutSecrets(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  if (isHarmless(fields)) return fields;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    kept[name] = isSecret(name) ? MASK : withoutSecretsInside(value, depth);
  return kept;
}

/** Most lines are: nothing nested, no secret among them. */
function isHarmless(fields: Record<string, unknown>): boolean {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === "bigint" || (typeof value === "object" && value !== null) || isSecret(name)) return false;
  }
  return true;
}

/** The verdicts on names, of which the code has few; those inside what others sent are not remembered for ever. */
const verdicts = new Map<string, boolean>();
const VERDICTS_MAX = 1_000;

function isSecret(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  if (verdicts.size === VERDICTS_MAX) verdicts.clear();
  const verdict = SECRET.test(name);
  verdicts.set(name, verdict);
  return verdict;
}

function withoutSecretsInside(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return "[…]";
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.map((item) => withoutSecretsInside(item, depth + 1));
  return withoutSecrets(value as Record<string, unknown>, depth + 1);
}

/**
 * What a log line keeps of an error. Not its other properties: PostgreSQL's `detail`, for instance, quotes the row.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const PROJECT_KEY = /ley_[A-Za-z0-9_-]+/g;
/** Secret and restricted keys of Stripe. */
const STRIPE_KEY = /\b([rs]k_(?:live|test)_)[A-Za-z0-9]+/g;
/** An e-mail address. Lightning addresses look the same and are masked with them. */
const ADDRESS = /[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi;
const AUTHORIZATION = /\b(Bearer|Basic) [\w.~+/=-]{8,}/g;

/** The last sieve: secrets inside texts, wherever they came from. */
function maskSecrets(line: string): string {
  let masked = line;
  if (masked.includes("ley_")) masked = masked.replaceAll(PROJECT_KEY, "ley_[redacted]");
  if (masked.includes("k_")) masked = masked.replaceAll(STRIPE_KEY, "$1[redacted]");
  if (masked.includes("@")) masked = masked.replaceAll(ADDRESS, "[address]");
  if (masked.includes("B")) masked = masked.replaceAll(AUTHORIZATION, `$1 ${MASK}`);
  return masked;
}
