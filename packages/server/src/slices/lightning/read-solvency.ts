import type { LightningNode, NodeBalances } from "./port.ts";

/** What the node holds against what we owe, in msats. */
export type Solvency = {
  readonly assets: bigint;
  readonly liabilities: bigint;
  /** What of the assets is in open channels, HTLCs left out. */
  readonly channels: bigint;
  /** `thin`: what is above the liabilities is less than a hundredth of them. */
  readonly verdict: "good" | "thin" | "short";
};

/**
 * Compares the node with the ledger. The ledger is read before and after the node and the smaller sum counts, so that
 * money on its way in between is not taken for missing. Money that just left the node and is not booked yet can still
 * look like a gap: only one that stays is a breach.
 *
 * @throws {NodeUnavailable}
 */
export async function readSolvency({
  node,
  liabilities,
}: {
  node: LightningNode;
  liabilities: () => Promise<bigint>;
}): Promise<Solvency> {
  const before = await liabilities();
  const held = await node.balances();
  const after = await liabilities();
  const owed = before < after ? before : after;
  const assets = assetsOf(held);
  const margin = assets - owed;
  const verdict = margin < 0n ? "short" : margin * 100n < owed ? "thin" : "good";
  return { assets, liabilities: owed, channels: held.channels, verdict };
}

/** All that the node holds, in msats. */
export function assetsOf({ channels, outgoingHtlcs, opening, closing, onchain, commitFees }: NodeBalances): bigint {
  return channels + outgoingHtlcs + opening + closing + onchain + commitFees;
}
