import { AppError } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { isFinished, type Payment, PaymentNotFound } from "../model/payment.ts";
import { findPayment } from "../store/payments.ts";
import type { PayDeps } from "./deps.ts";

/**
 * How often a waiting request reads for an outcome that another process wrote: often at first, as most payments finish
 * soon.
 */
const POLL_MIN_MS = 50;
const POLL_MAX_MS = 500;
/** The same where this process drives payments: it is notified of what it writes, and that is nearly all. */
const DRIVING_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;

export type Waiting = {
  /** How long to wait until the payment is finished, in milliseconds. */
  readonly waitMs: number;
  /** Aborts when the answer is no longer waited for. Asked for only when there is something to wait for. */
  readonly hungUp: () => AbortSignal;
};

/**
 * Waits until the payment is finished, at most `waitMs` and while the answer is waited for, and returns it as it is
 * then.
 */
export async function waitUntilFinished(
  deps: PayDeps,
  { waitMs, hungUp }: Waiting,
  id: PaymentId,
  known?: Payment,
): Promise<Payment> {
  if (known !== undefined && isFinished(known)) return known;
  const until = deps.clock.monotonicMs() + waitMs;
  const signal = hungUp();
  let payment = known;
  const pauseMaxMs = deps.driver === undefined ? POLL_MAX_MS : DRIVING_POLL_MS;
  let pauseMs = deps.driver === undefined ? POLL_MIN_MS : pauseMaxMs;
  for (;;) {
    const left = until - deps.clock.monotonicMs();
    if (payment !== undefined && (isFinished(payment) || left <= 0 || signal.aborted)) return payment;
    const finished = payment && (await deps.waiters.wait(id, { pauseMs, maxMs: left, signal }));
    payment = finished ?? (await reread(deps, id, payment));
    pauseMs = Math.min(pauseMs * POLL_GROWTH, pauseMaxMs);
  }
}

/**
 * The payment as it is now. A database that does not answer changes nothing of what was reserved, so the payment is
 * then returned as it was known, and never as a refusal.
 */
async function reread({ db, waiters }: PayDeps, id: PaymentId, known: Payment | undefined): Promise<Payment> {
  try {
    const found = await waiters.read(id, () => findPayment(db, id));
    if (found !== undefined) return found;
  } catch (cause) {
    if (known !== undefined) return known;
    throw new AppError("outcome_unknown", `the payment ${id} exists, but cannot be read now; read it later`, { cause });
  }
  throw new PaymentNotFound();
}
