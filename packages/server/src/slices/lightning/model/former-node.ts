import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/** A node that was replaced. */
export type FormerNode = {
  readonly nodeId: string;
  readonly boundAt: Date;
  readonly replacedAt: Date;
  readonly reason: string;
  /** What it held by the books, and what has neither come back nor is lost, in msats. */
  readonly limbo: bigint;
  /** What of that its pending payments may have taken: amounts and fee limits, in msats. */
  readonly pending: bigint;
};

/** What became of money of a former node; `lightning.settle_former` says what each means. */
export const SETTLEMENT_KINDS = ["to_chain", "to_node", "counted", "chain_cost", "loss"] as const;

export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

export type SettleFormer = {
  /** Of the former node. */
  readonly nodeId: string;
  readonly kind: SettlementKind;
  readonly amount: Msats;
  /** The same amount of the same kind with the same words is the same booking. */
  readonly reason: string;
};

/** A replacement that a database which went back lacks, as the journal tells of it. */
export type EarlierReplacement = {
  readonly at: Date;
  readonly transfers: { readonly limbo: TransferId; readonly equity: TransferId };
  readonly equity: { readonly channels: Msats; readonly onchain: Msats };
  readonly pastUntil: PastUntil;
};

/** Hashes of the last payment and receipt that a node had made before it became the service's; undefined: none. */
export type PastUntil = { readonly payment: Uint8Array | undefined; readonly receipt: Uint8Array | undefined };
