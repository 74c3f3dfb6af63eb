import { NodeUnavailable } from "#lightning";
import type { DriveDeps } from "../drive/deps.ts";
import { completePayment } from "../drive/finish-payment.ts";
import { nextWatch, WATCH_PAUSE_MIN_MS } from "../model/payment.ts";
import { findPayment, isPaidByAnother, leaseWatched, type WatchedPayment, watchAgain } from "../store/store.ts";

/** Hashes taken at once. */
const PAGE = 50;

/**
 * Asks the node about payments that were proved failed, ever more rarely until some days after their invoices end: nodes
 * have called a payment failed and completed it later. Such a one is booked as a loss and its hash frozen.
 *
 * Of many workers one asks about a hash. One that dies, or whose node does not answer, leaves it for ten minutes.
 */
export async function watchFailed(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + WATCH_PAUSE_MIN_MS);
  try {
    for (let taken = PAGE; taken === PAGE; ) {
      const page = await leaseWatched(deps.db, { now, leaseUntil, limit: PAGE });
      for (const watched of page) {
        if (signal.aborted) return;
        const isOver = await isItsEndKnown(deps, watched);
        const dueAt = isOver ? undefined : nextWatch(watched, deps.clock.now());
        await watchAgain(deps.db, { id: watched.id, leaseUntil, dueAt });
      }
      taken = page.length;
    }
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
  }
}

/**
 * A late success is the end of a watch, and so is that of another payment that was given the same invoice since. While the
 * other one is open, nobody knows yet whose success it is.
 */
async function isItsEndKnown(deps: DriveDeps, { id, paymentHash }: WatchedPayment): Promise<boolean> {
  const status = await deps.node.lookupOutgoing(paymentHash);
  const payment = status.kind === "settled" ? await findPayment(deps.db, id) : undefined;
  if (status.kind !== "settled" || payment === undefined) return false;
  const outcome = await completePayment(deps, payment, status);
  return (
    outcome === "late_success" || (outcome === "same_end" && (await isPaidByAnother(deps.db, { id, paymentHash })))
  );
}
