import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type PayoutRules, payoutRange, withdrawOffer } from "./withdraw-offer.ts";

const rules: PayoutRules = {
  fees: { floor: sats(10n), basisPoints: 100n },
  capabilities: { feeLimit: { kind: "exact" }, wholeSats: false },
};
const amounts = fc.bigInt(1n, 2n ** 53n - 1n).map((amount) => msats(amount));
const kept = (amount: bigint) => amount - (payoutRange(msats(amount), rules)?.max ?? amount);

describe("what can be paid out over Lightning", () => {
  it("is never more than the value, and keeps back a tenth of it at most", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const range = payoutRange(amount, rules);
        expect(range).toBeDefined();
        expect(kept(amount)).toBeGreaterThanOrEqual(0n);
        expect(kept(amount) * 10n).toBeLessThan(amount + 10n);
      }),
    );
  });

  it("leaves 10 sat or 1 % for the route, whichever is more, from 100 sat on", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        fc.pre(amount >= 100_000n);
        expect(kept(amount)).toBe(amount <= 1_000_000n ? 10_000n : (amount + 99n) / 100n);
      }),
    );
  });

  it("leaves a tenth of what is less, and nothing of a single sat", () => {
    const cases = [1n, 500n, 1_000n, 1_001n, 1_100n, 1_200n, 5_000n, 10_000n, 99_999n, 100_000n];
    expect(cases.map(kept)).toEqual([0n, 0n, 0n, 1n, 100n, 120n, 500n, 1_000n, 10_000n, 10_000n]);
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

it("is described to wallets by the issuer's text, without control characters and marks of direction", () => {
  const range = { min: sats(1n), max: sats(1n) };
  const at = { baseUrl: "https://leyden.example", token: "0".repeat(32) };
  const offer = withdrawOffer(at, { description: "a\u202egnp.exe\u0007 www.shop.example 👨‍👩‍👧" }, range);
  expect(offer.defaultDescription).toBe("a gnp.exe www.shop.example 👨‍👩‍👧");
});
