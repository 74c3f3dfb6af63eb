import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type BumpFacts, CHILD_VBYTES, planChild } from "./plan-child.ts";

const SAT = 1_000n;
const DUST = 330n * SAT;

const given: fc.Arbitrary<BumpFacts> = fc.record({
  parent: fc.record({
    vbytes: fc.bigInt({ min: 60n, max: 20_000n }),
    fee: fc.bigInt({ min: 0n, max: 100_000n }).map(sats),
  }),
  change: fc.option(fc.record({ index: fc.nat(3), amount: fc.bigInt({ min: 330n, max: 5_000_000n }).map(sats) }), {
    nil: undefined,
  }),
  rate: fc.bigInt({ min: 0n, max: 500_000n }),
  maxCost: fc.bigInt({ min: 0n, max: 3_000_000n }).map(sats),
});

describe("the child of a payment", () => {
  const holds = (check: (facts: BumpFacts, plan: ReturnType<typeof planChild>) => void) =>
    fc.assert(
      fc.property(given, (facts) => check(facts, planChild(facts))),
      { numRuns: inject("runs") * 2_000 },
    );

  it("lifts both to the wanted rate, and by no more than a sat for each of its virtual bytes", () => {
    holds(({ parent, rate }, plan) => {
      if (plan.kind !== "child") return;
      const paid = parent.fee + plan.cost;
      const wanted = (parent.vbytes + CHILD_VBYTES) * rate;
      expect(paid).toBeGreaterThanOrEqual(wanted);
      const isLeast = plan.satsPerVbyte === 1n;
      if (!isLeast) expect(paid - wanted).toBeLessThan(CHILD_VBYTES * SAT);
      expect(plan.cost).toBe(plan.satsPerVbyte * CHILD_VBYTES * SAT);
    });
  });

  it("costs no more than the limit, and leaves an output that nodes relay", () => {
    holds(({ change, maxCost }, plan) => {
      if (plan.kind !== "child") return;
      expect(plan.cost).toBeLessThanOrEqual(maxCost);
      expect(plan.index).toBe(change?.index);
      expect((change?.amount ?? 0n) - plan.cost).toBeGreaterThanOrEqual(DUST);
    });
  });

  it("is refused by its reason, and by nothing else", () => {
    holds(({ parent, change, rate, maxCost }, plan) => {
      if (plan.kind !== "refused") return;
      switch (plan.reason) {
        case "no_change":
          expect(change).toBeUndefined();
          break;
        case "paid_enough":
          expect(parent.fee).toBeGreaterThanOrEqual(parent.vbytes * rate);
          break;
        case "max_cost":
          expect(plan.cost).toBeGreaterThan(maxCost);
          break;
        case "change_too_small":
          expect(change?.amount).toBeLessThan(plan.cost + DUST);
      }
    });
  });

  const PARENT = { vbytes: 141n, fee: sats(141n) };
  const CHANGE = { index: 1, amount: sats(50_000n) };

  it.each([
    // 252 virtual bytes at 10 sat are 2,520 sat; 141 are paid, 2,379 are missing: 22 sat for each of 111.
    [10_000n, 22n],
    [1_001n, 2n],
    [20_000n, 45n],
  ])("pays what is missing at %s msats for a virtual byte", (rate, satsPerVbyte) => {
    expect(planChild({ parent: PARENT, change: CHANGE, rate, maxCost: sats(10_000n) })).toEqual({
      kind: "child",
      index: 1,
      satsPerVbyte,
      cost: sats(satsPerVbyte * 111n),
    });
  });

  it("is needed where the parent pays a msat less than is wanted, and not where it pays that", () => {
    const plan = (rate: bigint) => planChild({ parent: PARENT, change: CHANGE, rate, maxCost: sats(10_000n) });
    expect(plan(1_000n)).toEqual({ kind: "refused", reason: "paid_enough" });
    expect(plan(1_001n)).toMatchObject({ kind: "child" });
  });

  it("may cost just the limit, and leave just the least", () => {
    const cost = sats(22n * 111n);
    const facts = { parent: PARENT, rate: 10_000n, maxCost: cost, change: { index: 1, amount: msats(cost + DUST) } };
    expect(planChild(facts)).toMatchObject({ kind: "child", cost });
    expect(planChild({ ...facts, maxCost: msats(cost - 1n) })).toEqual({ kind: "refused", reason: "max_cost", cost });
    const change = { index: 1, amount: msats(cost + DUST - 1n) };
    expect(planChild({ ...facts, change })).toEqual({ kind: "refused", reason: "change_too_small", cost });
  });
});
