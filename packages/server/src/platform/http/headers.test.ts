import { describe, expect, it } from "vitest";
import { moneyPostHeaders, waitSeconds } from "./headers.ts";

describe("Prefer", () => {
  it.each([
    [undefined, 25],
    ["wait=10", 10],
    ["respond-async, wait=0", 0],
    ['wait="7"', 7],
    ["Wait = 5; x=y", 5],
    ["wait=600", 60],
    ["wait=-1", 25],
    ["wait=ten", 25],
    ["await=3", 25],
    ["", 25],
  ])("%s waits %d s", (prefer, seconds) => {
    expect(waitSeconds(prefer)).toBe(seconds);
  });
});

describe("Idempotency-Key", () => {
  const read = (key: string) => moneyPostHeaders.safeParse({ "idempotency-key": key }).success;

  it("is 1 to 255 visible ASCII characters", () => {
    expect(read("order-4711~!")).toBe(true);
    expect(read("x".repeat(255))).toBe(true);
    for (const key of ["", "a b", "ä", "x".repeat(256), "a\t", "\u007f"]) expect(read(key)).toBe(false);
  });
});
