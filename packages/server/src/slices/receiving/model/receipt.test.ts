import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { whyUnreadable } from "./receipt.ts";

const receipt = { amount: msats(5n), cost: msats(5n), settledAt: new Date("9999-12-31T23:59:59.999Z") };

it.each([
  ["an amount of zero", { amount: msats(0n), cost: msats(0n) }],
  ["a cost above the amount", { cost: msats(6n) }],
  ["a year of five digits", { settledAt: new Date("+010000-01-01T00:00:00.000Z") }],
  ["a time that is none", { settledAt: new Date(Number.NaN) }],
])("a receipt with %s cannot be read", (_, change) => {
  expect(whyUnreadable(receipt)).toBeUndefined();
  expect(whyUnreadable({ ...receipt, ...change })).toEqual(expect.any(String));
});
