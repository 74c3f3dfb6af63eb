import type { Msats } from "#kernel/money.ts";
import type { Position, PostingNo } from "#ledger";
import type { ChainPurchase } from "./on-chain.ts";

/**
 * Why a database is taken for a copy of an earlier time. `book_went_back`: its ledger lacks a posting that a process
 * has seen. `foreign_payments`: the node made payments that it does not have. `lost_channels`: the node has
 * lost data of its channels, and nothing says that the database did not go back with it.
 */
export type RestoreCause = "book_went_back" | "foreign_payments" | "lost_channels";

/**
 * Where the ledger ended when it was seen, and in which life of the installation: each restore begins another epoch, in
 * which numbers come a second time. Undefined: it is not known.
 */
export type Seen = Position & { readonly epoch: bigint | undefined };

export type Restore = {
  readonly id: string;
  readonly cause: RestoreCause;
  readonly openedAt: Date;
  /** Where the ledger ended in this copy; `at`: its newest posting. */
  readonly found: { readonly no: PostingNo; readonly at: Date | undefined };
  /** What a process had seen of the ledger. */
  readonly seenNo: PostingNo | undefined;
  /** How often it was opened. */
  readonly openedNo: number;
  /** The oldest end of a copy for which it was opened: what came later is in question. Undefined: all. */
  readonly lostFrom: Date | undefined;
  /** When its journal was imported last, in this opening. */
  readonly importedAt: Date | undefined;
};

/** One of the openings of a restore: each copy ends elsewhere. */
export type Opening = {
  /** Where the ledger ended in the copy. */
  readonly foundNo: PostingNo;
  /** What a process had seen of the ledger. */
  readonly seenNo: PostingNo | undefined;
  /** In which epoch; undefined: nothing was seen, or it is not known. */
  readonly seenEpoch: bigint | undefined;
};

/** What was owed in the copy, and may have been met since it was made. */
export type Waiting = {
  readonly kind: "payment" | "voucher" | "withdrawal" | "purchase";
  readonly id: string;
  readonly state: string;
  /** What the node may have paid for it under a hash that the database does not have; undefined: nothing. */
  readonly payable: { readonly least: Msats; readonly most: Msats } | undefined;
  /** Of the invoice that it was bound to. */
  readonly paymentHash: Uint8Array | undefined;
  /** A transaction of the chain may have been published for it; undefined: none, or it is bound to that one. */
  readonly onchain: ChainPurchase | undefined;
  readonly createdAt: Date;
};

/** A payment of the node that nothing in the database explains. */
export type Unexplained = { readonly paymentHash: Uint8Array; readonly amount: Msats };

/** `certain`: it was bound to this hash. `possible`: the amount fits. */
export type Fit = "certain" | "possible";

/** Whether this payment of the node may be what is owed; undefined: it is not. */
export function fitOf(waiting: Waiting, { paymentHash, amount }: Unexplained): Fit | undefined {
  if (waiting.paymentHash !== undefined && Buffer.compare(waiting.paymentHash, paymentHash) === 0) return "certain";
  const { payable } = waiting;
  return payable !== undefined && payable.least <= amount && amount <= payable.most ? "possible" : undefined;
}

/** The state of a payment that had left and was brought back: only the node's report or an operator ends it. */
const BROUGHT_BACK = "brought_back";

/**
 * What may go on: no unexplained payment can be it. A payment that the node keeps in flight for ever holds only what it
 * can be. What may have been published on the chain waits: that the node's wallet does not show it proves nothing.
 */
export function freeOf(waiting: readonly Waiting[], unexplained: readonly Unexplained[]): readonly Waiting[] {
  return waiting
    .filter(({ state, onchain }) => state !== BROUGHT_BACK && onchain === undefined)
    .filter((one) => unexplained.every((payment) => fitOf(one, payment) === undefined));
}

/** Another process may have opened a restore: its epoch is later, and its numbers begin again. */
export function isBefore(a: Seen, b: Seen): boolean {
  const isSameLife = a.epoch === undefined || b.epoch === undefined || a.epoch === b.epoch;
  return isSameLife ? a.no < b.no : (a.epoch ?? 0n) < (b.epoch ?? 0n);
}
