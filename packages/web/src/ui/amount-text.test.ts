import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { amountParts, plainAmount, satText, worthOf } from "./amount-text.ts";

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

  it("is read as its language writes it in every country, with a minus that is no hyphen", () => {
    expect(
      ["en-IN", "de-AT", "es-MX", "fr"].map((locale) => satText("27173500", locale).replace(/\s(?!s)/, "_")),
    ).toEqual(["27,173.5 sat", "27.173,5 sat", "27.173,5 sat", "27_173,5 sat"]);
    expect(satText("1234000", "es")).toBe("1234 sat"); // Spanish groups from five digits on
    expect(satText("-1", "en")).toBe("−0.001 sat");
  });

  it("has a sign, and what is before and behind the mark", () => {
    expect(amountParts("1234567000", "sat")).toEqual({ sign: "", whole: 1_234_567n, decimals: "" });
    expect(amountParts("-12010", "sat")).toEqual({ sign: "-", whole: 12n, decimals: "01" });
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
