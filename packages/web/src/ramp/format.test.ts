import { describe, expect, it } from "vitest";
import { amountText, btcText, cardNumberText, clockText, expiryText, formatIn, shortText } from "./format.ts";

describe("amounts", () => {
  it.each([
    ["25", "25.00"],
    ["25.", "25.00"],
    ["25,5", "25.50"],
    ["0025.05", "25.05"],
    [" 1 000 ", "1000.00"],
    ["0", "0.00"],
  ])("typed as %j are %s", (typed, amount) => {
    expect(amountText(typed)).toBe(amount);
  });

  it.each(["", ".5", "1.005", "1e3", "-1", "12345678", "1,000.00", "abc"])("typed as %j are none", (typed) => {
    expect(amountText(typed)).toBeUndefined();
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

  it("group a card's numbers while they are typed", () => {
    expect(cardNumberText("4242x4242 42424242")).toBe("4242 4242 4242 4242");
    expect(expiryText("1")).toBe("1");
    expect(expiryText("1234")).toBe("12 / 34");
    expect(expiryText("12 / ")).toBe("12");
  });
});
