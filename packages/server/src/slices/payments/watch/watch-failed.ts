import type { DriveDeps } from "../drive/deps.ts";
import { completePayment } from "../drive/finish-payment.ts";
import { nextWatch, WATCH_PAUSE_MIN_MS } from "../model/payment.ts";
import { findHashClaim, findPayment } from "../store/payments.ts";
import { leaseWatched, type WatchedPayment, watchAgain } from "../store/watched.ts";

const PAGE = 50;

/**
 * Looks up payments that were proved failed, ever more rarely until some days after they failed: nodes have called a payment
 * failed and completed it later. Such a one is booked as a loss and its hash frozen.
 *
 * Of many workers one looks up a hash. One that dies, or whose node does not answer, leaves it for ten minutes.
 *
 * @throws {NodeUnavailable}
 */
export async function watchFailed(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + WATCH_PAUSE_MIN_MS);
  for (let taken = PAGE; taken === PAGE; ) {
    const page = await leaseWatched(deps.db, { now, leaseUntil, limit: PAGE });
    for (const watched of page) {
      if (signal.aborted) return;
      const isOver = await isOutcomeKnown(deps, watched);
      const dueAt = isOver ? undefined : nextWatch(watched, deps.clock.now());
      await watchAgain(deps.db, { id: watched.id, leaseUntil, dueAt });
    }
    taken = page.length;
  }
}

/**
 * A late success ends a watch, and so does the success of another payment that was given the same invoice since. While the
 * other one is pending, it is not known yet whose success it is.
 */
async function isOutcomeKnown(deps: DriveDeps, { id, paymentHash }: WatchedPayment): Promise<boolean> {
  const status = await deps.node.lookupOutgoing(paymentHash);
  const payment = status.kind === "settled" ? await findPayment(deps.db, id) : undefined;
  if (status.kind !== "settled" || payment === undefined) return false;
  const finished = await completePayment(deps, payment, status);
  if (finished === "late_success") return true;
  return finished === "same_outcome" && (await findHashClaim(deps.db, { id, paymentHash })) === "already_paid";
}
