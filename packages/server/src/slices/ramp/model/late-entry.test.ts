import { expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { lateEntriesOf } from "./late-entry.ts";
import type { ProcessorPayment } from "./ports.ts";
import { PURCHASE_STATES, type Purchase, type PurchaseState } from "./purchase.ts";

const REFUNDS = ["none", "pending", "succeeded", "failed"] as const;
const DISPUTES = ["none", "open", "won", "lost"] as const;

const kindsOf = (state: PurchaseState, refund: ProcessorPayment["refund"], dispute: ProcessorPayment["dispute"]) =>
  lateEntriesOf(
    { state, quote: { source: minor(2_500n), currency: "EUR" } } as Purchase,
    { refund, dispute } as ProcessorPayment,
  ).map(({ kind }) => kind);

it("is the refund of what was delivered, and of nothing else", () => {
  for (const state of PURCHASE_STATES)
    for (const refund of REFUNDS)
      for (const dispute of DISPUTES) {
        const isDelivered = ["completed", "disputed", "won", "lost"].includes(state);
        expect([state, refund, kindsOf(state, refund, dispute).includes("late_refund")]).toEqual([
          ...[state, refund, isDelivered && refund === "succeeded"],
        ]);
      }
});

it("is the dispute of what was refunded, and its end when it is won", () => {
  expect(DISPUTES.map((dispute) => kindsOf("refunded", "succeeded", dispute))).toEqual([
    [],
    ["late_dispute"],
    ["late_dispute", "late_dispute_won"],
    ["late_dispute"],
  ]);
  for (const state of PURCHASE_STATES.filter((other) => other !== "refunded"))
    for (const dispute of DISPUTES) expect(kindsOf(state, "none", dispute)).toEqual([]);
});
