import { expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { lateEntriesOf } from "./late-entry.ts";
import type { ProcessorPayment } from "./ports.ts";
import { PURCHASE_STATES, type Purchase, type PurchaseState } from "./purchase.ts";

const REFUNDS = ["none", "pending", "succeeded", "failed"] as const;
const DISPUTES = ["none", "open", "won", "lost"] as const;

const kindsOf = (
  state: PurchaseState,
  refund: ProcessorPayment["refund"],
  dispute: ProcessorPayment["dispute"],
  byHand = false,
) =>
  lateEntriesOf(
    { progress: { kind: state, byHand }, quote: { source: minor(2_500n), currency: "EUR" } } as Purchase,
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

it("is a refund that failed after the end, of what was refunded or delivered", () => {
  for (const state of PURCHASE_STATES)
    for (const dispute of DISPUTES) {
      const hasEnded = ["completed", "disputed", "won", "lost", "refunded"].includes(state);
      expect([state, kindsOf(state, "failed", dispute).includes("late_refund_failed")]).toEqual([state, hasEnded]);
      for (const refund of ["none", "pending", "succeeded"] as const)
        expect(kindsOf(state, refund, dispute)).not.toContain("late_refund_failed");
    }
});

it("is a refund of the processor after one by hand", () => {
  for (const refund of REFUNDS)
    expect(kindsOf("refunded", refund, "none", true).includes("late_refund")).toBe(refund === "succeeded");
  expect(kindsOf("refunded", "succeeded", "none", false)).toEqual([]);
});

it("is the dispute of what was refunded, or of what was won before, and its end when it is won", () => {
  expect(DISPUTES.map((dispute) => kindsOf("refunded", "succeeded", dispute))).toEqual([
    [],
    ["late_dispute"],
    ["late_dispute", "late_dispute_won"],
    ["late_dispute"],
  ]);
  expect(DISPUTES.map((dispute) => kindsOf("won", "none", dispute))).toEqual([
    [],
    ["late_dispute"],
    ["late_dispute_won"],
    ["late_dispute"],
  ]);
  expect(DISPUTES.map((dispute) => kindsOf("lost", "none", dispute))).toEqual([[], [], ["late_dispute_won"], []]);
  for (const state of PURCHASE_STATES.filter((other) => !["refunded", "won", "lost"].includes(other)))
    for (const dispute of DISPUTES) expect(kindsOf(state, "none", dispute)).toEqual([]);
});
