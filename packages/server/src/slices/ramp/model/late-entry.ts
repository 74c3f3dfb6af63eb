import { decimalOf } from "#kernel/fiat.ts";
import type { ProcessorPayment } from "./ports.ts";
import type { Purchase, PurchaseState } from "./purchase.ts";

/** What the books of the cards take after the end of a purchase, whose state stays. `detail`: of the operator's incident. */
export type LateEntry = {
  readonly kind: "late_refund" | "late_dispute" | "late_dispute_won";
  readonly detail: string;
};

const DELIVERED: readonly PurchaseState[] = ["completed", "disputed", "won", "lost"];

/**
 * What the processor says that has happened after the end: a refund of what was delivered, by the operator's hand; a dispute of what was
 * refunded. All of it each time: what is in the books is not booked again.
 */
export function lateEntriesOf({ state, quote }: Purchase, processor: ProcessorPayment): readonly LateEntry[] {
  const amount = `${decimalOf(quote.source)} ${quote.currency}`;
  if (DELIVERED.includes(state))
    return processor.refund === "succeeded"
      ? [{ kind: "late_refund", detail: `the processor gave ${amount} back, and the bitcoin was delivered` }]
      : [];
  if (state !== "refunded" || processor.dispute === "none") return [];
  const disputed = {
    kind: "late_dispute",
    detail: `the card's bank takes ${amount} back, which were refunded`,
  } as const;
  return processor.dispute === "won"
    ? [disputed, { kind: "late_dispute_won", detail: "the dispute was won" }]
    : [disputed];
}
