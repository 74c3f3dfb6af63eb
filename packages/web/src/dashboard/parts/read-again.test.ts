import { expect, it } from "vitest";
import { readAgainMs } from "./read-again.ts";

const AT = "2026-11-28T22:00:00.000Z";

it("reads a timeline again when the next look is over, seldom where that is late, and never without a look", () => {
  expect(readAgainMs(AT, Date.parse(AT) - 30_000)).toBe(32_000);
  expect(readAgainMs(AT, Date.parse(AT) - 1)).toBe(2_001);
  expect(readAgainMs(AT, Date.parse(AT))).toBe(10_000);
  expect(readAgainMs(AT, Date.parse(AT) + 86_400_000)).toBe(10_000);
  expect(readAgainMs(null, Date.parse(AT))).toBe(false);
});
