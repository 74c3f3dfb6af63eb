import { expect, it } from "vitest";
import { checkClocks } from "./check-clocks.ts";
import type { Verdict } from "./finding.ts";
import { expectFindings } from "./table.harness.ts";

const SECOND = 1_000;

it.each<[number, Verdict, string]>([
  [0, "ok", "agree"],
  [1_999, "ok", "agree"],
  [2 * SECOND, "warning", "2 seconds ahead of"],
  [-30 * SECOND, "warning", "30 seconds behind"],
  [59_999, "warning", "ahead of"],
  [60 * SECOND, "wrong", "wrong time"],
  [-3_600 * SECOND, "wrong", "3600 seconds behind"],
])("a clock that is %i ms ahead is %s", (ms, verdict, words) => {
  const known = { kind: "known", value: 0 } as const;
  expectFindings(checkClocks({ database: { kind: "known", value: ms }, node: undefined }), [["clock", verdict, words]]);
  expectFindings(checkClocks({ database: known, node: { aheadMs: ms, withinMs: 0 } }), [
    ["clock", "ok"],
    ["clock", verdict, words],
  ]);
});

it.each<[number, number, Verdict, string]>([
  [3_400, 1_500, "ok", "agree within 4 seconds"],
  [3_500, 1_500, "warning", "4 seconds ahead of"],
  [-61_400, 1_500, "warning", "61 seconds behind"],
  [300_000, 1_100, "wrong", "300 seconds ahead of"],
  [-300_000, 1_100, "wrong", "300 seconds behind"],
])("a node's clock that is %i ms ahead, give or take %i, is %s", (aheadMs, withinMs, verdict, words) => {
  const known = { kind: "known", value: 0 } as const;
  expectFindings(checkClocks({ database: known, node: { aheadMs, withinMs } }), [
    ["clock", "ok"],
    ["clock", verdict, words],
  ]);
});

it("says that the newest receipt is of a time to come", () => {
  const known = { kind: "known", value: 0 } as const;
  for (const [newestReceipt, expected] of [
    [undefined, []],
    [-3_600 * SECOND, []],
    [59_999, []],
    [60 * SECOND, [["clock", "warning", "newest receipt", "60 seconds ahead"]]],
  ] as const)
    expectFindings(checkClocks({ database: known, node: undefined, newestReceipt }), [["clock", "ok"], ...expected]);
});

it("that cannot be read is said", () => {
  const found = checkClocks({ database: { kind: "unknown", why: "away" }, node: undefined });
  expect(found).toMatchObject([{ verdict: "warning", says: "is not known: away" }]);
});
