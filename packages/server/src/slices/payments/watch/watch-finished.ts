import { recordIncident } from "#incidents";
import type { OutgoingStatus } from "#lightning";
import type { DriveDeps } from "../drive/deps.ts";
import { completePayment, failPayment } from "../drive/finish-payment.ts";
import { nextWatch, type Payment, WATCH_PAUSE_MIN_MS } from "../model/payment.ts";
import { findHashUse, findPayment } from "../store/payments.ts";
import { leaseWatched, type WatchedPayment, watchAgain } from "../store/watched.ts";

const PAGE = 50;

/**
 * Looks up payments that were proved failed, ever more rarely until some days after they failed: nodes have called a
 * payment failed and completed it later. Such a one is booked as a loss and its hash frozen. Likewise those that an
 * operator has completed: what the node says otherwise is an incident.
 *
 * Of many workers one looks up a hash. One that dies, or whose node does not answer, leaves it for ten minutes.
 *
 * @throws {NodeUnavailable}
 */
export async function watchFinished(deps: DriveDeps, signal: AbortSignal): Promise<void> {
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

async function isOutcomeKnown(deps: DriveDeps, watched: WatchedPayment): Promise<boolean> {
  const status = await deps.node.lookupOutgoing(watched.paymentHash);
  const isProof = watched.state === "completed" && deps.node.capabilities.failureProves !== false;
  const says = isProof ? ["settled", "failed"] : ["settled"];
  const payment = says.includes(status.kind) ? await findPayment(deps.db, watched.id) : undefined;
  if (payment === undefined) return false;
  if (watched.state === "completed") return await afterCompletedByHand(deps, payment, status);
  return status.kind === "settled" && (await isFailureOver(deps, watched, payment, status));
}

/**
 * A late success ends a watch, and so does the success of another payment that was given the same invoice since. While
 * the other one is pending, it is not known yet whose success it is.
 */
async function isFailureOver(
  deps: DriveDeps,
  { id, paymentHash }: WatchedPayment,
  payment: Payment,
  status: OutgoingStatus & { readonly kind: "settled" },
): Promise<boolean> {
  const finished = await completePayment(deps, payment, status);
  if (finished === "late_success") return true;
  return finished === "same_outcome" && (await findHashUse(deps.db, { id, paymentHash })) === "already_paid";
}

/** What the node says of a payment that an operator completed: nothing is moved any more, the operator hears of it. */
async function afterCompletedByHand(deps: DriveDeps, payment: Payment, status: OutgoingStatus): Promise<boolean> {
  const { id, progress } = payment;
  if (status.kind === "failed")
    await failPayment(deps, payment, { attempt: 1, code: "no_route", detail: status.reason, isWatched: false });
  if (status.kind === "settled" && progress.kind === "completed" && progress.fee !== status.fee)
    await recordIncident(deps, {
      subjectKind: "payment",
      subject: id,
      kind: "fee_differs",
      detail: `the node paid a fee of ${status.fee} msats, the operator booked ${progress.fee}`,
    });
  return true;
}
