import { hexToBytes } from "@noble/hashes/utils.js";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { OnchainChild } from "../model/onchain-child.ts";
import type { OnchainPayment, OnchainRequest } from "../model/onchain-payment.ts";
import type { Replacement } from "../model/replacement.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type Begin = Omit<OnchainRequest, "feeLimit"> &
  Pick<OnchainPayment, "fee" | "txid" | "transaction"> & {
    readonly transfer: TransferId;
    /** Key of the node that built it. */
    readonly node: string;
  };

export type Begun =
  | "begun"
  | "paused"
  | "given_up"
  | "taken"
  | "node_replaced"
  | "insufficient_funds"
  | "over_service_payment"
  | "over_service_day";

export const beginMany: BatchedFunction<Begin, Begun> = {
  name: "onchain.begin_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    origin_kind: ["text", ({ origin }) => origin.kind],
    origin: ["uuid", ({ origin }) => origin.id],
    account: ["bigint", ({ payer }) => payer],
    address: ["text", ({ address }) => address],
    amount: ["bigint", ({ amount }) => amount],
    fee: ["bigint", ({ fee }) => fee],
    txid: ["bytea", ({ txid }) => hexToBytes(txid)],
    transaction: ["bytea", ({ transaction }) => transaction],
    transfer: ["uuid", ({ transfer }) => transfer],
    node: ["text", ({ node }) => node],
  },
  decode: ({ outcome }) => outcome as Begun,
};

export type Finish = Pick<OnchainPayment, "id"> & {
  readonly state: "completed" | "failed";
  readonly replacement: Replacement | undefined;
  readonly transfer: TransferId;
  readonly incident: string;
  /** An operator has said it. */
  readonly isByHand: boolean;
};

export const finishMany: BatchedFunction<Finish, "finished" | "was_finished" | "taken"> = {
  name: "onchain.finish_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    state: ["text", ({ state }) => state],
    transfer: ["uuid", ({ transfer }) => transfer],
    incident: ["uuid", ({ incident }) => incident],
    replaced_by: ["bytea", ({ replacement }) => replacement && hexToBytes(replacement.txid)],
    extra: ["bigint", ({ replacement }) => replacement?.extra],
    is_by_hand: ["boolean", ({ isByHand }) => isByHand],
  },
  decode: ({ outcome }) => outcome as "finished" | "was_finished" | "taken",
};

export type BeginChild = Pick<OnchainChild, "txid" | "transaction" | "cost"> & {
  readonly payment: PaymentId;
  readonly transfer: TransferId;
};

export type ChildBegun = "begun" | "known" | "paused" | "finished" | "node_replaced" | "taken" | "not_own";

export const beginChildMany: BatchedFunction<BeginChild, ChildBegun> = {
  name: "onchain.begin_child_many",
  columns: {
    payment: ["uuid", ({ payment }) => payment],
    txid: ["bytea", ({ txid }) => hexToBytes(txid)],
    transaction: ["bytea", ({ transaction }) => transaction],
    cost: ["bigint", ({ cost }) => cost],
    transfer: ["uuid", ({ transfer }) => transfer],
  },
  decode: ({ outcome }) => outcome as ChildBegun,
};

export type FinishChild = {
  readonly payment: PaymentId;
  readonly state: "confirmed" | "failed";
  readonly transfer: TransferId;
};

export const finishChildMany: BatchedFunction<FinishChild, "finished" | "was_finished"> = {
  name: "onchain.finish_child_many",
  columns: {
    payment: ["uuid", ({ payment }) => payment],
    state: ["text", ({ state }) => state],
    transfer: ["uuid", ({ transfer }) => transfer],
  },
  decode: ({ outcome }) => outcome as "finished" | "was_finished",
};
