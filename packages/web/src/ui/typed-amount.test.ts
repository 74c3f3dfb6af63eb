import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msatsTyped, type Typing, typedOf } from "./typed-amount.ts";

const PRICE = { currency: "USD", price: "97123.45", at: "2026-11-28T01:00:00Z" };
const typing = (unit: Typing["unit"], locale = "en"): Typing => ({ unit, locale, price: PRICE });

describe("a typed amount", () => {
  it.each([
    ["1000", typing("sat"), "1000000"],
    ["1 000", typing("sat", "fr"), "1000000"],
    ["1,000", typing("sat"), "1000000"],
    ["1.000", typing("sat"), undefined], // one sat, or a thousand?
    ["1.000", typing("sat", "de"), "1000000"],
    ["0", typing("sat"), undefined],
    ["", typing("sat"), undefined],
    ["ten", typing("sat"), undefined],
    ["0.00001", typing("btc"), "1000000"],
    ["0,00001", typing("btc", "de"), "1000000"],
    ["0.001", typing("btc", "de"), "100000000"], // and not one bitcoin
    ["0,001", typing("btc"), "100000000"],
    ["0.001", typing("btc", "fr"), "100000000"],
    ["0.500", typing("fiat", "de"), undefined],
    ["0.000000001", typing("btc"), undefined], // less than a sat
    ["1", typing("fiat"), "1029000"], // 1029.6 sat
    ["9.99", typing("fiat"), "10285000"],
    ["0.00", typing("fiat"), undefined],
    ["1.999", typing("fiat"), undefined],
    ["1", { ...typing("fiat"), price: undefined }, undefined],
  ])("%j in %j is %j", (typed, how, msats) => {
    expect(msatsTyped(typed, how)).toBe(msats);
  });

  it.each([
    ["1234567", typing("sat"), "1234"],
    ["1000000", typing("btc"), "0.00001"],
    ["100000000000", typing("btc", "de"), "1"],
    ["1029000", typing("fiat", "de"), "0,99"],
  ])("%s msats in %j are typed as %s", (msats, how, typed) => {
    expect(typedOf(msats, how)).toBe(typed);
  });

  it("is read as it is written, in sat and bitcoin", () => {
    const sats = fc.bigInt(1n, 2_100_000_000_000_000n).filter((one) => one < 10n ** 12n);
    fc.assert(
      fc.property(sats, fc.constantFrom("en", "de", "fr", "pt"), (sat, locale) => {
        for (const unit of ["sat", "btc"] as const) {
          const msats = String(sat * 1_000n);
          expect(msatsTyped(typedOf(msats, typing(unit, locale)), typing(unit, locale)), locale).toBe(msats);
        }
      }),
    );
  });
});
