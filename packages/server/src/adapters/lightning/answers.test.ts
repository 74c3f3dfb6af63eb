import { expect, it } from "vitest";
import { MSATS_MAX } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { amountOf } from "./answers.ts";

it("an amount of a node is at most all the bitcoin there is; more is no answer", () => {
  expect(amountOf(String(MSATS_MAX))).toBe(MSATS_MAX);
  for (const nonsense of [String(MSATS_MAX + 1n), "-1", "1.5", "01", "", 1, null])
    expect(() => amountOf(nonsense), String(nonsense)).toThrow(NodeUnavailable);
});
