import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Outcome } from "#payments";
import { type Advance, type Facts, HOLD_MS, nextStep, PAY_MS, RESOLVE_MS, type Step } from "./next-step.ts";
import type { ProcessorPayment } from "./ports.ts";
import { isOver, PURCHASE_STATES, type Purchase, type PurchaseId, type PurchaseState } from "./purchase.ts";

const ID = "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20" as PurchaseId;
const START = Date.parse("2026-01-01T00:00:00Z");
const DAY_MS = 86_400_000;

/** Pairs of states, as the constraint of the table has them. */
const TRANSITIONS: ReadonlySet<string> = (() => {
  const path = new URL("../../../../migrations/0018-ramp.sql", import.meta.url);
  const [, list = ""] =
    /purchase_transition check \(\(previous_state, state\) in \(([\s\S]*?)\)\)\n/.exec(readFileSync(path, "utf8")) ??
    [];
  return new Set([...list.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`));
})();

const PAID: readonly PurchaseState[] = ["captured", "on_hold", "delivering"];
const timeAfter = (ms: number) => new Date(START + ms);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const ages = fc.constantFrom(0, 1_000, RESOLVE_MS, PAY_MS, HOLD_MS, 3 * HOLD_MS);

const processors: fc.Arbitrary<ProcessorPayment> = fc.record({
  reference: fc.constant("pay_1"),
  purchaseId: fc.constantFrom(ID, undefined, "another"),
  amount: fc.constantFrom(minor(2_500n), minor(1n)),
  currency: fc.constantFrom("EUR", "USD"),
  state: fc.constantFrom("waiting", "requires_action", "authorized", "captured", "canceled"),
  declined: fc.constant(undefined),
  declines: fc.nat(4),
  refund: fc.constantFrom("none", "pending", "succeeded", "failed"),
  dispute: fc.constantFrom("none", "open", "won", "lost"),
  fee: maybe(fc.constant(minor(75n))),
  card: fc.constant(undefined),
});

const outcomes = fc
  .constantFrom<Outcome["kind"][]>("completed", "failed", "pending")
  .map((kind) => ({ kind, fee: msats(0n), code: "no_route" }) as unknown as Outcome);

const purchases = (state: PurchaseState): fc.Arbitrary<Purchase> =>
  fc
    .record({
      ...{ hasReference: fc.boolean(), hasPayment: fc.boolean(), isOnchain: fc.boolean() },
      ...{ tries: fc.nat(20), heldMs: maybe(ages) },
    })
    .map(({ hasReference, hasPayment, isOnchain, tries, heldMs }) => ({
      ...{ id: ID, state, version: 1, tries, declines: 0, fillsSession: true, processor: "test" },
      ...{ sessionId: "s" as never, projectId: "p" as never, userId: "u" as never },
      quote: {
        ...{ currency: "EUR", source: minor(2_500n), fee: minor(50n), price: minor(9_200_000n) },
        ...{
          networkFee: isOnchain ? msats(282_000n) : undefined,
          priceSource: "fixed",
          amount: msats(26_630_000n),
          until: timeAfter(60_000),
        },
      },
      ...{ limitMinor: minor(2_500n), feeLimit: msats(10_000n), destination: "a@b.example", card: undefined },
      reference: hasReference || state !== "requires_payment" ? "pay_1" : undefined,
      delivery:
        hasPayment || state === "delivering"
          ? {
              ...(isOnchain ? ({ kind: "onchain" } as const) : ({ kind: "invoice", invoice: "lnbc1" } as const)),
              paymentId: "pay" as PaymentId,
            }
          : undefined,
      ...{ soldTransferId: "t" as TransferId, failureCode: undefined, detail: undefined, dueAt: undefined },
      heldUntil: heldMs === undefined ? undefined : timeAfter(heldMs),
      ...{ createdAt: timeAfter(0), begunAt: timeAfter(0), changedAt: timeAfter(0), endedAt: timeAfter(0) },
    }));

const factsOf = (states: readonly PurchaseState[]): fc.Arbitrary<Facts> =>
  fc.constantFrom(...states).chain((state) =>
    fc
      .record({
        purchase: purchases(state),
        now: ages.map(timeAfter),
        processor: maybe(processors),
        outcome: maybe(outcomes),
        invoiceExpiresAt: maybe(ages.map(timeAfter)),
      })
      // There is no payment without the id that a purchase was bound to.
      .map((facts) => (facts.purchase.delivery === undefined ? { ...facts, outcome: undefined } : facts)),
  );

function targetOf(step: Step): Advance | undefined {
  if (step.kind === "cancel") return step.then;
  return step.kind === "advance" ? step : undefined;
}

const holds = (states: readonly PurchaseState[], check: (facts: Facts, step: Step) => void) =>
  fc.assert(
    fc.property(factsOf(states), (facts) => check(facts, nextStep(facts))),
    { numRuns: 2_000 },
  );

describe("the next step of a purchase", () => {
  it("leads only along transitions that the table takes", () => {
    expect(TRANSITIONS.size).toBeGreaterThan(20);
    holds(PURCHASE_STATES, ({ purchase }, step) => {
      const target = targetOf(step);
      if (target !== undefined) expect(TRANSITIONS).toContain(`${purchase.state} ${target.to}`);
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

  it("gives no money back while a delivery may arrive", () => {
    holds(PURCHASE_STATES, ({ purchase, outcome }, step) => {
      const isRefund = targetOf(step)?.to === "refund_pending";
      if (isRefund) expect(outcome?.kind === "failed" || purchase.delivery === undefined).toBe(true);
      if (step.kind === "refund") expect(purchase.state).toBe("refund_pending");
      if (step.kind === "drop_delivery") expect([PAID.includes(purchase.state), outcome]).toEqual([true, undefined]);
    });
  });

  it("begins no delivery of what the processor has given back, nor while it says nothing", () => {
    holds(["captured", "on_hold"], ({ processor }, step) => {
      if (step.kind !== "deliver" && step.kind !== "prepare_delivery") return;
      expect(["none", "failed"]).toContain(processor?.refund);
      expect(["none", "won"]).toContain(processor?.dispute);
    });
  });

  it("refunds nothing that is disputed", () => {
    holds(PURCHASE_STATES, ({ processor }, step) => {
      if (step.kind === "refund") expect(["none", "won"]).toContain(processor?.dispute);
    });
  });

  it("gives no authorization up after the capture, nor while the processor says that it was captured", () => {
    holds(PURCHASE_STATES, ({ purchase, processor }, step) => {
      if (step.kind !== "cancel") return;
      expect(["requires_payment", "requires_action", "authorized"]).toContain(purchase.state);
      if (purchase.state === "authorized") expect(processor?.state).not.toBe("captured");
    });
  });

  it("captures only what the bank has authorized, with an invoice that can still be paid, or for an address of the chain", () => {
    holds(PURCHASE_STATES, ({ purchase, processor, invoiceExpiresAt, now }, step) => {
      if (step.kind !== "capture") return;
      expect([purchase.state, purchase.delivery]).toEqual(["authorized", expect.anything()]);
      expect(processor).toBeDefined();
      if (purchase.delivery?.kind === "invoice")
        expect(Number(invoiceExpiresAt)).toBeGreaterThanOrEqual(now.getTime() + 30_000);
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
      const isDone = purchase.state === "delivering" && outcome?.kind === "completed";
      expect(targetOf(step)?.to === "completed").toBe(isDone);
    });
  });

  it("blocks the user before a dispute is lost", () => {
    holds(["disputed"], ({ purchase }, step) => {
      if (targetOf(step)?.to === "lost") expect(purchase.tries).toBeGreaterThan(0);
      if (step.kind === "block_user") expect(purchase.tries).toBe(0);
    });
  });

  it("is another look at what has ended while the processor does not answer, and at a refund that is disputed", () => {
    holds(["refunded", "won", "lost"], ({ purchase, processor }, step) => {
      const isOpen = processor === undefined || (purchase.state === "refunded" && processor.dispute === "open");
      expect(step).toMatchObject({ kind: "wait", until: isOpen ? expect.any(Date) : undefined });
    });
  });

  it("waits with an end for everything that has one, and never into the past", () => {
    holds(PURCHASE_STATES, ({ purchase, now, processor }, step) => {
      if (step.kind !== "wait") return;
      if (step.until !== undefined) expect(Number(step.until)).toBeGreaterThan(now.getTime());
      else expect(isOver(purchase.state) || purchase.state === "quoted" || processor !== undefined).toBe(true);
      if (["completed", "refund_failed", "disputed", "quoted"].includes(purchase.state) || isOver(purchase.state))
        return;
      expect(Number(step.until) - now.getTime()).toBeLessThanOrEqual(Math.max(60_000, 3 * DAY_MS));
    });
  });

  it("is an end after its time for each state that waits for a person, a recipient or an operator", () => {
    const late = timeAfter(3 * HOLD_MS + DAY_MS);
    const step = (state: PurchaseState, change: Partial<Facts>) => {
      const [purchase] = fc.sample(purchases(state), 1);
      if (purchase === undefined) throw new Error("no sample");
      const [processor] = fc.sample(processors, 1);
      const said = {
        ...processor,
        purchaseId: ID,
        amount: minor(2_500n),
        currency: "EUR",
        declines: 0,
      } as ProcessorPayment;
      return nextStep({
        ...{ purchase: { ...purchase, reference: "pay_1", delivery: undefined }, now: late },
        ...{ processor: { ...said, state: "waiting" }, outcome: undefined, invoiceExpiresAt: undefined },
        ...change,
      });
    };
    const ends = { requires_payment: "expired", requires_action: "expired", authorized: "failed" } as const;
    for (const state of ["requires_payment", "requires_action", "authorized"] as const) {
      const found = step(state, {});
      expect([found.kind, targetOf(found)?.to]).toEqual(["cancel", ends[state]]);
    }
    for (const state of ["captured", "on_hold"] as const)
      expect(step(state, {})).toMatchObject({ kind: "advance", to: "refund_pending" });
  });
});
