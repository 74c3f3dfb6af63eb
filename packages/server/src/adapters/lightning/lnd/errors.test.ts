import { expect, it } from "vitest";
import { Refusal } from "./errors.ts";

it.each([
  [500, 2, "permission denied", "permission"],
  [403, 7, "not for you", "permission"],
  [401, 16, "who are you", "credential"],
  [500, 2, "verification failed: signature mismatch after caveat verification", "credential"],
  [500, 2, "invoice expired. Valid until 2026", undefined],
  [500, 2, "the payment was refused: permission denied", undefined],
  [500, 2, "the peer says: verification failed: x", undefined],
  [400, 3, "permission denied", undefined],
  [404, 5, "permission denied", undefined],
  [502, undefined, "permission denied", undefined],
])("status %i with code %o and the words %o is %o", (status, code, words, why) => {
  expect(new Refusal({ status, code, words }).why).toBe(why);
});
