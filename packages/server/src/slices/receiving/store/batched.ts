import type { EventId } from "#events";
import type { Idempotency } from "#idempotency";
import type { Wallet } from "#kernel/caller.ts";
import type { ChargeId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { UnreadableItem } from "#lightning";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { Charge, ChargeOrigin } from "../model/charge.ts";
import type { Credited, ReceiptFlag } from "../model/receipt.ts";
import type { StaticCharge, StaticChargeId } from "../model/static-charge.ts";
import { type StaticChargeRow, toStaticCharge } from "./static-charge-row.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewCharge = {
  readonly charge: Omit<Charge, "createdAt" | "received" | "state">;
  /** Of the wallet. */
  readonly ownerId: string;
  /** That asked for the invoice of a pay link, as limits count it. */
  readonly network?: string | undefined;
  /** Of the request that asks for it. */
  readonly requestId?: string | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type ChargeWritten =
  | { readonly kind: "created"; readonly at: Date }
  | { readonly kind: "replay"; readonly id: ChargeId }
  | { readonly kind: "mismatch" };

export const chargeMany: BatchedFunction<NewCharge, ChargeWritten> = {
  name: "receiving.charge_many",
  columns: {
    id: ["uuid", ({ charge }) => charge.id],
    wallet: ["uuid", ({ charge }) => charge.walletId],
    owner: ["uuid", ({ ownerId }) => ownerId],
    account: ["bigint", ({ charge }) => charge.account],
    amount: ["bigint", ({ charge }) => charge.amount],
    description: ["text", ({ charge }) => charge.description],
    internal_id: ["text", ({ charge }) => charge.internalId],
    callback_url: ["text", ({ charge }) => charge.callbackUrl],
    invoice: ["text", ({ charge }) => charge.invoice],
    payment_hash: ["bytea", ({ charge }) => charge.paymentHash],
    expires_at: ["timestamptz", ({ charge }) => charge.expiresAt],
    origin: ["text", ({ charge: { origin } }) => origin.kind],
    asked_by: ["uuid", ({ charge: { origin } }) => (origin.kind === "project" ? origin.askedBy : undefined)],
    static_charge: [
      "uuid",
      ({ charge: { origin } }) => (origin.kind === "pay_link" ? origin.staticChargeId : undefined),
    ],
    comment: ["text", ({ charge: { origin } }) => (origin.kind === "pay_link" ? origin.comment : undefined)],
    payer_data: ["text", ({ charge: { origin } }) => payerDataText(origin)],
    network: ["text", ({ network }) => network, "rare"],
    request: ["text", ({ requestId }) => requestId, "rare"],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
  },
  decode: ({ outcome, charge }, _input, at) => {
    switch (outcome) {
      case "created":
        return { kind: outcome, at };
      case "replay":
        return { kind: outcome, id: charge as ChargeId };
      default:
        return { kind: outcome as "mismatch" };
    }
  },
};

function payerDataText(origin: ChargeOrigin): string | undefined {
  const payerData = origin.kind === "pay_link" ? origin.payerData : undefined;
  return payerData && JSON.stringify(payerData);
}

export type NewStaticCharge = {
  readonly staticCharge: Omit<StaticCharge, "slotsTaken" | "createdAt">;
  /** Of the request that asks for it. */
  readonly requestId?: string | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type StaticChargeWritten =
  | { readonly kind: "created" }
  | { readonly kind: "replay"; readonly id: StaticChargeId }
  | { readonly kind: "mismatch" };

export const createStaticMany: BatchedFunction<NewStaticCharge, StaticChargeWritten> = {
  name: "receiving.create_static_many",
  columns: {
    id: ["uuid", ({ staticCharge }) => staticCharge.id],
    wallet: ["uuid", ({ staticCharge }) => staticCharge.walletId],
    owner: ["uuid", ({ staticCharge }) => staticCharge.owner.id],
    owner_kind: ["text", ({ staticCharge }) => staticCharge.owner.kind],
    account: ["bigint", ({ staticCharge }) => staticCharge.account],
    min: ["bigint", ({ staticCharge }) => staticCharge.minAmount],
    max: ["bigint", ({ staticCharge }) => staticCharge.maxAmount],
    description: ["text", ({ staticCharge }) => staticCharge.description],
    success_message: ["text", ({ staticCharge }) => staticCharge.successMessage],
    internal_id: ["text", ({ staticCharge }) => staticCharge.internalId],
    callback_url: ["text", ({ staticCharge }) => staticCharge.callbackUrl],
    allowed_slots: ["int", ({ staticCharge }) => staticCharge.allowedSlots],
    request: ["text", ({ requestId }) => requestId],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
  },
  decode: ({ outcome, static_charge }) =>
    outcome === "replay"
      ? { kind: outcome, id: static_charge as StaticChargeId }
      : { kind: outcome as "created" | "mismatch" },
};

/** A wallet's own link, or a static charge. */
export type Looked =
  | { readonly kind: "wallet"; readonly wallet: Wallet }
  | { readonly kind: "static"; readonly id: StaticChargeId };

export type Look = { readonly link: Looked; readonly waitingMax: number };

export type Seen = {
  /** Undefined for a wallet's own link, and when there is none. */
  readonly staticCharge: StaticCharge | undefined;
  /** What the wallet may hold besides what it has; undefined: any amount. */
  readonly headroom: Msats | undefined;
  /** Invoices of the link that wait for their payment, counted to `waitingMax`. */
  readonly waiting: number;
};

export const lookMany: BatchedFunction<Look, Seen> = {
  name: "receiving.look_many",
  columns: {
    wallet: ["uuid", ({ link }) => (link.kind === "wallet" ? link.wallet.id : undefined)],
    account: ["bigint", ({ link }) => (link.kind === "wallet" ? link.wallet.account : undefined)],
    static: ["uuid", ({ link }) => (link.kind === "static" ? link.id : undefined)],
  },
  shared: { waiting_max: ["int", ({ waitingMax }) => waitingMax] },
  decode: (row) => ({
    staticCharge: row["id"] === null ? undefined : toStaticCharge(row as StaticChargeRow),
    headroom: (row["headroom"] as Msats | null) ?? undefined,
    waiting: row["waiting"] as number,
  }),
};

/** Where an item stands in the node's list: `after` the one before it, at `position`. */
export type Step = { readonly after: string; readonly position: string };

export type Credit = {
  /** The receipt's own id, made before the call. */
  readonly id: string;
  readonly transfer: TransferId;
  /** Undefined for an item that could not be read; `unreadable` says why. */
  readonly receipt: ReceivedMoney | undefined;
  readonly unreadable: UnreadableItem | undefined;
  /** Undefined when it was found by asking for its hash. */
  readonly step: Step | undefined;
  /** That a wallet got it, and that its charge has all that it asked for. */
  readonly events: { readonly receipt: EventId; readonly charge: EventId };
};

export type ReceivedMoney = {
  readonly paymentHash: Uint8Array;
  /** What the payer paid to us. */
  readonly amount: Msats;
  /** What of it the node's backend kept. */
  readonly cost: Msats;
  readonly settledAt: Date;
  /** The node itself has paid it. */
  readonly isRebalance?: boolean;
};

export const creditMany: BatchedFunction<Credit, Credited> = {
  name: "receiving.credit_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    transfer: ["uuid", ({ transfer }) => transfer],
    payment_hash: ["bytea", ({ receipt }) => receipt?.paymentHash],
    amount: ["bigint", ({ receipt }) => receipt?.amount],
    cost: ["bigint", ({ receipt }) => receipt?.cost],
    settled_at: ["timestamptz", ({ receipt }) => receipt?.settledAt],
    after: ["text", ({ step }) => step?.after],
    position: ["text", ({ step }) => step?.position],
    place: ["text", ({ unreadable }) => unreadable?.place],
    detail: ["text", ({ unreadable }) => unreadable?.detail],
    receipt_event: ["uuid", ({ events }) => events.receipt],
    charge_event: ["uuid", ({ events }) => events.charge],
    rebalance: ["boolean", ({ receipt }) => receipt?.isRebalance === true],
  },
  decode: (row) => ({
    outcome: row["outcome"] as Credited["outcome"],
    chargeId: (row["charge"] as ChargeId | null) ?? undefined,
    flags: row["flags"] as ReceiptFlag[],
  }),
};

export type Assign = {
  readonly receipt: string;
  readonly wallet: Wallet;
  readonly transfer: TransferId;
  readonly reason: string;
  /** That the wallet got it. */
  readonly event: EventId;
};

export const assignMany: BatchedFunction<Assign, "assigned" | "not_suspended" | "closed" | "unknown_account"> = {
  name: "receiving.assign_many",
  columns: {
    receipt: ["uuid", ({ receipt }) => receipt],
    account: ["bigint", ({ wallet }) => wallet.account],
    wallet: ["uuid", ({ wallet }) => wallet.id],
    owner: ["uuid", ({ wallet }) => wallet.owner.id],
    transfer: ["uuid", ({ transfer }) => transfer],
    reason: ["text", ({ reason }) => reason],
    event: ["uuid", ({ event }) => event],
  },
  decode: (row) => row["outcome"] as "assigned" | "not_suspended" | "closed" | "unknown_account",
};

export const SUSPENDED_ENDS = ["moved", "mine"] as const;

export type EndSuspended = {
  readonly receipt: string;
  readonly as: (typeof SUSPENDED_ENDS)[number];
  /** The node says that it has paid it. */
  readonly isPaid: boolean;
  readonly transfer: TransferId;
  readonly reason: string;
};

export const endSuspendedMany: BatchedFunction<EndSuspended, "ended" | "not_suspended" | "not_moved"> = {
  name: "receiving.end_suspended_many",
  columns: {
    receipt: ["uuid", ({ receipt }) => receipt],
    as: ["text", ({ as }) => as],
    is_paid: ["boolean", ({ isPaid }) => isPaid],
    transfer: ["uuid", ({ transfer }) => transfer],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as "ended" | "not_suspended" | "not_moved",
};

export type Expire = {
  readonly id: ChargeId;
  /** When it is looked up next; undefined: not any more. */
  readonly dueAt: Date | undefined;
  /** That it expired. */
  readonly event: EventId;
};

export const expireMany: BatchedFunction<Expire, "expired" | "known" | "completed"> = {
  name: "receiving.expire_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    due_at: ["timestamptz", ({ dueAt }) => dueAt],
    event: ["uuid", ({ event }) => event],
  },
  decode: (row) => row["outcome"] as "expired" | "known" | "completed",
};
