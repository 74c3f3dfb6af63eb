import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { agreedRate, isYoung, minorPerBtcOf, RATE_AGE_MAX_MS, timeOf, type Vote } from "./rate.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const votesOf = (...prices: readonly bigint[]): Vote[] => prices.map((minorPerBtc) => ({ minorPerBtc, at: NOW }));
const agreed = (...prices: readonly bigint[]) => agreedRate(votesOf(...prices), NOW)?.minorPerBtc;

const price = fc.bigInt({ min: 1n, max: 100_000_000_000n });
/** Near to each other and far off, so that all branches are met. */
const prices = fc.oneof(
  fc.array(price, { maxLength: 7 }),
  fc.array(fc.bigInt({ min: 9_800n, max: 10_200n }), { maxLength: 7 }),
);

const least = (...all: readonly bigint[]) => all.reduce((a, b) => (a < b ? a : b));
const most = (...all: readonly bigint[]) => all.reduce((a, b) => (a > b ? a : b));

describe("the rate that tickers agree on", () => {
  it("is their median, of two the higher", () => {
    expect(agreed(10_000n, 10_010n, 10_050n)).toBe(10_010n);
    expect(agreed(10_000n, 10_010n)).toBe(10_010n);
    expect(agreed(10_000n, 10_010n, 10_020n, 10_030n)).toBe(10_020n);
  });

  it("does not exist without a second within one percent of the median", () => {
    expect(agreed()).toBeUndefined();
    expect(agreed(10_000n)).toBeUndefined();
    expect(agreed(9_900n, 10_000n)).toBe(10_000n);
    expect(agreed(9_899n, 10_000n)).toBeUndefined();
    expect(agreed(9_000n, 10_000n, 11_000n)).toBeUndefined();
    expect(agreed(9_000n, 10_000n, 10_100n)).toBe(10_000n);
    expect(agreed(9_000n, 10_000n, 10_101n)).toBeUndefined();
  });

  it("does not depend on the order", () => {
    const shuffled = prices.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(agreed(...other)).toBe(agreed(...all));
      }),
    );
  });

  it("is not moved beyond two honest ones by one liar", () => {
    const near = fc.bigInt({ min: 9_700n, max: 10_300n });
    fc.assert(
      fc.property(near, near, fc.oneof(near, price), (one, other, liar) => {
        const found = agreed(one, liar, other);
        if (found === undefined) return;
        expect(found).toBeGreaterThanOrEqual(least(one, other));
        expect(found).toBeLessThanOrEqual(most(one, other));
      }),
      { numRuns: inject("runs") * 1_000 },
    );
  });

  it("stands against any liar when two honest ones agree", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 9_950n, max: 10_050n }),
        fc.bigInt({ min: 9_950n, max: 10_000n }),
        price,
        (a, b, liar) => {
          fc.pre((most(a, b) - least(a, b)) * 100n <= least(a, b));
          expect(agreed(a, b, liar)).toBeDefined();
        },
      ),
    );
  });

  it("does not exist when two disagree by more than one percent", () => {
    fc.assert(
      fc.property(price, price, (one, other) => {
        const high = most(one, other);
        const isApart = (high - least(one, other)) * 100n > high;
        expect(agreed(one, other)).toBe(isApart ? undefined : high);
      }),
    );
  });

  it("counts what is a minute old, and nothing older, nor what lies ahead by more", () => {
    const [first, second] = votesOf(10_000n, 10_010n) as [Vote, Vote];
    const at = (date: Date) => agreedRate([first, { ...second, at: date }], NOW);
    expect(at(ago(RATE_AGE_MAX_MS))).toEqual({ minorPerBtc: 10_010n, at: ago(RATE_AGE_MAX_MS), source: "market" });
    expect(at(ago(RATE_AGE_MAX_MS + 1))).toBeUndefined();
    expect(at(ago(-RATE_AGE_MAX_MS))).toMatchObject({ at: NOW });
    expect(at(ago(-RATE_AGE_MAX_MS - 1))).toBeUndefined();
    expect(isYoung(NOW, NOW)).toBe(true);
  });

  it("is as old as the oldest that agree", () => {
    const [first, second, liar] = votesOf(10_000n, 10_010n, 99_999n) as [Vote, Vote, Vote];
    const votes = [
      { ...first, at: ago(20_000) },
      { ...second, at: ago(10_000) },
      { ...liar, at: ago(30_000) },
    ];
    expect(agreedRate(votes, NOW)).toMatchObject({ minorPerBtc: 10_010n, at: ago(20_000) });
  });
});

describe("the price of a ticker", () => {
  it.each([
    ["97123", 9_712_300n],
    ["97123.4", 9_712_340n],
    ["97123.45", 9_712_345n],
    ["97123.4500", 9_712_345n],
    ["97123.450001", 9_712_346n],
    ["97123.999", 9_712_400n],
    ["0.001", 1n],
  ])("is read from %s, and rounded up", (text, minor) => {
    expect(minorPerBtcOf(text)).toBe(minor);
  });

  it.each(["", "0", "0.000", "-1", "1e5", "NaN", "1000000000", "97,123", " 5"])("is not %j", (text) => {
    expect(minorPerBtcOf(text)).toBeUndefined();
  });
});

describe("the time of a ticker", () => {
  it.each([
    "1795176000",
    "1795176000.000",
    "1795176000000",
    "2026-11-20T12:00:00Z",
    "2026-11-20T12:00:00.000000Z",
    "2026-11-20T13:00:00+01:00",
  ])("is read from %s", (text) => {
    expect(timeOf(text)).toEqual(NOW);
  });

  it.each([
    "",
    "0",
    "12:00",
    "2026-11-20",
    "2026-11-20T12:00:00",
    "2026-13-20T12:00:00Z",
    "17951760001",
    "-1795176000",
  ])("is not %j", (text) => {
    expect(timeOf(text)).toBeUndefined();
  });
});
