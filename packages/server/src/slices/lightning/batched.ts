import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { OperatorBookingKind } from "./model/operator-booking.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export const bookEquityMany: BatchedFunction<
  { readonly transfer: TransferId; readonly channels: Msats; readonly onchain: Msats },
  "booked" | "was_booked"
> = {
  name: "lightning.book_equity_many",
  columns: {
    transfer: ["uuid", ({ transfer }) => transfer],
    channels: ["bigint", ({ channels }) => channels],
    onchain: ["bigint", ({ onchain }) => onchain],
  },
  decode: (row) => row["outcome"] as "booked" | "was_booked",
};

export type BookForeign = {
  readonly paymentHash: Uint8Array;
  readonly transfer: TransferId;
  /** Zero for one that failed: nothing left the node. */
  readonly amount: Msats;
  readonly fee: Msats;
  readonly reason: string;
  /** Of what came back, where the node paid itself. */
  readonly returned: TransferId;
};

export type ForeignBooked = "booked" | "was_booked" | "ours" | "unknown";

export const bookForeignMany: BatchedFunction<BookForeign, ForeignBooked> = {
  name: "lightning.book_foreign_many",
  columns: {
    payment_hash: ["bytea", ({ paymentHash }) => paymentHash],
    transfer: ["uuid", ({ transfer }) => transfer],
    amount: ["bigint", ({ amount }) => amount],
    fee: ["bigint", ({ fee }) => fee],
    reason: ["text", ({ reason }) => reason],
    returned: ["uuid", ({ returned }) => returned],
  },
  decode: (row) => row["outcome"] as ForeignBooked,
};

export type SetAside = { readonly paymentHash: Uint8Array; readonly transfer: TransferId; readonly reason: string };

export type WasSetAside = "set_aside" | "was_set_aside" | "was_booked" | "ours" | "unknown";

export const setAsideMany: BatchedFunction<SetAside, WasSetAside> = {
  name: "lightning.set_aside_many",
  columns: {
    payment_hash: ["bytea", ({ paymentHash }) => paymentHash],
    transfer: ["uuid", ({ transfer }) => transfer],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as WasSetAside,
};

export type BookOperator = {
  readonly id: TransferId;
  readonly kind: OperatorBookingKind;
  readonly amount: Msats;
  readonly reason: string;
  /** Although it is more than what is the operator's own. */
  readonly despiteOwn: boolean;
};

export type OperatorBooked = "booked" | "not_bound" | "not_own";

export const bookOperatorMany: BatchedFunction<BookOperator, OperatorBooked> = {
  name: "lightning.book_operator_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    kind: ["text", ({ kind }) => kind],
    amount: ["bigint", ({ amount }) => amount],
    reason: ["text", ({ reason }) => reason],
    despite: ["boolean", ({ despiteOwn }) => despiteOwn],
  },
  decode: (row) => row["outcome"] as OperatorBooked,
};

export type UndoOperator = { readonly id: TransferId; readonly undoes: TransferId; readonly reason: string };

export type OperatorUndone = "undone" | "unknown" | "was_undone" | "not_own" | "not_held" | "not_compared";

export const undoOperatorMany: BatchedFunction<UndoOperator, OperatorUndone> = {
  name: "lightning.undo_operator_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    undoes: ["uuid", ({ undoes }) => undoes],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as OperatorUndone,
};

export type BookChain = {
  /** As explorers write it. */
  readonly txid: string;
  readonly costId: TransferId;
  readonly moveId: TransferId;
  readonly cost: Msats;
  /** Into the channels; below zero: out of them. In msats. */
  readonly moved: bigint;
  readonly reason: string;
  /** Although the cost is more than what is the operator's own. */
  readonly despiteOwn: boolean;
};

export type ChainBooked = "booked" | "was_booked" | "not_bound" | "not_own";

export const bookChainMany: BatchedFunction<BookChain, ChainBooked> = {
  name: "lightning.book_chain_many",
  columns: {
    txid: ["bytea", ({ txid }) => txid],
    cost_id: ["uuid", ({ costId }) => costId],
    move_id: ["uuid", ({ moveId }) => moveId],
    cost: ["bigint", ({ cost }) => cost],
    moved: ["bigint", ({ moved }) => moved],
    reason: ["text", ({ reason }) => reason],
    despite: ["boolean", ({ despiteOwn }) => despiteOwn],
  },
  decode: (row) => row["outcome"] as ChainBooked,
};

export type BookForwards = {
  readonly id: TransferId;
  /** Places in the node's list of forwards. */
  readonly before: string;
  readonly after: string;
  readonly amount: Msats;
  readonly reason: string;
};

export type ForwardsBooked = "booked" | "moved" | "not_bound";

export const bookForwardsMany: BatchedFunction<BookForwards, ForwardsBooked> = {
  name: "lightning.book_forwards_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    before: ["text", ({ before }) => before],
    after: ["text", ({ after }) => after],
    amount: ["bigint", ({ amount }) => amount],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as ForwardsBooked,
};
