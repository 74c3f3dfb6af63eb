import { NodeUnavailable } from "#lightning";
import { needsHistory, type Report } from "../model/next-step.ts";
import type { SentPayment } from "../model/payment.ts";
import type { DriveDeps } from "./deps.ts";
import { readHistory } from "./read-history.ts";

/**
 * Asks the node what became of a payment that we gave to it. "Not found" is not a failure: it says what it is worth. When several
 * attempts may have left, the hash is looked up and not the last attempt: an earlier one may settle after the last one failed.
 */
export async function lookUpPayment(deps: DriveDeps, payment: SentPayment): Promise<Report> {
  const { invoice, attempt, attemptsNotSent } = payment.progress;
  const reference = attempt - attemptsNotSent > 1 ? undefined : payment.progress.reference;
  try {
    const status = await deps.node.lookupOutgoing(invoice.paymentHash, reference);
    if (status.kind !== "not_found") return status;
    const history = needsHistory(payment, deps.clock.now()) ? await readHistory(deps, payment.id) : undefined;
    return { kind: "not_found", history };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unknown", detail: "the node does not answer" };
  }
}
