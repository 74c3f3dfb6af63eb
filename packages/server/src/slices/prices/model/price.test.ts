import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Msats } from "#kernel/money.ts";
import { centsOf, dollarsText, medianOf, type UsdCents, worthOf } from "./price.ts";

describe("a price", () => {
  it.each([
    ["97123", 9_712_300n],
    ["97123.4", 9_712_340n],
    ["97123.459", 9_712_345n],
    ["0.01", 1n],
    ["999999999.99", 99_999_999_999n],
  ])("is read from %s, and rounded down", (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each([
    "",
    "0",
    "0.001",
    "-1",
    "+1",
    "1e5",
    "1,000",
    "$5",
    " 5",
    "5.",
    ".5",
    "NaN",
    "Infinity",
    "1000000000",
    "0x10",
    "5\n",
  ])("is not %j", (text) => {
    expect(centsOf(text)).toBeUndefined();
  });

  it("is written as it is read", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999n }), (cents) => {
        expect(centsOf(dollarsText(cents as UsdCents))).toBe(cents);
      }),
    );
  });

  it.each([
    [1_000_000n, "0.97"],
    [100_000_000_000n, "97123.45"],
    [10_000n, "0.00"],
    [1n, "0.00"],
  ])("says what %s msats are worth, rounded down", (amount, dollars) => {
    const cents = 9_712_345n as UsdCents;
    expect(worthOf({ cents }, amount as Msats)).toBe(dollars);
  });

  it("is the median of several: of two the lower, of none none, and one far off changes nothing", () => {
    const median = (...prices: bigint[]) => medianOf(prices as UsdCents[]);
    expect(median()).toBeUndefined();
    expect(median(5n)).toBe(5n);
    expect(median(7n, 5n)).toBe(5n);
    expect(median(10n, 9n, 1_000_000n)).toBe(10n);
    expect(median(10n, 9n, 1n)).toBe(9n);
  });
});
