import { describe, expect, it } from "vitest";
import { PERIODS_MAX, periodOf } from "./totals.ts";

const at = (text: string) => new Date(`${text}Z`);
const NOW = at("2026-11-20T16:25:00");

describe("the periods of an answer", () => {
  it("are whole, and hold both ends of what is asked for", () => {
    const [from, to] = [at("2026-11-19T10:59:59.999"), at("2026-11-20T12:00:00.001")];
    expect(periodOf({ by: "hour", from, to }, NOW)).toEqual({
      by: "hour",
      from: at("2026-11-19T10:00:00"),
      to: at("2026-11-20T13:00:00"),
    });
    expect(periodOf({ by: "day", from, to }, NOW)).toEqual({
      by: "day",
      from: at("2026-11-19T00:00:00"),
      to: at("2026-11-21T00:00:00"),
    });
    expect(periodOf({ by: "hour", from: at("2026-11-19T10:00:00"), to: at("2026-11-19T11:00:00") }, NOW)).toEqual({
      by: "hour",
      from: at("2026-11-19T10:00:00"),
      to: at("2026-11-19T11:00:00"),
    });
  });

  it("end now, and begin a day or 30 days before, unless it is said", () => {
    expect(periodOf({ by: "hour" }, NOW)).toMatchObject({
      from: at("2026-11-19T17:00:00"),
      to: at("2026-11-20T17:00:00"),
    });
    expect(periodOf({ by: "day" }, NOW)).toMatchObject({
      from: at("2026-10-22T00:00:00"),
      to: at("2026-11-21T00:00:00"),
    });
    // the hour that begins now is not over before it has begun
    expect(periodOf({ by: "hour" }, at("2026-11-20T17:00:00"))).toMatchObject({ to: at("2026-11-20T18:00:00") });
  });

  it("are so many at most, and at least one", () => {
    for (const [by, ms] of [
      ["hour", 3_600_000],
      ["day", 86_400_000],
    ] as const) {
      const to = at("2026-11-20T00:00:00");
      const earlier = (periods: number) => new Date(to.getTime() - periods * ms);
      expect(periodOf({ by, from: earlier(PERIODS_MAX[by]), to }, NOW).to).toEqual(to);
      expect(() => periodOf({ by, from: earlier(PERIODS_MAX[by] + 1), to }, NOW)).toThrow(/must be at most/);
      expect(() => periodOf({ by, from: to, to }, NOW)).toThrow(/must be before/);
      expect(() => periodOf({ by, from: new Date(NOW.getTime() + 2 * ms) }, NOW)).toThrow(/must be before/);
    }
  });
});
