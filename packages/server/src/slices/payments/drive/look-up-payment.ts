import { NodeUnavailable, type OutgoingStatus } from "#lightning";
import { mayHaveNeverLeft, needsHistory, type Report } from "../model/next-step.ts";
import { isSent, type ReadyPayment, type SentPayment } from "../model/payment.ts";
import { hasFailedBefore, listAttempts } from "../store/payments.ts";
import type { DriveDeps } from "./deps.ts";
import { hasGoneBack, readHistory } from "./read-history.ts";

/**
 * Asks the node what became of a payment with an invoice. "Not found" is not a failure: it says what it is worth. When
 * several attempts may have left, the hash is looked up and not the last attempt: an earlier one may settle after the
 * last one failed. So it is when the attempt has failed: before a restore its invoice may have been paid again.
 */
export async function lookUpPayment(deps: DriveDeps, payment: ReadyPayment | SentPayment): Promise<Report> {
  const { invoice } = payment.progress;
  const reference = isSent(payment) ? referenceOf(payment) : undefined;
  try {
    const ofAttempt = await deps.node.lookupOutgoing(invoice.paymentHash, reference);
    const asksHash = ofAttempt.kind === "failed" && reference !== undefined;
    const status = asksHash ? await deps.node.lookupOutgoing(invoice.paymentHash) : ofAttempt;
    if (await provesNothing(deps, payment, status.kind))
      return { kind: "unknown", reason: "node_went_back", hasNeverLeft: await hasNeverLeft(deps, payment) };
    if (status.kind === "in_flight" && status.htlcs !== undefined && (await hasGoneBack(deps)))
      return { kind: "in_flight" }; // its channels are those of another time
    if (status.kind !== "not_found") return status;
    const asksHistory = isSent(payment) && needsHistory(payment, deps.clock.now());
    const history = asksHistory ? await readHistory(deps, payment.id) : undefined;
    return { kind: "not_found", history };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unknown", reason: "node_silent", hasNeverLeft: await hasNeverLeft(deps, payment) };
  }
}

/**
 * A node that went back has forgotten payments. Of one whose hash had failed before it may tell the earlier outcome.
 */
async function provesNothing(
  deps: DriveDeps,
  { id, progress }: ReadyPayment | SentPayment,
  kind: OutgoingStatus["kind"],
): Promise<boolean> {
  if (kind !== "not_found" && kind !== "failed") return false;
  if (!(await hasGoneBack(deps))) return false;
  return kind === "not_found" || (await hasFailedBefore(deps.db, { id, paymentHash: progress.invoice.paymentHash }));
}

/**
 * Whether our own records prove that nothing of a payment has left. Those of a ledger that went back prove nothing, nor
 * does an attempt that the node refused because it knew the hash. Asked only where it decides something.
 */
async function hasNeverLeft(
  { db, clock, isSameBook }: DriveDeps,
  { id, progress, onHoldFor }: ReadyPayment | SentPayment,
): Promise<boolean> {
  if (onHoldFor !== undefined || !mayHaveNeverLeft(progress, clock.now())) return false;
  const attempts = await listAttempts(db, id);
  const areUnsent = attempts.every(({ notSentReason }) => notSentReason !== null && notSentReason !== "known_hash");
  return areUnsent && isSameBook !== undefined && (await isSameBook());
}

function referenceOf({ progress }: SentPayment): string | undefined {
  return progress.attempt - progress.attemptsNotSent > 1 ? undefined : progress.reference;
}
