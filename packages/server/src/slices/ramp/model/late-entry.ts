import { decimalOf } from "#kernel/fiat.ts";
import type { ProcessorPayment } from "./ports.ts";
import type { Purchase, PurchaseState } from "./purchase.ts";

/**
 * What the books of the cards take after the end of a purchase, whose state stays. `detail`: of the operator's
 * incident.
 */
export type LateEntry = {
  readonly kind: "late_refund" | "late_refund_failed" | "late_dispute" | "late_dispute_won";
  readonly detail: string;
};

const DELIVERED: readonly PurchaseState[] = ["completed", "disputed", "won", "lost"];

/**
 * What the processor says that has happened after the end: a refund of what was delivered, or of what the operator gave
 * back by hand; a dispute of what was refunded, or whose dispute was won before; a refund that the card's bank has sent
 * back; a dispute that was won on appeal. All of it each time: what is in the books, or does not fit them, is not
 * booked.
 */
export function lateEntriesOf({ progress, quote }: Purchase, processor: ProcessorPayment): readonly LateEntry[] {
  const amount = `${decimalOf(quote.source)} ${quote.currency}`;
  const isDelivered = DELIVERED.includes(progress.kind);
  if (!isDelivered && progress.kind !== "refunded") return [];
  const isByHand = progress.kind === "refunded" && progress.byHand;
  const entries: LateEntry[] = [];
  if (isDelivered && processor.refund === "succeeded")
    entries.push({ kind: "late_refund", detail: `the processor gave ${amount} back, and the bitcoin was delivered` });
  if (isByHand && processor.refund === "succeeded")
    entries.push({ kind: "late_refund", detail: `the processor gave ${amount} back, as you had done by hand` });
  if (processor.refund === "failed")
    entries.push({ kind: "late_refund_failed", detail: `the card's bank sent ${amount} back, which were refunded` });
  return [...entries, ...disputesOf(progress.kind, processor, amount)];
}

/** Disputes that the state does not show. */
function disputesOf(state: PurchaseState, { dispute }: ProcessorPayment, amount: string): readonly LateEntry[] {
  const won: LateEntry = { kind: "late_dispute_won", detail: "the dispute was won" };
  if (state === "lost") return dispute === "won" ? [won] : [];
  if (state !== "refunded" && state !== "won") return [];
  if (dispute === "none") return [];
  const why = state === "won" ? "after the dispute was won" : "which were refunded";
  const taken: LateEntry = { kind: "late_dispute", detail: `the card's bank takes ${amount} back, ${why}` };
  if (state === "won" && dispute === "won") return [won];
  return dispute === "won" ? [taken, won] : [taken];
}
