import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../server/src/texts/language.ts";
import { amountText, btcText, clockText, formatIn, satsText, shortText } from "./format.ts";

describe("amounts", () => {
  it.each([
    ["en", "25", "25.00"],
    ["en", "25.", "25.00"],
    ["en", "25,5", "25.50"],
    ["en", "0025.05", "25.05"],
    ["en", " 1 000 ", "1000.00"],
    ["en", "0", "0.00"],
    ["en", "1,234.50", "1234.50"],
    ["en", "1,234", "1234.00"],
    ["en", "1.234,50", "1234.50"],
    ["de", "1.234,50", "1234.50"],
    ["de", "1.234", "1234.00"],
    ["de", "1.234.567", "1234567.00"],
    ["de", "1,234.50", "1234.50"],
    ["de", "25.50", "25.50"],
    ["de", "25,5", "25.50"],
    ["de-CH", "1’234.50", "1234.50"],
    ["de-CH", "1'234.50", "1234.50"],
    ["es", "1.234,5", "1234.50"],
    ["fr", "1 234,50", "1234.50"],
    ["fr", "1\u202f234,50", "1234.50"],
    ["pt-BR", "1.234,50", "1234.50"],
    ["pt", "12,34", "12.34"],
  ])("typed in %s as %j are %s", (locale, typed, amount) => {
    expect(amountText(typed, locale)).toBe(amount);
  });

  it.each([
    ...["", ".5", "1.005", "1e3", "-1", "12345678", "abc", "1,00,00", "1.2.3", "12 34", "1,2,456.00", ","].map(
      (typed): [string, string] => ["en", typed],
    ),
    ["de", "1,005"],
    ["de", "1.234.56"],
    ["de", "1,234,56"],
    ["fr", "1.234"],
    ["de", "zehn"],
  ] as [string, string][])("typed in %s as %j are none", (locale, typed) => {
    expect(amountText(typed, locale)).toBeUndefined();
  });

  it("are read as they are written, in every language of the page", () => {
    for (const locale of [...LANGUAGES, "de-CH", "de-AT", "pt-BR", "es-MX", "fr-CH", "en-IN"])
      for (const [amount, cents] of [
        ["5.00", 500n],
        ["12.34", 1_234n],
        ["1234.50", 123_450n],
        ["999999.99", 99_999_999n],
      ] as const) {
        const format = formatIn(locale);
        for (const shown of [format.typed(amount), format.money(amount, "EUR").replaceAll(/[^\d.,’'\s]/g, "")])
          expect([locale, shown, BigInt((amountText(shown, locale) ?? "-1").replace(".", ""))]).toEqual([
            locale,
            shown,
            cents,
          ]);
        const sats = String(cents * 100n);
        expect([locale, satsText(format.sats(`${sats}000`), locale)]).toEqual([locale, sats]);
      }
    for (const typed of ["0", "1,5", "", "x", "1.2"]) expect(satsText(typed, "en")).toBeUndefined();
  });

  it("are written as a person writes them, in each language, without a digit lost", () => {
    const { money, sats, btc } = formatIn("de");
    expect(money("1234567.89", "EUR")).toBe("1.234.567,89\u00a0€");
    expect(money("12345678901234567.89", "EUR")).toBe("12.345.678.901.234.567,89\u00a0€");
    expect(sats("26315800")).toBe("26.315");
    expect(btc("26315800")).toBe("0,00026315");
    expect(formatIn("en").money("5", "JPY")).toBe("¥5");
  });

  it("of bitcoin are rounded down", () => {
    expect(btcText("999")).toBe("0.00000000");
    expect(btcText("2100000000000000999")).toBe("21000000.00000000");
  });
});

describe("other texts", () => {
  it("show seconds as a clock does", () => {
    expect([0, 7, 60, 75].map(clockText)).toEqual(["0:00", "0:07", "1:00", "1:15"]);
  });

  it("leave the middle of long addresses out", () => {
    expect(shortText("ann@wallet.example")).toBe("ann@wallet.example");
    const short = shortText(`bc1q${"x".repeat(50)}end`);
    expect(short).toHaveLength(33);
    expect(short).toMatch(/^bc1qx+…x+end$/);
  });
});
