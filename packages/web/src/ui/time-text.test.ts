import { describe, expect, it } from "vitest";
import { exactText, relativeText, zoneHere } from "./time-text.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe("a time", () => {
  it.each([
    [0, "now"],
    [-1, "1 second ago"],
    [-59, "59 seconds ago"],
    [-60, "1 minute ago"],
    [-3_599, "1 hour ago"],
    [-5_400, "2 hours ago"],
    [-86_399, "1 day ago"],
    [-86_400, "1 day ago"],
    [172_799, "in 2 days"],
    [7 * 86_400 - 1, "in 7 days"],
    [30 * 86_400 - 1, "in 1 month"],
    [29 * 86_400, "in 29 days"],
    [364 * 86_400, "in 12 months"],
    [120, "in 2 minutes"],
    [-40 * 86_400, "1 month ago"],
    [-800 * 86_400, "2 years ago"],
  ])("%i seconds away is %j", (seconds, text) => {
    expect(relativeText(inSeconds(seconds), NOW, "en")).toBe(text);
  });

  it("is written in the language, and exactly with the zone of whoever looks", () => {
    expect(relativeText(inSeconds(-7_200), NOW, "de")).toBe("vor 2 Stunden");
    expect(exactText(NOW, "en-GB", "Europe/Berlin")).toBe("28 Nov 2026, 13:00:00 CET");
    expect(zoneHere()).toMatch(/^(UTC|[A-Z]\w+\/\w+)/);
  });
});
