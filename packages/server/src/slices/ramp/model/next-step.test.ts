import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import {
  factsOf,
  ID,
  OWED,
  PAYING,
  progressOf,
  purchaseIn,
  QUOTE,
  START,
  said,
  targetOf,
  timeAfter,
} from "../testing/next-step.harness.ts";
import {
  CARD_MS,
  type Facts,
  FOLLOWED_MS,
  HOLD_MS,
  INVOICE_LEFT_MS,
  LOOKS_MAX,
  nextStep,
  PAY_MS,
  pauseMs,
  type Step,
} from "./next-step.ts";
import type { ProcessorPayment } from "./ports.ts";
import { deliveryOf, isOver, type Progress, PURCHASE_STATES, type PurchaseState } from "./purchase.ts";

const DAY_MS = 86_400_000;

/** Pairs of states, as the constraint of the table has them. */
const TRANSITIONS: ReadonlySet<string> = (() => {
  const path = new URL("../../../../migrations/0018-ramp.sql", import.meta.url);
  const [, list = ""] =
    /purchase_transition check \(\(previous_state, state\) in \(([\s\S]*?)\)\)\n/.exec(readFileSync(path, "utf8")) ??
    [];
  return new Set([...list.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`));
})();

const holds = (states: readonly PurchaseState[], check: (facts: Facts, step: Step) => void) =>
  fc.assert(
    fc.property(factsOf(states), (facts) => check(facts, nextStep(facts))),
    { numRuns: inject("runs") * 4_000 },
  );

/** From which time on a purchase that is paid and not delivered goes back. */
const givenBackFrom = ({ purchase: { changedAt, progress } }: Facts) => {
  const until = "onHoldUntil" in progress ? progress.onHoldUntil : undefined;
  return Math.max(changedAt.getTime(), until?.getTime() ?? 0) + HOLD_MS;
};

describe("the next step of a purchase", () => {
  it("leads only along transitions that the table takes", () => {
    expect(TRANSITIONS.size).toBeGreaterThan(20);
    holds(PURCHASE_STATES, ({ purchase }, step) => {
      const target = targetOf(step);
      if (target !== undefined) expect(TRANSITIONS).toContain(`${purchase.progress.kind} ${target.to}`);
    });
  });

  it("leads out of no final state, and the table has no way out of one either", () => {
    const final = PURCHASE_STATES.filter(isOver);
    holds([...final, "quoted"], (_, step) => {
      expect(step.kind).toBe("wait");
    });
    holds(["quoted", "failed", "canceled", "expired"], (_, step) => {
      expect(step).toEqual({ kind: "wait", until: undefined });
    });
    for (const pair of TRANSITIONS) expect(final).not.toContain(pair.split(" ")[0]);
  });

  it("says why wherever a purchase fails, and nowhere else", () => {
    holds(PURCHASE_STATES, ({ purchase }, step) => {
      const target = targetOf(step);
      if (target === undefined) return;
      const fails = target.to === "failed" || (target.to === "refund_pending" && !isOver(purchase.progress.kind));
      expect([target.to, target.failure !== undefined]).toEqual([target.to, fails]);
    });
  });

  it("does nothing while the ledger is closed or the purchase waits for a restore, but to see what was paid and delivered", () => {
    for (const isClosed of [true, false])
      holds(PURCHASE_STATES, (facts) => {
        const step = nextStep({ ...facts, isClosed, purchase: { ...facts.purchase, waitsForRestore: !isClosed } });
        if (step.kind === "wait") return;
        const to = step.kind === "advance" ? step.to : step.kind;
        if (to === "completed") expect(facts.outcome?.kind).toBe("completed");
        else {
          expect(["authorized", "captured"]).toContain(to);
          expect([isClosed, facts.processor?.state]).toEqual([false, "captured"]);
        }
      });
  });

  it("gives no money back while a delivery may arrive", () => {
    holds(PURCHASE_STATES, ({ purchase, outcome }, step) => {
      const { kind } = purchase.progress;
      const isRefund = targetOf(step)?.to === "refund_pending";
      if (isRefund) expect(outcome?.kind === "failed" || deliveryOf(purchase) === undefined).toBe(true);
      if (step.kind === "refund") expect(kind).toBe("refund_pending");
      if (step.kind === "drop_delivery")
        expect([OWED.includes(kind), deliveryOf(purchase), outcome]).toEqual([true, expect.anything(), undefined]);
    });
  });

  it("gives back what was paid a day after the capture, or after its time on hold, and not before", () => {
    const [before, after] = [HOLD_MS - 1, HOLD_MS];
    for (const kind of ["captured", "on_hold"] as const)
      for (const hold of [undefined, 1, HOLD_MS / 2, HOLD_MS]) {
        const onHoldUntil = hold === undefined ? undefined : timeAfter(hold);
        const progress = { kind, reference: "pay_1", delivery: undefined, onHoldUntil, detail: undefined };
        const at = (ms: number) =>
          nextStep(said({ progress, now: timeAfter((hold ?? 0) + ms) }, { state: "captured" }));
        expect([kind, hold, at(before)]).toEqual([kind, hold, { kind: "prepare_delivery" }]);
        expect([kind, hold, at(after)]).toEqual([
          ...[kind, hold, expect.objectContaining({ to: "refund_pending", failure: "not_delivered_in_time" })],
        ]);
      }
    holds(["captured", "on_hold"], (facts, step) => {
      if (targetOf(step)?.failure === "not_delivered_in_time")
        expect(facts.now.getTime()).toBeGreaterThanOrEqual(givenBackFrom(facts));
    });
  });

  it("begins no delivery before the hold of a card has ended, but for what the node has paid already", () => {
    holds(["captured", "on_hold"], ({ purchase: { progress }, now, last }, step) => {
      if (step.kind !== "deliver" && step.kind !== "prepare_delivery") return;
      if (last?.kind === "drop_delivery" && last.wasPaid) return;
      const until = "onHoldUntil" in progress ? progress.onHoldUntil : undefined;
      expect(now.getTime()).toBeGreaterThanOrEqual(until?.getTime() ?? 0);
    });
  });

  it("puts the first purchase of a card on hold for as long as the operator wants, from the capture on", () => {
    holds(PURCHASE_STATES, ({ now, firstCardHoldMs, isKnownCard }, step) => {
      const target = targetOf(step);
      const until = isKnownCard || firstCardHoldMs === 0 ? undefined : new Date(now.getTime() + firstCardHoldMs);
      expect(target?.onHoldUntil).toEqual(target?.to === "captured" ? until : undefined);
    });
  });

  it("begins no delivery of what the processor has given back, nor while it says nothing", () => {
    holds(["captured", "on_hold"], ({ processor, last }, step) => {
      if (step.kind !== "deliver" && step.kind !== "prepare_delivery") return;
      if (last?.kind === "drop_delivery" && last.wasPaid) return;
      expect(["none", "failed"]).toContain(processor?.refund);
      expect(["none", "won"]).toContain(processor?.dispute);
    });
  });

  it("pays no invoice that has hardly any time left", () => {
    holds(["captured", "on_hold"], ({ purchase, invoiceExpiresAt, now, last }, step) => {
      if (step.kind !== "deliver" || deliveryOf(purchase)?.kind !== "invoice" || last !== undefined) return;
      expect(Number(invoiceExpiresAt) - now.getTime()).toBeGreaterThanOrEqual(INVOICE_LEFT_MS);
    });
  });

  it("refunds nothing that is disputed", () => {
    holds(PURCHASE_STATES, ({ processor }, step) => {
      if (step.kind === "refund") expect(["none", "won"]).toContain(processor?.dispute);
    });
  });

  it("gives no authorization up after the capture, nor while the processor says that it was captured", () => {
    holds(PURCHASE_STATES, ({ purchase: { progress }, processor }, step) => {
      if (step.kind !== "cancel") return;
      expect([...PAYING, "authorized"]).toContain(progress.kind);
      if (progress.kind === "authorized") expect(processor?.state).not.toBe("captured");
    });
  });

  it("writes an authorization down as given up when the processor says so, and not because it was asked to", () => {
    holds([...PAYING, "authorized"], (facts, step) => {
      const { last, processor } = facts;
      if (last?.kind !== "cancel") return;
      if (processor?.state === "canceled") expect(step).toEqual(last.next);
      else expect(step.kind).toBe("wait");
    });
    holds([...PAYING, "authorized"], ({ processor, purchase: { progress } }, step) => {
      if (step.kind !== "advance" || !["failed", "canceled", "expired"].includes(step.to)) return;
      const isBegun = progress.kind !== "quoted" && progress.reference !== undefined;
      expect([isBegun, processor?.state]).toEqual([isBegun, isBegun ? "canceled" : processor?.state]);
    });
  });

  it("gives up an authorization for which no bitcoin is sold", () => {
    holds(PAYING, ({ last, processor, purchase: { progress } }, step) => {
      if (last?.kind !== "advance") return;
      expect(targetOf(step)?.to).not.toBe("authorized");
      const isOfIt = processor?.purchaseId === ID && processor.amount === 2_500n && processor.currency === "EUR";
      if (!isOfIt || processor.state === "canceled" || !("reference" in progress) || progress.reference === undefined)
        return;
      expect(step).toMatchObject({ kind: "cancel", next: { to: "failed", failure: last.refusal } });
    });
  });

  it("does not do again at once what has come to nothing", () => {
    holds(PURCHASE_STATES, ({ last }, step) => {
      if (last !== undefined && last.kind !== "advance") expect(step.kind).not.toBe(last.kind);
      if (last?.kind === "prepare_delivery") expect(step.kind).not.toBe("deliver");
    });
  });

  it("gives up on a recipient that takes nothing, and on one whose invoices cannot be paid after some looks", () => {
    holds(["authorized", ...OWED], ({ last, purchase }, step) => {
      const target = targetOf(step);
      if (target?.failure !== "destination_failed" || last === undefined) return;
      if (last.kind === "prepare_delivery") expect(last.isFinal).toBe(true);
      else if (last.kind === "deliver") expect([last.isDropped, purchase.tries >= LOOKS_MAX]).toEqual([true, true]);
      else expect(last.kind).toBe("cancel");
    });
    const owed = {
      kind: "captured",
      reference: "pay_1",
      delivery: undefined,
      onHoldUntil: undefined,
      detail: undefined,
    } as const;
    const dropped = { kind: "deliver", isDropped: true, detail: "invoice_in_use" } as const;
    const at = (tries: number) =>
      nextStep({ ...said({ progress: owed }, {}), purchase: purchaseIn(owed, tries), last: dropped });
    expect(at(LOOKS_MAX - 1).kind).toBe("wait");
    expect(at(LOOKS_MAX)).toEqual({
      kind: "advance",
      to: "refund_pending",
      failure: "destination_failed",
      detail: "invoice_in_use",
    });
    // Another process has bound it to another payment meanwhile: that one counts.
    const delivery = { kind: "onchain", paymentId: "pay" as PaymentId } as const;
    const rebound = { ...said({ progress: owed }, {}), purchase: purchaseIn({ ...owed, delivery }, LOOKS_MAX) };
    expect(nextStep({ ...rebound, last: dropped }).kind).toBe("wait");
    const refused = { kind: "prepare_delivery", isFinal: true, detail: "address_not_found" } as const;
    expect(nextStep({ ...rebound, last: refused }).kind).toBe("wait");
    const facts = said({ progress: owed }, {});
    expect(nextStep({ ...facts, last: refused })).toMatchObject({
      to: "refund_pending",
      failure: "destination_failed",
    });
    const progress = { kind: "authorized", reference: "pay_1", delivery: undefined } as const;
    expect(nextStep({ ...facts, purchase: purchaseIn(progress), last: refused })).toMatchObject({
      kind: "cancel",
      next: { to: "failed", failure: "destination_failed", detail: "address_not_found" },
    });
  });

  it("is on hold, for a pause at first, when the payment cannot begin now", () => {
    const last = { kind: "deliver", isDropped: false, detail: "sending_paused" } as const;
    const progress = {
      kind: "captured",
      reference: "pay_1",
      delivery: undefined,
      onHoldUntil: undefined,
      detail: undefined,
    } as const;
    const facts = { ...said({ progress }, {}), last };
    const dueAt = new Date(facts.now.getTime() + pauseMs(0));
    expect(nextStep(facts)).toEqual({ kind: "advance", to: "on_hold", detail: "sending_paused", dueAt });
    const onHold = { ...facts, purchase: purchaseIn({ ...progress, kind: "on_hold" }) };
    expect(nextStep(onHold)).toEqual({ kind: "wait", until: dueAt });
  });

  it("is what the node has paid already, also after a day: it is written down by beginning it again", () => {
    holds(["captured", "on_hold"], ({ last, outcome }, step) => {
      if (last?.kind !== "drop_delivery" || outcome !== undefined) return;
      expect(step.kind).toBe(last.wasPaid ? "deliver" : "wait");
    });
  });

  it("captures only what the bank has authorized, with an invoice that can still be paid, or for an address of the chain", () => {
    holds(PURCHASE_STATES, ({ purchase, processor, invoiceExpiresAt, now }, step) => {
      if (step.kind !== "capture") return;
      const delivery = deliveryOf(purchase);
      expect([purchase.progress.kind, delivery]).toEqual(["authorized", expect.anything()]);
      expect(processor).toBeDefined();
      if (delivery?.kind === "invoice")
        expect(Number(invoiceExpiresAt)).toBeGreaterThanOrEqual(now.getTime() + INVOICE_LEFT_MS);
    });
  });

  it("sells only for a payment of this purchase, over its amount, in its currency", () => {
    holds(["requires_payment", "requires_action"], ({ processor }, step) => {
      if (targetOf(step)?.to !== "authorized") return;
      expect(processor).toMatchObject({ purchaseId: ID, amount: 2_500n, currency: "EUR" });
      expect(["authorized", "captured"]).toContain(processor?.state);
    });
  });

  it("is completed by a payment that is, and by nothing else", () => {
    holds(PURCHASE_STATES, ({ purchase, outcome }, step) => {
      const isDone = purchase.progress.kind === "delivering" && outcome?.kind === "completed";
      expect(targetOf(step)?.to === "completed").toBe(isDone);
    });
  });

  it("blocks the user before a dispute is lost", () => {
    holds(["disputed"], ({ purchase }, step) => {
      if (targetOf(step)?.to === "lost") expect(purchase.tries).toBeGreaterThan(0);
      if (step.kind === "block_user") expect(purchase.tries).toBe(0);
    });
  });

  it("is another look at what has ended, for a month; and while the processor is silent or a dispute is open", () => {
    for (const ms of [0, FOLLOWED_MS - 1, FOLLOWED_MS])
      holds(["refunded", "won", "lost"], (facts) => {
        const { processor, isProcessorLost } = facts;
        const isSilent = processor === undefined && !isProcessorLost;
        const isOpen = isSilent || processor?.dispute === "open" || ms < FOLLOWED_MS;
        const step = nextStep({ ...facts, now: new Date(facts.purchase.changedAt.getTime() + ms) });
        expect(step).toMatchObject({ kind: "wait", until: isOpen ? expect.any(Date) : undefined });
      });
  });

  it("is no look for ever at a delivered purchase whose processor is not set any more: a message may wake it", () => {
    const [completed] = fc.sample(progressOf("completed"), 1);
    if (completed === undefined) throw new Error("no sample");
    const at = (ms: number, isProcessorLost: boolean) => {
      const facts = { ...said({ progress: completed }, {}), processor: undefined, isProcessorLost };
      return nextStep({ ...facts, now: new Date(facts.purchase.changedAt.getTime() + ms) });
    };
    const again = { kind: "wait", until: expect.any(Date) };
    expect([at(FOLLOWED_MS - 1, true), at(FOLLOWED_MS, false)]).toEqual([again, again]);
    expect(at(FOLLOWED_MS, true)).toEqual({ kind: "wait", until: undefined });
  });

  it("is a slow look at what only a processor that is not set any more could end, and an end where nothing was paid", () => {
    const at = (kind: PurchaseState, ms: number, isProcessorLost = true) => {
      const [drawn] = fc.sample(progressOf(kind), 1);
      if (drawn === undefined) throw new Error("no sample");
      const progress = { ...drawn, reference: "pay_1", begunAt: timeAfter(0) } as Progress;
      const facts = { ...said({ progress, now: timeAfter(ms) }, {}), processor: undefined, isProcessorLost };
      const step = nextStep(facts);
      return step.kind === "wait" ? Number(step.until) - facts.now.getTime() : (targetOf(step)?.to ?? step.kind);
    };
    for (const kind of ["requires_payment", "requires_action"] as const) {
      const [hour, end] = [at(kind, FOLLOWED_MS - 1), at(kind, FOLLOWED_MS)];
      expect([hour, end, at(kind, FOLLOWED_MS, false)]).toEqual([
        3_600_000,
        "expired",
        pauseMs(purchaseIn({ kind } as Progress).tries),
      ]);
    }
    for (const ms of [0, FOLLOWED_MS]) expect(at("refund_pending", ms)).toBe(3_600_000);
    expect(at("refund_pending", 0, false)).toBeLessThan(3_600_000);
  });

  it("waits with an end for everything that has one, and never into the past", () => {
    holds(PURCHASE_STATES, ({ purchase, now, processor }, step) => {
      const { kind } = purchase.progress;
      if (step.kind !== "wait") return;
      if (step.until !== undefined) expect(Number(step.until)).toBeGreaterThan(now.getTime());
      else expect(isOver(kind) || kind === "quoted" || processor !== undefined).toBe(true);
      if (["completed", "refund_failed", "disputed", "quoted"].includes(kind) || isOver(kind)) return;
      expect(Number(step.until) - now.getTime()).toBeLessThanOrEqual(Math.max(60_000, 2 * DAY_MS));
    });
  });

  it("is an end after its time for each state that waits for a person, a recipient or an operator", () => {
    const ends = { requires_payment: "expired", requires_action: "expired", authorized: "failed" } as const;
    for (const state of ["requires_payment", "requires_action", "authorized", "captured", "on_hold"] as const) {
      const [drawn] = fc.sample(progressOf(state), 1);
      if (drawn === undefined) throw new Error("no sample");
      const progress = { ...drawn, reference: "pay_1", ...("delivery" in drawn ? { delivery: undefined } : {}) };
      const found = nextStep(
        said({ progress: progress as Progress, now: timeAfter(4 * HOLD_MS) }, { state: "waiting" }),
      );
      if (state === "captured" || state === "on_hold")
        expect(found).toMatchObject({ kind: "advance", to: "refund_pending" });
      else expect([found.kind, targetOf(found)?.to]).toEqual(["cancel", ends[state]]);
    }
  });

  it("gives a purchase without a card up a minute after its price, and one whose bank asks after ten", () => {
    const begunAt = timeAfter(0);
    const at = (ms: number, state: ProcessorPayment["state"]) => {
      const kind = state === "requires_action" ? "requires_action" : "requires_payment";
      const step = nextStep(said({ progress: { kind, begunAt, reference: "pay_1" }, now: timeAfter(ms) }, { state }));
      return targetOf(step)?.to ?? step.kind;
    };
    const priceEnds = QUOTE.until.getTime() - START;
    expect([at(priceEnds + CARD_MS - 1, "waiting"), at(priceEnds + CARD_MS, "waiting")]).toEqual(["wait", "expired"]);
    expect([at(PAY_MS - 1, "requires_action"), at(PAY_MS, "requires_action")]).toEqual(["wait", "expired"]);
  });
});
