import { expect, it } from "vitest";
import { type Msats, sats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { freshAddress } from "../testing/address.harness.ts";
import { estimateOnchainFee } from "./estimate-fee.ts";

/** What is made of a fee that the node names. */
async function asked(fee: bigint): Promise<Msats | undefined> {
  const node = createFakeNode({ clock: machineClock });
  const estimating = { ...node, estimateOnchain: async () => ({ kind: "fee" as const, fee: fee as Msats }) };
  return await estimateOnchainFee({ node: estimating }, { address: freshAddress(), amount: sats(20_000n) });
}

it.each([1_000n, 282_000n, 1_000_000_000n])("takes a fee of miners of %s msats", async (fee) => {
  expect(await asked(fee)).toBe(fee);
});

it.each([
  ["nothing", 0n],
  ["less than nothing", -1_000n],
  ["a part of a satoshi", 999n],
  ["a satoshi and a part of one", 1_001n],
  ["more than a hundredth of a bitcoin", 1_000_001_000n],
])("takes no fee of %s", async (_what, fee) => {
  expect(await asked(fee)).toBeUndefined();
});
