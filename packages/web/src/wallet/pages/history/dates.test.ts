import { describe, expect, it } from "vitest";
import { beginOf, endOf } from "./dates.ts";

describe("a day of the history", () => {
  it("begins at midnight of the viewer, and ends with the next one", () => {
    expect(beginOf("2026-11-30")).toBe(new Date(2026, 10, 30).toISOString());
    expect(endOf("2026-11-30")).toBe(new Date(2026, 11, 1).toISOString());
    expect(endOf("2026-12-31")).toBe(new Date(2027, 0, 1).toISOString());
  });

  it.each([null, "", "28.11.2026", "2026-11", "2026-11-28T00:00"])("is none in %j", (text) => {
    expect(beginOf(text)).toBeUndefined();
    expect(endOf(text)).toBeUndefined();
  });
});
