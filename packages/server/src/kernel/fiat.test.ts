import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalOf, minor, minorShare, parseMinor } from "./fiat.ts";

describe("an amount of a currency", () => {
  it.each([
    ["0", 0n],
    ["5", 500n],
    ["25.5", 2_550n],
    ["25.05", 2_505n],
    ["9999999999.99", 999_999_999_999n],
  ])("is read from %s", (text, amount) => {
    expect(parseMinor(text)).toBe(amount);
  });

  it.each(["", "-1", "+1", "1e3", "05", ".5", "5.", "5.001", " 5", "5,00", "10000000000.01", "NaN", "5\n"])(
    "is not %j",
    (text) => {
      expect(() => parseMinor(text)).toThrow(expect.objectContaining({ code: "invalid_amount" }));
    },
  );

  it("is written as it is read", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), (amount) => {
        expect(parseMinor(decimalOf(minor(amount)))).toBe(amount);
      }),
    );
  });

  it("has a share that is rounded up", () => {
    expect([1n, 10_000n, 10_001n].map((amount) => minorShare(minor(amount), 150n))).toEqual([1n, 150n, 151n]);
  });
});
