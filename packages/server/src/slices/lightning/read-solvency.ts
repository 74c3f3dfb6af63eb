import type { NodeBalances } from "./model/node-info.ts";
import { toleranceOf } from "./model/tolerance.ts";
import type { LightningNode } from "./port.ts";

/** What the books say, in msats. */
export type Books = {
  /** What belongs to others. */
  readonly owed: bigint;
  /** What the node holds. */
  readonly held: bigint;
  /** What former nodes held, and what has not come back: it is there for solvency, and for nothing else. */
  readonly limbo: bigint;
  /** Amounts and fee limits of pending payments that the node may have paid already. */
  readonly reserved: bigint;
};

/** What the node holds against what we owe, in msats. */
export type Solvency = {
  readonly assets: bigint;
  readonly liabilities: bigint;
  /** What the node holds by the books. */
  readonly booked: bigint;
  /** At nodes that were replaced, by the books. */
  readonly limbo: bigint;
  /** What of the assets is in open channels, HTLCs left out. */
  readonly channels: bigint;
  /** What of the assets is kept on the chain for the channels, and neither sent nor sold. */
  readonly reserve: bigint;
  readonly verdict: SolvencyVerdict;
};

/**
 * `short`, `over`: the node holds less, or more, than the books say, by more than what is in flight and a small
 * difference. `thin`: what is above the liabilities is less than a hundredth of them.
 */
export type SolvencyVerdict = "good" | "thin" | "short" | "over";

/** What a difference between the node and the books means. */
export function judgeSolvency({
  assets,
  owed,
  booked,
  inFlight,
}: Record<"assets" | "owed" | "booked" | "inFlight", bigint>): SolvencyVerdict {
  const expected = booked > owed ? booked : owed; // books in which the operator's own money is below zero
  const tolerance = toleranceOf({ books: expected, inFlight });
  if (expected - assets > tolerance) return "short";
  if (assets - booked > tolerance) return "over";
  return (assets - owed) * 100n < owed ? "thin" : "good";
}

/**
 * Compares the node with the ledger. The ledger is read before and after the node and the smaller sums count, so that
 * money on its way in between is not taken for missing. Money that just left the node and is not booked yet can still
 * look like a gap: only one that stays is a breach.
 *
 * @throws {NodeUnavailable}
 */
export async function readSolvency({
  node,
  books,
}: {
  node: LightningNode;
  books: () => Promise<Books>;
}): Promise<Solvency> {
  const before = await books();
  const balances = await node.balances();
  const after = await books();
  const owed = lesser(before.owed, after.owed);
  const assets = assetsOf(balances);
  const booked = lesser(before.held, after.held);
  const limbo = lesser(before.limbo, after.limbo);
  const inFlight = before.reserved > after.reserved ? before.reserved : after.reserved;
  const verdict = judgeSolvency({ assets: assets + limbo, owed, booked: booked + limbo, inFlight });
  const reserve = lesser(balances.reserve, balances.onchain);
  return { assets, liabilities: owed, booked, limbo, channels: balances.channels, reserve, verdict };
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** What the node holds above twice what is owed, in msats: money that need not be at risk there. */
export function surplusOf({ assets, liabilities }: Pick<Solvency, "assets" | "liabilities">): bigint {
  const surplus = assets - 2n * liabilities;
  return surplus > 0n ? surplus : 0n;
}

/** All that the node holds, in msats. */
export function assetsOf({ channels, outgoingHtlcs, opening, closing, onchain, commitFees }: NodeBalances): bigint {
  return channels + outgoingHtlcs + opening + closing + onchain + commitFees;
}
