import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { amountParts, plainAmount, worthOf } from "./amount-text.ts";

describe("an amount", () => {
  it.each([
    ["0", "0", "0.00000000"],
    ["1000", "1", "0.00000001"],
    ["1", "0.001", "0.00000000001"],
    ["1234567890", "1234567.89", "0.0123456789"],
    ["100000000000", "100000000", "1.00000000"],
    ["-2500", "-2.5", "-0.000000025"],
  ])("of %s msats is copied as %s sat and %s BTC", (msats, sat, btc) => {
    expect(plainAmount(amountParts(msats, "sat"))).toBe(sat);
    expect(plainAmount(amountParts(msats, "btc"))).toBe(btc);
  });

  it("stands in groups of three", () => {
    expect(amountParts("1234567000", "sat")).toEqual({ sign: "", groups: ["1", "234", "567"], decimals: "" });
    expect(amountParts("123456000", "sat").groups).toEqual(["123", "456"]);
    expect(amountParts("-12000", "sat")).toEqual({ sign: "-", groups: ["12"], decimals: "" });
  });

  it("loses no millisatoshi in any unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 19n), 10n ** 19n),
        fc.constantFrom("sat" as const, "btc" as const),
        (msats, unit) => {
          const [whole = "", decimals = ""] = plainAmount(amountParts(String(msats), unit)).split(".");
          const digits = unit === "sat" ? 3 : 11;
          expect(BigInt(whole + decimals.padEnd(digits, "0"))).toBe(msats);
        },
      ),
      { numRuns: inject("runs") * 200 },
    );
  });

  it("is worth its part of the price, rounded down", () => {
    expect(worthOf("100000000000", "95000.00")).toBe("95000.00");
    expect(worthOf("1000", "95000.00")).toBe("0.00");
    expect(worthOf("1053000", "95000")).toBe("1.00");
    expect(worthOf("-100000000000", "95000.5")).toBe("-95000.50");
    expect(worthOf("2100000000000000000", "95000.00")).toBe("1995000000000.00");
  });
});
