import { expect, it } from "vitest";
import { firstOf, readAgainMs } from "./read-again.ts";

const AT = "2026-11-28T22:00:00.000Z";

it("reads again when the next look is over, seldom where that is late, and never without a look", () => {
  expect(readAgainMs(AT, Date.parse(AT) - 30_000)).toBe(32_000);
  expect(readAgainMs(AT, Date.parse(AT) - 1)).toBe(2_001);
  expect(readAgainMs(AT, Date.parse(AT))).toBe(2_000);
  expect(readAgainMs(AT, Date.parse(AT) + 9_999)).toBe(2_000);
  expect(readAgainMs(AT, Date.parse(AT) + 10_000)).toBe(10_000);
  expect(readAgainMs(AT, Date.parse(AT) - 40 * 86_400_000)).toBe(86_400_000);
  expect(readAgainMs(AT, Date.parse(AT) + 86_400_000)).toBe(10_000);
  expect(readAgainMs(null, Date.parse(AT))).toBe(false);
});

it("waits for the first of some times", () => {
  const later = "2026-11-28T22:00:01.000Z";
  expect(firstOf([null, later, AT])).toBe(AT);
  expect(firstOf([null])).toBe(null);
});
