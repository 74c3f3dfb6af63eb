import { NodeUnavailable } from "#lightning";
import { needsHistory, type Report } from "../model/next-step.ts";
import { isSent, type ReadyPayment, type SentPayment } from "../model/payment.ts";
import type { DriveDeps } from "./deps.ts";
import { readHistory } from "./read-history.ts";

/**
 * Asks the node what became of a payment with an invoice. "Not found" is not a failure: it says what it is worth. When several
 * attempts may have left, the hash is looked up and not the last attempt: an earlier one may settle after the last one failed.
 */
export async function lookUpPayment(deps: DriveDeps, payment: ReadyPayment | SentPayment): Promise<Report> {
  const { invoice } = payment.progress;
  const reference = isSent(payment) ? referenceOf(payment) : undefined;
  try {
    const status = await deps.node.lookupOutgoing(invoice.paymentHash, reference);
    if (status.kind !== "not_found") return status;
    const asksHistory = isSent(payment) && needsHistory(payment, deps.clock.now());
    const history = asksHistory ? await readHistory(deps, payment.id) : undefined;
    return { kind: "not_found", history };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unknown", detail: "the node does not answer" };
  }
}

function referenceOf({ progress }: SentPayment): string | undefined {
  return progress.attempt - progress.attemptsNotSent > 1 ? undefined : progress.reference;
}
