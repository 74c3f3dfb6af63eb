import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { judgeSolvency, readSolvency, surplusOf } from "./read-solvency.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";

const SAT = 1_000n;

describe("what a difference between node and books means", () => {
  const judge = (assets: bigint, changes: Partial<Record<"owed" | "booked" | "inFlight", bigint>> = {}) =>
    judgeSolvency({ assets, owed: 0n, booked: 500_000n * SAT, inFlight: 0n, ...changes });

  it("is nothing up to 10,000 sat, both ways, and where it is one satoshi more", () => {
    expect([judge(490_000n * SAT), judge(510_000n * SAT)]).toEqual(["good", "good"]);
    expect([judge(490_000n * SAT - 1n), judge(510_000n * SAT + 1n)]).toEqual(["short", "over"]);
  });

  it("is nothing up to a hundredth of what the books say, where that is more", () => {
    const booked = 5_000_000n * SAT;
    expect([judge(4_950_000n * SAT, { booked }), judge(4_950_000n * SAT - 1n, { booked })]).toEqual(["good", "short"]);
  });

  it("is nothing as long as the missing amount may be in flight", () => {
    const inFlight = 70_000n * SAT;
    expect([judge(420_000n * SAT, { inFlight }), judge(420_000n * SAT - 1n, { inFlight })]).toEqual(["good", "short"]);
  });

  it("is a shortage also where the books themselves have less than is owed", () => {
    expect(judge(500_000n * SAT, { owed: 600_000n * SAT })).toBe("short");
    expect(judge(500_000n * SAT, { owed: 505_000n * SAT })).toBe("thin");
  });

  it("never takes a node that has what the books say for short or over", () => {
    const msats = fc.bigInt(0n, 10n ** 15n);
    fc.assert(
      fc.property(msats, msats, msats, (booked, owed, inFlight) => {
        const verdict = judgeSolvency({ assets: booked, owed: owed < booked ? owed : booked, booked, inFlight });
        expect(["good", "thin"]).toContain(verdict);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });
});

it("what its channels need on the chain is no more than what lies there", async () => {
  const node = createFakeNode({ clock: machineClock, coins: [30_000n] });
  const books = async () => ({ owed: 0n, held: 0n, limbo: 0n, reserved: 0n });
  const reserve = async () => (await readSolvency({ node, books })).reserve;
  expect(await reserve()).toBe(0n);
  node.chain.reserve = 20_000n;
  expect(await reserve()).toBe(20_000n * SAT);
  node.chain.reserve = 40_000n;
  expect(await reserve()).toBe(30_000n * SAT);
});

it("what a node holds above twice what is owed need not be there", () => {
  expect(surplusOf({ assets: 21n, liabilities: 10n })).toBe(1n);
  expect(surplusOf({ assets: 20n, liabilities: 10n })).toBe(0n);
});
