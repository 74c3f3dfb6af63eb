import type { IdempotencyClaim } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { AccountNo, ChargeId, PaymentId, TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { BoundInvoice, PaymentFailureCode } from "../model/payment.ts";

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
  /** For how long this process drives a payment over Lightning before others may; undefined where no node is connected. */
  readonly leaseMs: number | undefined;
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
    id: ["uuid", (r) => r.id],
    project: ["uuid", (r) => r.caller.projectId],
    wallet: ["uuid", (r) => r.caller.walletId],
    account: ["bigint", (r) => r.caller.account],
    recipient: ["bigint", (r) => r.recipient],
    ln_address: ["text", (r) => r.lnAddress],
    amount: ["bigint", (r) => r.amount],
    fee_limit: ["bigint", (r) => r.feeLimit],
    comment: ["text", (r) => r.comment],
    internal_id: ["text", (r) => r.internalId],
    internal_id_is_unique: ["boolean", (r) => r.caller.internalIdIsUnique && Boolean(r.internalId)], // "" is none
    callback_url: ["text", (r) => r.callbackUrl],
    transfer: ["uuid", (r) => r.transactionId],
    scope: ["uuid", (r) => r.claim?.scope],
    input: ["bytea", (r) => r.claim?.input],
  },
  shared: {
    wallet_max: ["int", (r) => r.pendingMax.wallet],
    project_max: ["int", (r) => r.pendingMax.project],
    node_max: ["int", (r) => r.pendingMax.node],
    lease_ms: ["int", (r) => r.leaseMs],
  },
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
    id: ["uuid", (s) => s.id],
    lease_token: ["bigint", (s) => s.leaseToken],
    invoice: ["text", (s) => s.invoice.text],
    payment_hash: ["bytea", (s) => s.invoice.paymentHash],
    expires_at: ["timestamptz", (s) => s.invoice.expiresAt],
    description_hash_matches: ["boolean", (s) => s.descriptionHashMatches],
  },
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
  columns: {
    id: ["uuid", (d) => d.id],
    lease_token: ["bigint", (d) => d.leaseToken],
    version: ["int", (d) => d.version],
    order_until: ["timestamptz", (d) => d.orderUntil],
  },
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
    id: ["uuid", (n) => n.id],
    lease_token: ["bigint", (n) => n.leaseToken],
    version: ["int", (n) => n.version],
    state: ["text", (n) => n.state],
    status_detail: ["text", (n) => n.detail],
    due_at: ["timestamptz", (n) => n.dueAt],
    absent: ["boolean", (n) => n.absent],
  },
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
    id: ["uuid", ({ id }) => id],
    state: ["text", ({ end }) => end.kind],
    attempt: ["int", ({ end }) => (end.kind === "failed" ? end.attempt : undefined)],
    preimage: ["bytea", ({ end }) => (end.kind === "completed" ? end.preimage : undefined)],
    fee: ["bigint", ({ end }) => (end.kind === "completed" ? end.fee : msats(0n))],
    failure_code: ["text", ({ end }) => (end.kind === "failed" ? end.code : undefined)],
    failure_detail: ["text", ({ end }) => (end.kind === "failed" ? end.detail : undefined)],
    watch_until: ["timestamptz", ({ end }) => (end.kind === "failed" ? end.watchUntil : undefined)],
    transfer: ["uuid", ({ transfer }) => transfer],
  },
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
    id: ["uuid", (c) => c.id],
    lease_token: ["bigint", (c) => c.leaseToken],
    charge: ["uuid", (c) => c.charge],
    invoice: ["text", (c) => c.invoice],
    payment_hash: ["bytea", (c) => c.paymentHash],
    transfer: ["uuid", (c) => c.transfer],
  },
  decode: named(["completed", "lease_lost", "charge_paid", "charge_differs", "charge_expired", "in_use", "paused"]),
};
