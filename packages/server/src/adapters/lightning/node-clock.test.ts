import { describe, expect, it } from "vitest";
import { beginTiming, secondsOf } from "./node-clock.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");

/** What is made of `seconds` in an answer that took so long. */
function timed(seconds: number | undefined, tookMs: number) {
  let passed = 0;
  const clock = { now: () => new Date(NOW + passed), monotonicMs: () => 7_000 + passed };
  const answered = beginTiming(clock);
  passed = tookMs;
  return answered(seconds);
}

describe("the clock of a node", () => {
  it("was read in the middle of the question, within half of it and a second", () => {
    expect(timed(NOW / 1_000, 0)).toEqual({ aheadMs: 500, withinMs: 1_000 });
    expect(timed(NOW / 1_000 + 300, 4_000)).toEqual({ aheadMs: 300_500 - 2_000, withinMs: 3_000 });
    expect(timed(NOW / 1_000 - 300, 200)).toEqual({ aheadMs: -299_500 - 100, withinMs: 1_100 });
  });

  it.each([undefined, -1, 1.5, Number.NaN, 253_402_300_800])("says nothing by %o", (seconds) => {
    expect(timed(seconds, 0)).toBeUndefined();
  });

  it("is what the head says, in the one form that servers send", () => {
    expect(secondsOf("Tue, 24 Nov 2026 12:00:00 GMT")).toBe(NOW / 1_000);
    for (const head of [undefined, "", "Tuesday, 24-Nov-26 12:00:00 GMT", "2026", ["a", "b"], 7])
      expect(secondsOf(head)).toBeUndefined();
  });
});
