import { LeydenError } from "./errors.ts";
import type { CallOptions } from "./http.ts";
import type { Machine } from "./machine.ts";
import type { FinalPayment, Payment } from "./objects.ts";
import { sleep } from "./send.ts";

export type UntilFinalOptions = CallOptions & {
  /** How long to wait, in milliseconds; 60,000 without it. A recipient can hold a payment back for hours. */
  readonly timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 60_000;

/** Most payments end within a second. */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 5_000;
const PAUSE_GROWTH = 1.5;

/**
 * Reads a payment again and again until it is final. What passes by itself, such as a lost connection, does not end it.
 */
export async function untilFinal(
  read: (signal: AbortSignal) => Promise<Payment>,
  machine: Machine,
  { timeoutMs = TIMEOUT_MS, signal }: UntilFinalOptions = {},
): Promise<FinalPayment> {
  const end = new AbortController();
  const onAbort = () => end.abort(signal?.reason);
  const cancelTimer = machine.timer(timeoutMs, onAbort);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  let cause: unknown;
  try {
    for (let pauseMs = PAUSE_MIN_MS; !end.signal.aborted; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
      try {
        const payment = await read(end.signal);
        if (isFinal(payment)) return payment;
        cause = undefined;
      } catch (error) {
        if (!end.signal.aborted && !passes(error)) throw error;
        cause = error;
      }
      await sleep(machine, pauseMs, end.signal);
    }
  } finally {
    cancelTimer();
    signal?.removeEventListener("abort", onAbort);
  }
  throw stillOpen(signal?.aborted ? "aborted" : "timeout", cause);
}

function isFinal(payment: Payment): payment is FinalPayment {
  return payment.status !== "processing";
}

/** Not what is wrong with the call itself, such as its key or an unknown id. */
function passes(error: unknown): boolean {
  if (!(error instanceof LeydenError)) return false;
  return error.status === undefined ? error.code !== "invalid_input" : error.status === 429 || error.status >= 500;
}

function stillOpen(code: "aborted" | "timeout", cause: unknown): LeydenError {
  return new LeydenError({
    code,
    message: "the payment was not seen to be final",
    money: "unknown",
    moneyText:
      "The payment is under way, or has ended meanwhile. It goes on by itself: read it again by its id; do not make another one.",
    cause,
  });
}
