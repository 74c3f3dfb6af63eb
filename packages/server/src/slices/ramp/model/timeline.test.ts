import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { PURCHASE_FAILURES } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import { progressOf, purchaseIn, timeAfter } from "../testing/next-step.harness.ts";
import { HOLD_MS, PAY_MS, RESOLVE_MS } from "./next-step.ts";
import {
  type Progress,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseFailureCode,
  type PurchaseState,
} from "./purchase.ts";
import { purchaseHappenings, purchaseStanding } from "./timeline.ts";

const READ = { now: timeAfter(1_000), deliveryEndsBy: timeAfter(99_000) };
const DUE = timeAfter(5_000);

const ENDED: readonly PurchaseState[] = ["completed", "failed", "canceled", "expired", "refunded", "won", "lost"];
const WHERE: Readonly<Record<PurchaseState, string>> = {
  quoted: "card",
  requires_payment: "card",
  requires_action: "card",
  authorized: "promised",
  captured: "paid",
  on_hold: "paid",
  delivering: "sent",
  completed: "arrived",
  disputed: "arrived",
  won: "arrived",
  lost: "lost",
  refund_pending: "refund",
  refund_failed: "operator",
  refunded: "back",
  failed: "card",
  canceled: "card",
  expired: "card",
};

const due = (progress: Progress): Purchase => ({ ...purchaseIn(progress), dueAt: DUE });

describe("how a purchase stands", () => {
  it.each(PURCHASE_STATES)(
    "that is %s: where the money is, why, and what happens next while something does",
    (state) => {
      fc.assert(
        fc.property(progressOf(state), (progress) => {
          const standing = purchaseStanding(due(progress), READ);
          expect(standing.status).toBe(state);
          expect(standing.where.key).toBe(`progress_buy_where_${WHERE[state]}`);
          expect(standing.nextCheckAt).toEqual(ENDED.includes(state) ? undefined : DUE);
          const saysNext = !ENDED.includes(state) || state === "refunded";
          expect(standing.next !== undefined).toBe(saysNext);
        }),
        { numRuns: inject("runs") * 20 },
      );
    },
  );

  it.each(Object.keys(PURCHASE_FAILURES) as PurchaseFailureCode[])("says why it failed: %s", (failureCode) => {
    const failed = { failureCode, reference: "pay_1", detail: undefined, endedAt: timeAfter(0) };
    for (const progress of [
      { kind: "failed", ...failed },
      { kind: "refund_pending", ...failed, delivery: undefined },
    ] as const)
      expect(purchaseStanding(due(progress), READ).why).toEqual(message(PURCHASE_FAILURES[failureCode]));
  });

  it("says when it is over at the latest, by the bounds of its next step", () => {
    const endOf = (progress: Progress) => purchaseStanding(due(progress), READ).endsBy;
    const paid = { reference: "pay_1", delivery: undefined, detail: undefined };
    const delivery = { kind: "invoice", invoice: "lnbc1", paymentId: "pay" as never } as const;
    expect(endOf({ kind: "requires_payment", begunAt: timeAfter(0), reference: undefined })).toEqual(timeAfter(PAY_MS));
    expect(endOf({ kind: "authorized", reference: "pay_1", delivery: undefined })).toEqual(timeAfter(RESOLVE_MS));
    expect(endOf({ kind: "on_hold", ...paid, onHoldUntil: undefined })).toEqual(timeAfter(HOLD_MS));
    expect(endOf({ kind: "on_hold", ...paid, onHoldUntil: timeAfter(7_000) })).toEqual(timeAfter(HOLD_MS + 7_000));
    expect(endOf({ kind: "delivering", reference: "pay_1", delivery })).toEqual(READ.deliveryEndsBy);
    expect(endOf({ kind: "disputed", reference: "pay_1", delivery, endedAt: timeAfter(0) })).toBeUndefined();
  });

  it("tells a hold of a first card, the chain, and a restore from the rest", () => {
    const held = { kind: "on_hold", reference: "pay_1", delivery: undefined, detail: undefined } as const;
    const whyOf = (purchase: Purchase) => purchaseStanding(purchase, READ).why.key;
    expect(whyOf(due({ ...held, onHoldUntil: timeAfter(2_000) }))).toBe("progress_buy_why_first_card");
    expect(whyOf(due({ ...held, onHoldUntil: timeAfter(1_000) }))).toBe("progress_buy_why_on_hold");
    const onchain = { kind: "onchain", paymentId: "pay" as never } as const;
    expect(whyOf(due({ kind: "delivering", reference: "pay_1", delivery: onchain }))).toBe("progress_buy_why_chain");
    const waiting = { ...due({ ...held, onHoldUntil: undefined }), waitsForRestore: true };
    expect(whyOf(waiting)).toBe("progress_buy_why_restored");
    expect(purchaseStanding(waiting, READ).endsBy).toBeUndefined();
  });
});

describe("what happened to a purchase", () => {
  const begun = { begunAt: timeAfter(1_000), endedAt: undefined, declinedAt: undefined };
  const authorized = purchaseIn({ kind: "authorized", reference: "pay_1", delivery: undefined });

  it("is its price, the decision to pay, declined cards, and what the books of the cards have", () => {
    const booked = [
      { kind: "sale", amountMinor: 2_500n, at: timeAfter(3_000) },
      { kind: "processor_fee", amountMinor: 75n, at: timeAfter(4_000) },
      { kind: "late_refund", amountMinor: 2_500n, at: timeAfter(5_000) },
    ];
    const happened = purchaseHappenings({ ...authorized, ...begun, declines: 2, declinedAt: timeAfter(2_000) }, booked);
    expect(happened.map(({ said }) => said)).toEqual([
      message("progress_buy_did_quoted", { amount: authorized.quote.amount, money: "25.00 EUR" }),
      message("progress_buy_did_begun"),
      message("progress_buy_did_declined", { count: 2 }),
      message("progress_buy_did_sale", { money: "25.00 EUR" }),
      message("progress_buy_did_refund", { money: "25.00 EUR" }),
    ]);
  });

  it.each([
    ["completed", "delivered"],
    ["disputed", "delivered"],
    ["failed", "failed"],
    ["canceled", "canceled"],
    ["expired", "expired"],
  ] as const)("is its end: %s", (state, end) => {
    fc.assert(
      fc.property(progressOf(state), (progress) => {
        const happened = purchaseHappenings({ ...purchaseIn(progress), ...begun, endedAt: timeAfter(9_000) }, []);
        expect(happened.at(-1)).toMatchObject({ at: timeAfter(9_000), said: { key: `progress_buy_did_${end}` } });
      }),
    );
  });
});
