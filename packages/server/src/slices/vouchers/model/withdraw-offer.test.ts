import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type PayoutRules, paidOut, payoutRange, usedRuleOf, withdrawOffer } from "./withdraw-offer.ts";

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

describe("what the node may have paid for a voucher", () => {
  const rule = { floor: sats(10n), basisPoints: 100n, isExact: true, wholeSats: false };

  it("is what its link takes, and nothing else", () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), (amount, wholeSats) => {
        const range = payoutRange(amount, { ...rules, capabilities: { feeLimit: { kind: "exact" }, wholeSats } });
        expect(paidOut(amount, [{ ...rule, wholeSats }])).toEqual(range && { least: range.min, most: range.max });
      }),
    );
  });

  it("is what it takes by any of the rules that were in use", () => {
    const before = { ...rule, basisPoints: 300n };
    expect(paidOut(sats(10_000n), [rule, before])).toEqual({ least: sats(9_700n), most: sats(9_900n) });
    expect(paidOut(sats(10_000n), [before, rule])).toEqual({ least: sats(9_700n), most: sats(9_900n) });
    const [whole, small] = [{ ...rule, wholeSats: true }, msats(900n)];
    expect(paidOut(small, [whole])).toBeUndefined();
    expect(paidOut(small, [whole, rule])).toEqual(paidOut(small, [rule]));
  });

  it("is at least half of it where no rule is known, or a node had its own", () => {
    const half = { least: sats(50n), most: sats(100n) };
    for (const used of [[], [rule, { ...rule, isExact: false }]]) expect(paidOut(sats(100n), used)).toEqual(half);
  });

  it("is known by the rules of a process", () => {
    expect(usedRuleOf(rules)).toEqual(rule);
    const reserve = () => sats(1n);
    const capabilities = { feeLimit: { kind: "none", reserve }, wholeSats: true } as const;
    expect(usedRuleOf({ ...rules, capabilities })).toEqual({ ...rule, isExact: false, wholeSats: true });
  });
});

it("is described to wallets by the issuer's text, without control characters and marks of direction", () => {
  const range = { min: sats(1n), max: sats(1n) };
  const at = { baseUrl: "https://leyden.example", token: "0".repeat(32) };
  const offer = withdrawOffer(at, { description: "a\u202egnp.exe\u0007 www.shop.example 👨‍👩‍👧" }, range);
  expect(offer.defaultDescription).toBe("a gnp.exe www.shop.example 👨‍👩‍👧");
});
