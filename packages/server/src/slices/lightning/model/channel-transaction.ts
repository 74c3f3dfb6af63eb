import type { Msats } from "#kernel/money.ts";
import { CONFLICT_BLOCKS } from "./send-limits.ts";

/**
 * A transaction of the node's wallet that opened, closed or swept channels. `sweep`: takes home what a close has left,
 * or raises the fee of a close by its anchor.
 */
export type ChannelTransaction = {
  /** As explorers write it. */
  readonly txid: string;
  readonly kind: "open" | "close" | "sweep";
  /** What miners took of the node's money; undefined while the node does not say enough to know it. */
  readonly fee: Msats | undefined;
  /** What the wallet has more by it, its part of the fee included; below zero: less. In msats. */
  readonly gain: bigint;
  /** 0: in no block yet. */
  readonly confirmations: number;
  /** Of its block, or when it was first seen. */
  readonly at: Date;
};

/** What the books need of one. */
export type ChainBooking = {
  readonly txid: string;
  readonly cost: Msats;
  /** From the wallet into the channels; below zero: out of them. In msats. */
  readonly moved: bigint;
  readonly reason: string;
};

/**
 * What is done with one that is not booked. `young`: another one may still take its place. `unsaid`: its fee is not
 * known.
 */
export type ChainStep =
  | { readonly kind: "book"; readonly booking: ChainBooking }
  | { readonly kind: "young"; readonly booking: ChainBooking }
  | { readonly kind: "unsaid" };

/** A transaction is final where one that conflicts with it would be. */
export function chainStepOf({ txid, kind, fee, gain, confirmations }: ChannelTransaction): ChainStep {
  if (fee === undefined) return { kind: "unsaid" };
  const booking = { txid, cost: fee, moved: -(gain + fee), reason: `${kind} ${txid}` };
  return { kind: confirmations >= CONFLICT_BLOCKS ? "book" : "young", booking };
}
