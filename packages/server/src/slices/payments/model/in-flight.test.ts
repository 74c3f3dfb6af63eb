import { describe, expect, it } from "vitest";
import type { HtlcEvidence } from "#lightning";
import { GONE_BLOCKS, judgeInFlight, mayEndInFlight, UNSAID_MS } from "./in-flight.ts";

const LOCKED = 1_000;
const evidence = (place: HtlcEvidence["place"], atBlock: number | undefined): HtlcEvidence => ({
  place,
  atBlock,
  lockedUntilBlock: LOCKED,
});

describe("a payment that the node reports in flight", () => {
  it.each<[HtlcEvidence | undefined, ReturnType<typeof judgeInFlight>]>([
    [undefined, "held"],
    [evidence("in_channel", LOCKED + 10 * GONE_BLOCKS), "held"],
    [evidence("unclear", LOCKED + 10 * GONE_BLOCKS), "held"],
    [evidence("gone", undefined), "held"],
    [evidence("gone", LOCKED - 1), "missing"],
    [evidence("gone", LOCKED + GONE_BLOCKS - 1), "missing"],
    [evidence("gone", LOCKED + GONE_BLOCKS), "gone"],
  ])("is judged by where its HTLCs are: %j is %s", (htlcs, judged) => {
    expect(judgeInFlight(htlcs)).toBe(judged);
  });

  it.each<[HtlcEvidence | undefined, sinceMs: number, boolean]>([
    [undefined, UNSAID_MS - 1, false],
    [undefined, UNSAID_MS, true],
    [evidence("in_channel", LOCKED + GONE_BLOCKS), UNSAID_MS, false],
    [evidence("unclear", LOCKED + GONE_BLOCKS), UNSAID_MS, false],
    [evidence("gone", undefined), UNSAID_MS, false],
    [evidence("gone", LOCKED - 1), 0, true],
  ])("may be ended by an operator on evidence alone: %j after %i ms: %s", (htlcs, sinceMs, may) => {
    expect(mayEndInFlight(htlcs, sinceMs)).toBe(may);
  });
});
