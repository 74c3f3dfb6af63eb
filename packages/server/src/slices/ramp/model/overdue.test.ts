import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { progressOf, purchaseIn, timeAfter } from "../testing/next-step.harness.ts";
import { overdueOf } from "./overdue.ts";
import { PURCHASE_STATES } from "./purchase.ts";

const DAY_MS = 86_400_000;

describe("a purchase that does not go on", () => {
  it("is told to the operator a day after it should have gone on, and none that goes on by itself", () => {
    const waiting = ["requires_payment", "requires_action", "authorized", "refund_pending"];
    const toldAfter = (ms: number) =>
      PURCHASE_STATES.filter((kind) => {
        const [progress] = fc.sample(progressOf(kind), 1);
        if (progress === undefined) throw new Error("no sample");
        const purchase = purchaseIn("onHoldUntil" in progress ? { ...progress, onHoldUntil: undefined } : progress);
        return overdueOf({ purchase, now: timeAfter(ms) }) !== undefined;
      });
    expect(toldAfter(DAY_MS - 1)).toEqual([]);
    expect(toldAfter(DAY_MS).toSorted()).toEqual(waiting.toSorted());
    expect(toldAfter(DAY_MS + 3_600_000).toSorted()).toEqual([...waiting, "captured", "on_hold"].toSorted());
  });
});
