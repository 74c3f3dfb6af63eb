import type { Failure } from "./failure.ts";

/** Pauses double from this one. Milliseconds. */
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 8_000;

/** A service that asks for a longer pause is not waited for: the caller gets the error, with `retryAfterSeconds`. */
export const RETRY_AFTER_MAX_SECONDS = 15;

type Attempted = {
  /** How often the request was sent, 1 after the first time. */
  readonly attempts: number;
  readonly retriesMax: number;
  /** Whether sending it again cannot act twice: it only reads, or it carries an idempotency key. */
  readonly isRepeatable: boolean;
  readonly hasKey: boolean;
};

/**
 * How long to pause before the request is sent again, in milliseconds; `undefined` when it is not to be sent again.
 *
 * `x-should-retry: false` is meant for clients that would repeat a payment without its key. With a key a second sending
 * cannot pay twice, so there the header does not count for statuses that pass by themselves
 * (docs/decisions/0015-client-library.md).
 */
export function pauseBeforeRetry(failure: Failure, attempted: Attempted, random: () => number): number | undefined {
  const { attempts, retriesMax, isRepeatable, hasKey } = attempted;
  if (attempts > retriesMax || !isRepeatable || !passes(failure)) return undefined;
  if (failure.shouldNotRetry && !hasKey) return undefined;
  const { retryAfterSeconds = 0 } = failure;
  if (retryAfterSeconds > RETRY_AFTER_MAX_SECONDS) return undefined;
  const growing = Math.min(PAUSE_MIN_MS * 2 ** (attempts - 1), PAUSE_MAX_MS);
  return Math.round(retryAfterSeconds * 1_000 + growing * (0.5 + random() / 2));
}

/** A stream that asks for a shorter pause between its connections, or a longer one, gets these. */
const RECONNECT_MIN_MS = 500;
const RECONNECT_MAX_MS = 30_000;

type Reconnecting = {
  /** How often in a row no connection could be opened; 0 when the last one was open and has ended. */
  readonly failures: number;
  /** The pause that the stream asked for. */
  readonly askedMs: number;
  /** What the last answer asked for. */
  readonly retryAfterSeconds?: number | undefined;
};

/**
 * How long to pause before a stream that was open is connected again, in milliseconds: at least what it asked for,
 * doubled with each failure. The random part keeps readers apart that lost their connections together.
 */
export function pauseBeforeReconnect(reconnecting: Reconnecting, random: () => number): number {
  const { failures, askedMs, retryAfterSeconds = 0 } = reconnecting;
  const leastMs = Math.min(Math.max(askedMs, RECONNECT_MIN_MS), RECONNECT_MAX_MS);
  const growingMs = Math.min(leastMs * 2 ** failures * (1 + random()), RECONNECT_MAX_MS);
  return Math.round(retryAfterSeconds * 1_000 + growingMs);
}

/** Whether what went wrong passes by itself. */
export function passes({ code, status }: Failure): boolean {
  if (status === undefined) return code === "connection_failed" || code === "timeout";
  return status === 429 || status >= 500;
}
