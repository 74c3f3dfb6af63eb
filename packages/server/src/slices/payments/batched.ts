import type { Caller } from "../../kernel/caller.ts";
import type { AccountNo, ChargeId, PaymentId, TransferId } from "../../kernel/ids.ts";
import { type Msats, msats } from "../../kernel/money.ts";
import type { BatchedFunction } from "../../platform/batch.ts";
import type { IdempotencyClaim } from "../idempotency/index.ts";
import type { BoundInvoice, PaymentFailureCode } from "./payment.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type Reserve = {
  readonly id: PaymentId;
  readonly transactionId: TransferId;
  readonly caller: Caller;
  /** Account of a recipient here; undefined when the payment goes over Lightning. */
  readonly recipient: AccountNo | undefined;
  readonly lnAddress: string;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  readonly comment: string | undefined;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly claim: IdempotencyClaim | undefined;
  readonly pendingMax: PendingMax;
  /** Set when this process drives the payment itself. */
  readonly leaseUntil: Date | undefined;
};

/** A union member for each of the names, so that a check of one narrows. */
type Plain<Kind> = Kind extends string ? { readonly kind: Kind } : never;

/** How many payments may be open at once. */
export type PendingMax = { readonly wallet: number; readonly project: number; readonly node: number };

export type Reserved =
  | { readonly kind: "reserved"; readonly at: Date }
  | { readonly kind: "completed"; readonly at: Date }
  | { readonly kind: "replay"; readonly id: PaymentId }
  | { readonly kind: "insufficient_funds" | "limit_exceeded"; readonly available: bigint }
  | Plain<"mismatch" | "paused" | "too_many_pending" | "recipient_full">;

export const reserveMany: BatchedFunction<Reserve, Reserved> = {
  name: "payments.reserve_many",
  columns: {
    id: "uuid",
    project: "uuid",
    wallet: "uuid",
    account: "bigint",
    recipient: "bigint",
    ln_address: "text",
    amount: "bigint",
    fee_limit: "bigint",
    comment: "text",
    internal_id: "text",
    internal_id_is_unique: "boolean",
    callback_url: "text",
    transfer: "uuid",
    scope: "uuid",
    input: "bytea",
    wallet_max: "int",
    project_max: "int",
    node_max: "int",
    lease_until: "timestamptz",
  },
  encode: (r) => ({
    id: r.id,
    project: r.caller.projectId,
    wallet: r.caller.walletId,
    account: r.caller.account,
    recipient: r.recipient,
    ln_address: r.lnAddress,
    amount: r.amount,
    fee_limit: r.feeLimit,
    comment: r.comment,
    internal_id: r.internalId,
    internal_id_is_unique: r.caller.internalIdIsUnique && Boolean(r.internalId), // "" is none
    callback_url: r.callbackUrl,
    transfer: r.transactionId,
    scope: r.claim?.scope,
    input: r.claim?.input,
    wallet_max: r.pendingMax.wallet,
    project_max: r.pendingMax.project,
    node_max: r.pendingMax.node,
    lease_until: r.leaseUntil,
  }),
  decode: (row, _payment, at) => {
    switch (row["outcome"]) {
      case 0:
        return { kind: "reserved", at };
      case 1:
        return { kind: "completed", at };
      case 2:
        return { kind: "replay", id: row["payment"] as PaymentId };
      case 3:
        return { kind: "mismatch" };
      case 4:
        return { kind: "insufficient_funds", available: row["available"] as bigint };
      case 5:
        return { kind: "limit_exceeded", available: row["available"] as bigint };
      case 6:
        return { kind: "paused" };
      case 7:
        return { kind: "too_many_pending" };
      case 8:
        return { kind: "recipient_full" };
      default:
        throw new Error(`payments.reserve_many answered ${String(row["outcome"])}`);
    }
  },
};

/** Names the outcomes of a function that answers numbers from 0. */
function named<const Names extends readonly string[]>(names: Names) {
  return (row: Record<string, unknown>): Names[number] => {
    const name = names[row["outcome"] as number];
    if (name === undefined) throw new Error(`a batched function answered ${String(row["outcome"])}`);
    return name;
  };
}

export type StoreInvoice = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly invoice: BoundInvoice;
  readonly descriptionHashMatches: boolean;
};

