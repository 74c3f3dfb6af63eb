import { expect, it } from "vitest";
import { everySeconds, progressText } from "./migration-batch.ts";

it("progress says how many rows are done, of how many, and how long the rest takes", () => {
  const told = { file: "0060-x.sql", done: 12_000, of: 40_000 };
  expect(progressText({ ...told, leftMs: undefined })).toBe("0060-x.sql: 12,000 of 40,000 rows");
  expect(progressText({ ...told, leftMs: 6_100 })).toBe("0060-x.sql: 12,000 of 40,000 rows, about 7 s left");
  expect(progressText({ ...told, leftMs: 119_500 })).toContain("about 2 min left");
  expect(progressText({ ...told, leftMs: 301_000 })).toContain("about 6 min left");
});

it("what is told often is passed on at first, and then each so many seconds", () => {
  let nowMs = 0;
  const told: number[] = [];
  const tell = everySeconds({ monotonicMs: () => nowMs }, 2, (value: number) => told.push(value));
  for (const at of [0, 1_999, 2_000, 3_000, 4_000]) {
    nowMs = at;
    tell(at);
  }
  expect(told).toEqual([0, 2_000, 4_000]);
});
