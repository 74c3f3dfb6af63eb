import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msatsOf, satsOf, wrongSats } from "./typed-sats.ts";

describe("sats that are typed", () => {
  it.each([
    ["0", "0"],
    ["50000", "50000000"],
    [" 1 000 000 ", "1000000000"],
    ["1\u202f000", "1000000"],
    ["1,000", "1000000"],
    ["1,234,567.5", "1234567500"],
    ["0.001", "1"],
    ["2.5", "2500"],
  ])("%s are %s msats", (typed, msats) => {
    expect(msatsOf(typed)).toBe(msats);
    expect(wrongSats(typed)).toBeUndefined();
  });

  it.each(["1,23", "1,2345", "12,34,567", "0,001", "1,000,", "1.000,5", "-1", "1.2345", "1e3", "many", "."])(
    "%s are none",
    (typed) => {
      expect(msatsOf(typed)).toBeUndefined();
      expect(wrongSats(typed)).toContain("Type sats");
    },
  );

  it("are the same after they were shown, and nothing is no amount and not wrong", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2_100_000_000_000_000_000n), (msats) => {
        expect(msatsOf(satsOf(String(msats)))).toBe(String(msats));
      }),
      { numRuns: inject("runs") * 100 },
    );
    expect([satsOf(null), msatsOf(""), wrongSats(" ")]).toEqual(["", undefined, undefined]);
  });
});
