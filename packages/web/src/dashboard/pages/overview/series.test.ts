import { describe, expect, it } from "vitest";
import { askedFor, percentText, pointsOf, secondsText, spanOf, sumOf, type Totals } from "./series.ts";

const period = (at: string, completed: number, failed: number) => ({
  at,
  payments: {
    completed,
    amount: String(completed * 1_500),
    fees: String(completed * 7),
    failed,
    failedAmount: "0",
    tookMs: completed * 2_000,
    took: [completed, 0, 0, 0, 0, 0],
  },
  receipts: { count: completed, amount: "9007199254740993" },
});

const TOTALS: Totals = {
  from: "2026-11-27T22:00:00.000Z",
  to: "2026-11-28T02:00:00.000Z",
  by: "hour",
  isComplete: true,
  tookSeconds: [1, 5, 30, 300, 3_600],
  totals: [period("2026-11-27T23:00:00.000Z", 2, 0), period("2026-11-28T01:00:00.000Z", 1, 2)],
};

describe("points of a chart", () => {
  it("are there for each period, also where nothing happened", () => {
    const points = pointsOf(TOTALS);
    expect(points.map(({ at }) => new Date(at * 1_000).getUTCHours())).toEqual([22, 23, 0, 1]);
    expect(points.map(({ paid, successPercent, tookSeconds }) => [paid, successPercent, tookSeconds])).toEqual([
      [0, null, null],
      [2, 100, 2],
      [0, null, null],
      [1, (1 / 3) * 100, 2],
    ]);
    expect(pointsOf({ ...TOTALS, totals: [] }).every(({ paidMsats }) => paidMsats === "0")).toBe(true);
  });

  it("have a sum to the msat, and rates of all together", () => {
    expect(sumOf(pointsOf(TOTALS))).toMatchObject({
      paid: 3,
      failed: 2,
      received: 3,
      paidMsats: "4500",
      feesMsats: "21",
      receivedMsats: "18014398509481986",
      successPercent: 60,
      tookSeconds: 2,
    });
    expect(sumOf([])).toMatchObject({ paid: 0, successPercent: null, tookSeconds: null });
  });

  it("are as many as the span says, with the one that is not over yet", () => {
    const now = Date.parse("2026-11-28T07:30:00.000Z");
    expect(askedFor("day", now)).toEqual({ by: "hour", from: "2026-11-27T08:00:00.000Z" });
    expect(askedFor("month", now)).toEqual({ by: "day", from: "2026-10-30T00:00:00.000Z" });
    expect([spanOf("week"), spanOf("toString"), spanOf(undefined)]).toEqual(["week", "month", "month"]);
  });

  it("are said in few figures, and never as all when some failed", () => {
    expect([100, 99.99, 33.333, 0, null].map(percentText)).toEqual(["100 %", "99.9 %", "33.3 %", "0 %", "–"]);
    expect([0.25, 42.4, 300, 7_200, null].map(secondsText)).toEqual(["0.3 s", "42 s", "5 min", "2 h", "–"]);
  });
});
