import { expect, it } from "vitest";
import { cardBrandName, cardText } from "./card-brand.ts";

it.each([
  ["visa", "Visa"],
  ["mastercard", "Mastercard"],
  ["amex", "American Express"],
  ["unionpay", "UnionPay"],
  ["New Card Co", "New Card Co"],
  ["constructor", "constructor"],
  ["unknown", ""],
  ["", ""],
])("the brand %j is written %j", (brand, name) => {
  expect(cardBrandName(brand)).toBe(name);
});

it("a card is written with its last digits, also where its brand is not known", () => {
  expect(cardText({ brand: "diners", last4: "0004" })).toBe("Diners Club ···· 0004");
  expect(cardText({ brand: "unknown", last4: "0004" })).toBe("···· 0004");
});
