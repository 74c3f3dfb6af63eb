import { describe, expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import type { Solvency } from "#lightning";
import type { RecentCosts } from "#payments";
import { checkMoney, type MoneyFacts, type OpenMatters } from "./check-money.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const QUIET: OpenMatters = { pauses: [], closure: undefined, incidents: 0 };
const FACTS: MoneyFacts = {
  costs: { kind: "known", value: { completed: [], overLimit: 0 } },
  feeFloor: sats(10n),
  feeBasisPoints: 100n,
  solvency: undefined,
  open: { kind: "known", value: QUIET },
  isLive: true,
};

/** Payments of 10,000 sat with a limit of 100 sat each. */
const cost = (...fees: readonly Msats[]): Partial<RecentCosts> => ({
  completed: fees.map((fee) => ({ amount: sats(10_000n), fee, feeLimit: sats(100n) })),
});
const costing = (costs: Partial<RecentCosts>): MoneyFacts => ({
  ...FACTS,
  costs: { kind: "known", value: { completed: [], overLimit: 0, ...costs } },
});
const holding = (assets: bigint, verdict: Solvency["verdict"], booked = 0n): MoneyFacts => ({
  ...FACTS,
  solvency: {
    kind: "known",
    value: {
      assets: assets * 1_000n,
      liabilities: 5_000_000n,
      booked: booked * 1_000n,
      limbo: 0n,
      channels: 0n,
      reserve: 0n,
      verdict,
    },
  },
});
const open = (matters: Partial<OpenMatters>): MoneyFacts => ({
  ...FACTS,
  open: { kind: "known", value: { ...QUIET, ...matters } },
});

describe("fee limits", () => {
  it.each<[string, MoneyFacts, Expected]>([
    ["fit nothing yet", FACTS, ["fee limits", "ok", "10 sat or 1 %", "nothing was paid"]],
    [
      "fit what payments cost",
      costing(cost(sats(10n), sats(20n), sats(50n))),
      ["fee limits", "ok", "last 3 payments", "0.2 % at the middle", "0.5 % at most", "the limit is 10 sat or 1 %"],
    ],
    ["fit what costs nothing", costing(cost(msats(0n))), ["fee limits", "ok", "0 % at most"]],
    [
      "fit while half of the payments take less than 80 % of them",
      costing(cost(sats(10n), sats(79n), sats(99n))),
      ["fee limits", "ok"],
    ],
    [
      "hardly fit when half of the payments take 80 %",
      costing(cost(sats(10n), sats(80n), sats(99n))),
      ["fee limits", "warning", "80 %", "LEYDEN_FEE_LIMIT_BASIS_POINTS"],
    ],
    [
      "are too low for a tenth of the payments",
      costing({ ...cost(...Array<Msats>(27).fill(sats(1n))), overLimit: 3 }),
      ["fee limits", "warning", "3 of the last 30 payments"],
    ],
    [
      "are fine when fewer fail",
      costing({ ...cost(...Array<Msats>(28).fill(sats(1n))), overLimit: 3 }),
      ["fee limits", "ok"],
    ],
    ["are fine when two fail", costing({ ...cost(sats(1n)), overLimit: 2 }), ["fee limits", "ok"]],
    ["are too low when all fail", costing({ overLimit: 3 }), ["fee limits", "warning", "3 of the last 3 payments"]],
    [
      "of nothing are no share",
      costing({ completed: [{ amount: sats(1n), fee: msats(0n), feeLimit: msats(0n) }] }),
      ["fee limits", "ok"],
    ],
    ["cannot be compared", { ...FACTS, costs: { kind: "unknown", why: "away" } }, ["fee limits", "warning", "away"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkMoney(facts), [expected]);
  });
});

describe("what the node holds", () => {
  it.each<[string, MoneyFacts, Expected]>([
    ["is enough", holding(6_000n, "good"), ["holdings", "ok", "6,000 sat", "5,000 sat are owed"]],
    ["is twice as much", holding(10_000n, "good"), ["holdings", "ok", "10,000 sat"]],
    [
      "is more than twice as much",
      holding(10_007n, "good"),
      ["holdings", "warning", "7 sat are above twice that", "take out", "equity withdraw"],
    ],
    [
      "is more than twice as much, and worth nothing",
      { ...holding(10_007n, "good"), isLive: false },
      ["holdings", "ok"],
    ],
    ["is hardly enough", holding(5_010n, "thin"), ["holdings", "warning", "hundredth", "equity deposit"]],
    ["is too little", holding(4_000n, "short"), ["holdings", "wrong", "1,000 sat are missing", "leyden audit"]],
    [
      "is less than the books say, with the operator's own money in them",
      holding(18_000n, "short", 20_000n),
      ["holdings", "wrong", "5,000 sat are owed", "by the books it has 20,000 sat: 2,000 sat are missing"],
    ],
    [
      "is more than the books say",
      holding(9_000n, "over"),
      ["holdings", "warning", "more than the books", "incident list"],
    ],
    ["is not known", { ...FACTS, solvency: { kind: "unknown", why: "silent" } }, ["holdings", "warning", "silent"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkMoney(facts), [expected]);
  });

  it("is not spoken of when the node is not asked", () => {
    expect(checkMoney(FACTS).map(({ about }) => about)).toEqual(["fee limits", "status"]);
  });
});

describe("what waits for the operator", () => {
  it.each<[string, MoneyFacts, Expected]>([
    ["is nothing", open({}), ["status", "ok"]],
    ["is an incident", open({ incidents: 1 }), ["status", "warning", "1 incident open", "-> leyden status"]],
    ["is a pause of the operator", open({ pauses: ["operator"] }), ["status", "warning", "paused (operator)"]],
    [
      "is a pause of the service",
      open({ pauses: ["operator", "audit"], incidents: 2 }),
      ["status", "wrong", "paused (operator, audit), 2 incidents open", "-> leyden status"],
    ],
    ["is a closed ledger", open({ closure: "restoring" }), ["status", "wrong", "closed (restoring)"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkMoney(facts), [expected]);
  });
});
