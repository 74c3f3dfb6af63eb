import { type Msats, msats } from "#kernel/money.ts";

/** A payment's transaction that no block has, and what could raise its fee. */
export type BumpFacts = {
  readonly parent: {
    readonly vbytes: bigint;
    /** What it pays itself. */
    readonly fee: Msats;
  };
  /** The output that comes back to the wallet. Undefined: it has none. */
  readonly change: { readonly index: number; readonly amount: Msats } | undefined;
  /** What both together are to pay, in msats for a virtual byte. */
  readonly rate: bigint;
  readonly maxCost: Msats;
};

export type BumpPlan =
  | {
      readonly kind: "child";
      readonly index: number;
      /** What the child pays for one of its virtual bytes. */
      readonly satsPerVbyte: bigint;
      /** What miners get of the child. */
      readonly cost: Msats;
    }
  /** `no_change`: nothing of it is the wallet's. `change_too_small`: less than the cost would be left of it. */
  | { readonly kind: "refused"; readonly reason: "no_change" | "paid_enough" }
  | { readonly kind: "refused"; readonly reason: "max_cost" | "change_too_small"; readonly cost: Msats };

const SAT = 1_000n;
/** Below it nodes relay no output (dust): of segwit up to version 1. */
const DUST = 330n * SAT;
/** Nodes relay nothing that pays less: one sat for a virtual byte (Bitcoin Core, `DEFAULT_MIN_RELAY_TX_FEE`). */
const RATE_MIN = 1n;
/**
 * Weight (BIP 141) of a transaction with one input and one output of the wallet, both taproot: overhead 42, input 230,
 * output 172; with P2WPKH the longest signature makes it 42, 272 and 124.
 */
const CHILD_WEIGHT = 444n;
export const CHILD_VBYTES = divideUp(CHILD_WEIGHT, 4n);

/**
 * The child that makes a payment's transaction and itself pay the wanted rate together. Rounded up to whole sats for
 * each virtual byte of the child, at least what nodes relay.
 */
export function planChild({ parent, change, rate, maxCost }: BumpFacts): BumpPlan {
  if (change === undefined) return { kind: "refused", reason: "no_change" };
  const isEnough = parent.fee >= parent.vbytes * rate;
  if (isEnough) return { kind: "refused", reason: "paid_enough" };
  const missing = (parent.vbytes + CHILD_VBYTES) * rate - parent.fee;
  const wanted = divideUp(missing, CHILD_VBYTES * SAT);
  const satsPerVbyte = wanted > RATE_MIN ? wanted : RATE_MIN;
  const cost = msats(satsPerVbyte * CHILD_VBYTES * SAT);
  if (cost > maxCost) return { kind: "refused", reason: "max_cost", cost };
  if (change.amount < cost + DUST) return { kind: "refused", reason: "change_too_small", cost };
  return { kind: "child", index: change.index, satsPerVbyte, cost };
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
