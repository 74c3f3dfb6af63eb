import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { factsOf, progressOf, purchaseIn, timeAfter } from "../testing/next-step.harness.ts";
import { HOLD_MS, nextStep, RESOLVE_MS } from "./next-step.ts";
import { deliveryOf, type Progress, PURCHASE_STATES } from "./purchase.ts";
import { waitingOf } from "./waiting.ts";

const NOW = timeAfter(1_000);
const paid = { reference: "pay_1", delivery: undefined, detail: undefined };
const authorized: Progress = { kind: "authorized", reference: "pay_1", delivery: undefined };
const captured: Progress = { kind: "captured", ...paid, onHoldUntil: undefined };
const onHold = (until?: number): Progress => ({
  kind: "on_hold",
  ...paid,
  onHoldUntil: until === undefined ? undefined : timeAfter(until),
});

describe("for what a purchase waits", () => {
  it("is its destination, once that was tried in vain, until it is given up", () => {
    expect(waitingOf(purchaseIn(authorized), NOW)).toBeUndefined();
    const waiting = { on: "destination", until: timeAfter(RESOLVE_MS) };
    expect(waitingOf(purchaseIn(authorized, 1), NOW)).toEqual(waiting);
    const delivery = { kind: "invoice", invoice: "lnbc1", paymentId: "pay" as never } as const;
    expect(waitingOf(purchaseIn({ ...authorized, delivery }, 1), NOW)).toBeUndefined();
  });

  it("is the sending, when the card has paid and nothing was begun, until the money goes back", () => {
    const sending = (ms: number) => ({ on: "sending", until: timeAfter(ms) });
    expect(waitingOf(purchaseIn(captured), NOW)).toBeUndefined();
    expect(waitingOf(purchaseIn(captured, 1), NOW)).toEqual(sending(HOLD_MS));
    expect(waitingOf(purchaseIn(onHold()), NOW)).toEqual(sending(HOLD_MS));
    expect(waitingOf(purchaseIn(onHold(500)), NOW)).toEqual(sending(HOLD_MS + 500));
    expect(waitingOf(purchaseIn(onHold(1_000)), NOW)).toEqual(sending(HOLD_MS + 1_000));
  });

  it("is the first time of a card, until it is delivered", () => {
    const first = { on: "first_card", until: timeAfter(7_000) };
    expect(waitingOf(purchaseIn(onHold(7_000)), NOW)).toEqual(first);
    expect(waitingOf(purchaseIn({ ...onHold(7_000), kind: "captured" } as Progress), NOW)).toEqual(first);
  });

  it("is nothing in other states, and nothing that is known after a restore", () => {
    for (const state of PURCHASE_STATES)
      fc.assert(
        fc.property(progressOf(state), fc.nat(3), (progress, tries) => {
          const purchase = purchaseIn(progress, tries);
          expect(waitingOf({ ...purchase, waitsForRestore: true }, NOW)).toBeUndefined();
          if (!["authorized", "captured", "on_hold"].includes(state)) expect(waitingOf(purchase, NOW)).toBeUndefined();
        }),
        { numRuns: inject("runs") * 20 },
      );
  });

  it("ends when it says so: then the machine gives it up and looks for no way any more", () => {
    fc.assert(
      fc.property(factsOf(["authorized", "captured", "on_hold"]), (facts) => {
        const { purchase, processor, last } = facts;
        const waiting = waitingOf(purchase, facts.now);
        if (waiting === undefined || last !== undefined || processor?.dispute === "open") return;
        const isOver = facts.now >= waiting.until;
        const step = nextStep(facts);
        if (isOver) expect(["deliver", "prepare_delivery", "capture"]).not.toContain(step.kind);
        else if (processor?.state === "waiting" && deliveryOf(purchase) === undefined && processor.refund === "none")
          expect(["prepare_delivery", "wait", "advance"]).toContain(step.kind);
      }),
      { numRuns: inject("runs") * 2_000 },
    );
  });
});
