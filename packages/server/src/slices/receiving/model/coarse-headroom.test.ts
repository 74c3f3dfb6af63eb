import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MSATS_MAX, msats, sats } from "#kernel/money.ts";
import { coarseHeadroom } from "./coarse-headroom.ts";

describe("the headroom of a wallet as strangers see it", () => {
  it.each([
    [0n, 0n],
    [999n, 0n],
    [1_000n, 1_000n],
    [1_999n, 1_000n],
    [4_999n, 2_000n],
    [5_000n, 5_000n],
    [9_999n, 5_000n],
    [10_000n, 10_000n],
    [123_456_789n, 100_000_000n],
    [499_999_999n, 200_000_000n],
  ])("of %d msats is %d", (headroom, coarse) => {
    expect(coarseHeadroom(msats(headroom))).toBe(coarse);
  });

  const headrooms = fc.oneof(fc.bigInt(0n, 100_000n), fc.bigInt(0n, MSATS_MAX)).map((amount) => msats(amount));

  it("is never above the headroom, and from 5 sat on at least two fifths of it", () => {
    fc.assert(
      fc.property(headrooms, (headroom) => {
        const coarse = coarseHeadroom(headroom);
        expect(coarse).toBeLessThanOrEqual(headroom);
        if (headroom >= sats(5n)) expect(coarse * 5n).toBeGreaterThanOrEqual(headroom * 2n);
      }),
    );
  });

  it("is nothing, or 1, 2 or 5 sat with zeros, and does not fall when the headroom grows", () => {
    fc.assert(
      fc.property(headrooms, headrooms, (one, other) => {
        expect(String(coarseHeadroom(one))).toMatch(/^(0|[125]0*000)$/);
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(coarseHeadroom(less)).toBeLessThanOrEqual(coarseHeadroom(more));
      }),
    );
  });
});
