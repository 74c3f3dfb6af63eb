import { expect, it } from "vitest";
import { unmetIn } from "./runes.ts";

it.each([
  ["Not permitted: too soon", "rate"],
  ["the node answered 500: Not permitted: too soon", "rate"],
  ["Not permitted: method is not equal to getinfo AND too soon", "rate"],
  ["Not permitted: time is greater or equal to 1700000000", "time"],
  ["Not permitted: time is less or equal to 4000000000", "time"],
  ["Not permitted: time is greater or equal to 1 AND method is not equal to xpay", "call"],
  ["Not permitted: method is not equal to too soon", "call"],
  ["Not permitted: method is equal to xpay", "call"],
  ["Not permitted: parameter status is not equal to unpaid", "call"],
  ["Not permitted: timeout is greater or equal to 1", "call"],
  ["Not permitted", "call"],
  ["", "call"],
])("%s: %s", (message, unmet) => {
  expect(unmetIn(message)).toBe(unmet);
});
