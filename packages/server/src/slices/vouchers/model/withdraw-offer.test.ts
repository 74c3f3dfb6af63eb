import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type PayoutRules, payoutRange } from "./withdraw-offer.ts";

const rules: PayoutRules = {
  fees: { floor: sats(10n), basisPoints: 100n },
  capabilities: { feeLimit: { kind: "exact" }, wholeSats: false },
};
const amounts = fc.bigInt(1n, 2n ** 53n - 1n).map((amount) => msats(amount));

describe("what can be paid out over Lightning", () => {
  it("leaves at least 10 sat and at least 1 % for the route", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const range = payoutRange(amount, rules);
        expect(range === undefined).toBe(amount <= 10_000n);
        const left = amount - (range?.max ?? 0n);
        if (range === undefined) return;
        expect(left).toBeGreaterThanOrEqual(10_000n);
        expect(left * 100n).toBeGreaterThanOrEqual(amount);
      }),
    );
  });

  it("can be asked for in whole sats, which leave less than a sat", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const range = payoutRange(amount, rules);
        if (range === undefined || range.max < 1_000n) return;
        expect(range.min % 1_000n).toBe(0n);
        expect(range.max - range.min).toBeLessThan(1_000n);
      }),
    );
  });

  it("is whole sats for a node that pays no others, and what such a node keeps when it says so", () => {
    const node: PayoutRules = {
      ...rules,
      capabilities: { feeLimit: { kind: "none", reserve: () => msats(4_500n) }, wholeSats: true },
    };
    expect(payoutRange(sats(100n), node)).toEqual({ min: sats(95n), max: sats(95n) });
    expect(payoutRange(sats(5n), node)).toBeUndefined();
  });
});