export const storeInvoiceMany: BatchedFunction<StoreInvoice, "stored" | "lease_lost" | "in_use" | "already_paid"> = {
  name: "payments.store_invoice_many",
  columns: {
    id: "uuid",
    lease_token: "bigint",
    invoice: "text",
    payment_hash: "bytea",
    expires_at: "timestamptz",
    description_hash_matches: "boolean",
  },
  encode: (s) => ({
    id: s.id,
    lease_token: s.leaseToken,
    invoice: s.invoice.text,
    payment_hash: s.invoice.paymentHash,
    expires_at: s.invoice.expiresAt,
    description_hash_matches: s.descriptionHashMatches,
  }),
  decode: named(["stored", "lease_lost", "in_use", "already_paid"]),
};

export type Dispatch = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly version: number;
  /** When this order has left its process, or never will. */
  readonly orderUntil: Date;
};

export type Dispatched = { readonly kind: "dispatched"; readonly attempt: number } | Plain<"lease_lost" | "paused">;

export const dispatchMany: BatchedFunction<Dispatch, Dispatched> = {
  name: "payments.dispatch_many",
  columns: { id: "uuid", lease_token: "bigint", version: "int", order_until: "timestamptz" },
  encode: (d) => ({ id: d.id, lease_token: d.leaseToken, version: d.version, order_until: d.orderUntil }),
  decode: (row) => {
    if (row["outcome"] === 0) return { kind: "dispatched", attempt: row["attempt"] as number };
    return { kind: row["outcome"] === 2 ? "paused" : "lease_lost" };
  },
};

export type Note = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly version: number;
  readonly state: "resolving" | "ready" | "in_flight" | "unknown";
  readonly detail: string | undefined;
  readonly dueAt: Date;
  /** The node was asked after the end of the invoice and did not know the hash. */
  readonly absent: boolean;
};

export const noteMany: BatchedFunction<Note, "noted" | "lease_lost"> = {
  name: "payments.note_many",
  columns: {
    id: "uuid",
    lease_token: "bigint",
    version: "int",
    state: "text",
    status_detail: "text",
    due_at: "timestamptz",
    absent: "boolean",
  },
  encode: (n) => ({
    id: n.id,
    lease_token: n.leaseToken,
    version: n.version,
    state: n.state,
    status_detail: n.detail,
    due_at: n.dueAt,
    absent: n.absent,
  }),
  decode: named(["noted", "lease_lost"]),
};

export type Settle = {
  readonly id: PaymentId;
  readonly transfer: TransferId;
  readonly end:
    | { readonly kind: "completed"; readonly preimage: Uint8Array | undefined; readonly fee: Msats }
    | {
        readonly kind: "failed";
        /** The attempt whose failure is proved. */
        readonly attempt: number;
        readonly code: PaymentFailureCode;
        readonly detail: string;
        readonly watchUntil: Date | undefined;
      };
};

export type SettleOutcome = "ended" | "same_end" | "stale" | "wrong_preimage" | "late_success" | "late_failure";

export const settleMany: BatchedFunction<Settle, SettleOutcome> = {
  name: "payments.settle_many",
  columns: {
    id: "uuid",
    state: "text",
    attempt: "int",
    preimage: "bytea",
    fee: "bigint",
    failure_code: "text",
    failure_detail: "text",
    watch_until: "timestamptz",
    transfer: "uuid",
  },
  encode: ({ id, transfer, end }) => ({
    id,
    state: end.kind,
    attempt: end.kind === "failed" ? end.attempt : undefined,
    preimage: end.kind === "completed" ? end.preimage : undefined,
    fee: end.kind === "completed" ? end.fee : msats(0n),
    failure_code: end.kind === "failed" ? end.code : undefined,
    failure_detail: end.kind === "failed" ? end.detail : undefined,
    watch_until: end.kind === "failed" ? end.watchUntil : undefined,
    transfer,
  }),
  decode: named(["ended", "same_end", "stale", "wrong_preimage", "late_success", "late_failure"]),
};

export type CompleteHere = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly charge: ChargeId;
  readonly invoice: string;
  readonly paymentHash: Uint8Array;
  readonly transfer: TransferId;
};

export const completeHereMany: BatchedFunction<
  CompleteHere,
  "completed" | "lease_lost" | "charge_paid" | "charge_differs" | "charge_expired" | "in_use" | "paused"
> = {
  name: "payments.complete_here_many",
  columns: {
    id: "uuid",
    lease_token: "bigint",
    charge: "uuid",
    invoice: "text",
    payment_hash: "bytea",
    transfer: "uuid",
  },
  encode: (c) => ({
    id: c.id,
    lease_token: c.leaseToken,
    charge: c.charge,
    invoice: c.invoice,
    payment_hash: c.paymentHash,
    transfer: c.transfer,
  }),
  decode: named(["completed", "lease_lost", "charge_paid", "charge_differs", "charge_expired", "in_use", "paused"]),
};
