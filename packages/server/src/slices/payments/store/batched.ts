import { bytesToHex } from "@noble/hashes/utils.js";
import type { EventId } from "#events";
import type { Idempotency } from "#idempotency";
import type { Wallet } from "#kernel/caller.ts";
import type { ChargeId, PaymentId, ProjectKeyId, TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { PaymentFailureCode, PolicyRule } from "../model/failure-codes.ts";
import type { BoundInvoice, Origin, Payer } from "../model/payment.ts";
import type { Destination } from "../model/target.ts";
import type { KeysendRow } from "./payment-row.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type Reserve = {
  readonly id: PaymentId;
  readonly transactionId: TransferId;
  readonly payer: Payer;
  readonly origin: Origin;
  /**
   * The owner whose share of the node's slots it takes where no wallet pays; undefined then: the operator's. Of a
   * wallet's payment it is the wallet's owner.
   */
  readonly fundedBy?: string | undefined;
  /** The server of the recipient's address; undefined for all others. */
  readonly host?: string | undefined;
  /** Hash of a payment of the node that may be this one, and that the payer does not take for it. */
  readonly payAnyway?: string | undefined;
  /** Of the request that asks for it; undefined: none does. */
  readonly requestId?: string | undefined;
  /** An internal recipient; undefined when the payment goes over Lightning. */
  readonly recipient: Wallet | undefined;
  readonly destination: Destination;
  readonly keysendPreimage: Uint8Array | undefined;
  /**
   * The invoice that came with the request, or what stands for it; undefined where a server is asked for one, and for a
   * wallet.
   */
  readonly invoice: BoundInvoice | undefined;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  readonly comment: string | undefined;
  readonly internalId: string | undefined;
  readonly internalIdIsUnique: boolean;
  readonly callbackUrl: string | undefined;
  /** After the creation: by then the answer that names the payment is out. The callbackUrl is called no sooner. */
  readonly callbackDelayMs: number;
  /** Of the event that says that an internal recipient was paid. */
  readonly event: EventId;
  /** Of the event that says so to the recipient's owner; undefined without an internal recipient. */
  readonly receiptEvent: EventId | undefined;
  readonly idempotency: Idempotency | undefined;
  /** Undefined when no policy counts. */
  readonly restriction?: Restriction | undefined;
  /**
   * When the first attempt has left its process, or never will: it is written down with the reservation. Undefined
   * where something has to be looked up before, and where the invoice comes later.
   */
  readonly dispatchDeadline?: Date | undefined;
  readonly pendingMax: PendingMax;
  /**
   * For how long this process drives a payment over Lightning before others may; undefined in a process that drives
   * none.
   */
  readonly leaseMs: number | undefined;
};

export type Restriction = {
  /** The project key whose policy counts. */
  readonly key: ProjectKeyId;
  /** As what policies name the recipient; undefined where they have no name for it. */
  readonly destination: string | undefined;
};

/** A union member for each of the names, so that a check of one narrows. */
type Plain<Kind> = Kind extends string ? { readonly kind: Kind } : never;

/** Which limit of pending payments leaves no place: `payments.find_full`. */
export type PendingLimit = "wallet" | "owner" | "share" | "recipient" | "node" | "service";

/** How many payments may be pending. */
export type PendingMax = { readonly wallet: number; readonly owner: number; readonly node: number };

export type Reserved =
  | { readonly kind: "reserved" | "completed"; readonly at: Date }
  | { readonly kind: "replay"; readonly id: PaymentId }
  | { readonly kind: "insufficient_funds" | "limit_exceeded" | "over_service_day"; readonly available: bigint }
  | { readonly kind: "policy_refused"; readonly rule: PolicyRule }
  | { readonly kind: "too_many_pending"; readonly limit: PendingLimit }
  | Plain<
      | "mismatch"
      | "paused"
      | "over_service_payment"
      | "over_max_balance"
      | "invoice_expired"
      | "invoice_in_use"
      | "invoice_already_paid"
      | "maybe_paid"
      | "given_up"
    >;

export const reserveMany: BatchedFunction<Reserve, Reserved> = {
  name: "payments.reserve_many",
  columns: {
    id: ["uuid", (r) => r.id],
    wallet: ["uuid", (r) => r.payer.wallet?.id],
    owner: ["uuid", (r) => r.payer.wallet?.ownerId],
    account: ["bigint", (r) => r.payer.account],
    recipient: ["bigint", (r) => r.recipient?.account],
    recipient_owner: ["uuid", (r) => r.recipient?.owner.id],
    origin_kind: ["text", (r) => r.origin.kind],
    origin: ["uuid", ({ origin }) => ("id" in origin ? origin.id : undefined)],
    destination_kind: ["text", (r) => r.destination.kind],
    destination: ["text", ({ destination }) => textOf(destination)],
    bound: ["text", boundOf],
    amount: ["bigint", (r) => r.amount],
    fee_limit: ["bigint", (r) => r.feeLimit],
    comment: ["text", (r) => r.comment],
    internal_id: ["text", (r) => r.internalId],
    internal_id_is_unique: ["boolean", (r) => r.internalIdIsUnique && Boolean(r.internalId)], // "" is none
    callback_url: ["text", (r) => r.callbackUrl],
    callback_delay_ms: ["int", (r) => r.callbackDelayMs],
    transfer: ["uuid", (r) => r.transactionId],
    event: ["uuid", (r) => r.event],
    receipt_event: ["uuid", (r) => r.receiptEvent],
    scope: ["uuid", (r) => r.idempotency?.scope],
    input: ["bytea", (r) => r.idempotency?.input],
    key: ["uuid", (r) => r.restriction?.key, "rare"],
    key_destination: ["text", (r) => r.restriction?.destination, "rare"],
    funder: ["uuid", (r) => r.fundedBy, "rare"],
    host: ["text", (r) => r.host, "rare"],
    pay_anyway: ["bytea", (r) => r.payAnyway, "rare"],
    request: ["text", (r) => r.requestId, "rare"],
    dispatch_deadline: ["timestamptz", (r) => r.dispatchDeadline, "rare"],
  },
  shared: {
    wallet_max: ["int", (r) => r.pendingMax.wallet],
    owner_max: ["int", (r) => r.pendingMax.owner],
    node_max: ["int", (r) => r.pendingMax.node],
    lease_ms: ["int", (r) => r.leaseMs],
  },
  decode: ({ outcome, payment, available }, _payment, at) => {
    switch (outcome as Exclude<Reserved["kind"], "policy_refused" | "too_many_pending"> | PolicyRule | Full) {
      case "reserved":
      case "completed":
        return { kind: outcome as "reserved" | "completed", at };
      case "replay":
        return { kind: "replay", id: payment as PaymentId };
      case "insufficient_funds":
      case "limit_exceeded":
      case "over_service_day":
        return { kind: outcome as "insufficient_funds", available: available as bigint };
      case "over_key_cap":
      case "over_key_budget":
      case "destination_not_allowed":
        return { kind: "policy_refused", rule: outcome as PolicyRule };
      case "full_wallet":
      case "full_owner":
      case "full_share":
      case "full_recipient":
      case "full_node":
      case "full_service":
        return { kind: "too_many_pending", limit: String(outcome).slice("full_".length) as PendingLimit };
      case "mismatch":
      case "paused":
      case "over_service_payment":
      case "over_max_balance":
      case "invoice_expired":
      case "invoice_in_use":
      case "invoice_already_paid":
      case "maybe_paid":
      case "given_up":
        return { kind: outcome as Exclude<Reserved["kind"], Carrying> };
      default:
        throw new Error(`payments.reserve_many returned the outcome ${outcome}`);
    }
  },
};

/** Outcomes that come with something else. */
type Carrying =
  | "reserved"
  | "completed"
  | "replay"
  | "insufficient_funds"
  | "limit_exceeded"
  | "over_service_day"
  | "policy_refused"
  | "too_many_pending";

type Full = `full_${PendingLimit}`;

function textOf(destination: Destination): string {
  switch (destination.kind) {
    case "address":
      return destination.lnAddress;
    case "invoice":
      return destination.invoice;
    case "wallet":
      return destination.walletId;
    case "node":
      return destination.nodeId;
    case "gamertag":
      return `${destination.userId} ${destination.gamertag}`;
    case "unknown":
      throw new Error("no payment is made to an unknown recipient");
  }
}

/** What the payment begins with, as JSON; undefined where its invoice comes later, and where none comes. */
function boundOf(draft: Reserve): string | undefined {
  const { invoice } = draft;
  if (invoice === undefined) return undefined;
  return JSON.stringify({
    invoice: invoice.text,
    payment_hash: bytesToHex(invoice.paymentHash),
    expires_at: invoice.expiresAt,
    payee: invoice.payee,
    is_own: invoice.isOwn,
    keysend: keysendOf(draft),
  });
}

function keysendOf({
  destination,
  keysendPreimage,
}: Pick<Reserve, "destination" | "keysendPreimage">): KeysendRow | undefined {
  if (destination.kind !== "node" || keysendPreimage === undefined) return undefined;
  const { records, metadata } = destination;
  return { preimage: bytesToHex(keysendPreimage), records, ...(metadata && { metadata }) };
}

/** Of a function whose outcomes carry nothing else. */
export const outcomeOf =
  <Outcome extends string>() =>
  (row: Record<string, unknown>): Outcome =>
    row["outcome"] as Outcome;

export type StoreInvoice = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly invoice: BoundInvoice;
  readonly descriptionHashMatches: boolean;
  /** As of `Reserve`. */
  readonly dispatchDeadline?: Date | undefined;
};

/** Dispatched: its first attempt is written down as well, at `at`. */
export type Stored =
  | { readonly kind: "dispatched"; readonly at: Date }
  | Plain<"stored" | "lease_lost" | "in_use" | "already_paid">;

export const storeInvoiceMany: BatchedFunction<StoreInvoice, Stored> = {
  name: "payments.store_invoice_many",
  columns: {
    id: ["uuid", (s) => s.id],
    lease_token: ["bigint", (s) => s.leaseToken],
    invoice: ["text", (s) => s.invoice.text],
    payment_hash: ["bytea", (s) => s.invoice.paymentHash],
    expires_at: ["timestamptz", (s) => s.invoice.expiresAt],
    description_hash_matches: ["boolean", (s) => s.descriptionHashMatches],
    is_own: ["boolean", (s) => s.invoice.isOwn],
    payee: ["text", (s) => s.invoice.payee],
    dispatch_deadline: ["timestamptz", (s) => s.dispatchDeadline, "rare"],
  },
  decode: (row, _store, at) => {
    const kind = outcomeOf<Stored["kind"]>()(row);
    return kind === "dispatched" ? { kind, at } : { kind };
  },
};

export type Dispatch = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly version: number;
  /** When this attempt has left its process, or never will. */
  readonly deadline: Date;
};

export type Dispatched =
  | { readonly kind: "dispatched"; readonly attempt: number; readonly at: Date }
  | Plain<"lease_lost" | "paused" | "on_hold">;

export const dispatchMany: BatchedFunction<Dispatch, Dispatched> = {
  name: "payments.dispatch_many",
  columns: {
    id: ["uuid", (d) => d.id],
    lease_token: ["bigint", (d) => d.leaseToken],
    version: ["int", (d) => d.version],
    deadline: ["timestamptz", (d) => d.deadline],
  },
  decode: (row, _dispatch, at) => {
    const kind = outcomeOf<Dispatched["kind"]>()(row);
    return kind === "dispatched" ? { kind, attempt: row["attempt"] as number, at } : { kind };
  },
};

export type Finish = {
  readonly id: PaymentId;
  readonly transfer: TransferId;
  /** Of the event that says so. */
  readonly event: EventId;
  readonly outcome:
    | {
        readonly kind: "completed";
        readonly preimage: Uint8Array | undefined;
        readonly fee: Msats;
        /** The hash under which the node paid it before the database was restored. */
        readonly foreignHash?: Uint8Array | undefined;
        readonly watchUntil?: Date | undefined;
      }
    | {
        readonly kind: "failed";
        /** The attempt whose failure is proved. */
        readonly attempt: number;
        readonly code: PaymentFailureCode;
        readonly detail: string;
        readonly watchUntil: Date | undefined;
      };
};

/** What became of the order to finish a payment. */
export type Finished = "finished" | "same_outcome" | "stale" | "wrong_preimage" | "late_success" | "late_failure";

/** `at`: when it is finished, where it is by this order. */
export const finishMany: BatchedFunction<Finish, { readonly kind: Finished; readonly at: Date }> = {
  name: "payments.finish_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    state: ["text", ({ outcome }) => outcome.kind],
    attempt: ["int", ({ outcome }) => (outcome.kind === "failed" ? outcome.attempt : undefined)],
    preimage: ["bytea", ({ outcome }) => (outcome.kind === "completed" ? outcome.preimage : undefined)],
    fee: ["bigint", ({ outcome }) => (outcome.kind === "completed" ? outcome.fee : msats(0n))],
    failure_code: ["text", ({ outcome }) => (outcome.kind === "failed" ? outcome.code : undefined)],
    failure_detail: ["text", ({ outcome }) => (outcome.kind === "failed" ? outcome.detail : undefined)],
    watch_until: ["timestamptz", ({ outcome }) => outcome.watchUntil],
    foreign_hash: ["bytea", ({ outcome }) => (outcome.kind === "completed" ? outcome.foreignHash : undefined)],
    transfer: ["uuid", ({ transfer }) => transfer],
    event: ["uuid", ({ event }) => event],
  },
  decode: (row, _finish, at) => ({ kind: outcomeOf<Finished>()(row), at }),
};

export type CompleteInternal = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly charge: ChargeId;
  readonly transfer: TransferId;
  /** Of the payer, and of the payee: what was received, and that the charge has all of it. */
  readonly events: { readonly payment: EventId; readonly receipt: EventId; readonly charge: EventId };
};

export const completeInternalMany: BatchedFunction<
  CompleteInternal,
  | "completed"
  | "lease_lost"
  | "charge_paid"
  | "charge_differs"
  | "charge_expired"
  | "over_maximum"
  | "paused"
  | "on_hold"
> = {
  name: "payments.complete_internal_many",
  columns: {
    id: ["uuid", (c) => c.id],
    lease_token: ["bigint", (c) => c.leaseToken],
    charge: ["uuid", (c) => c.charge],
    transfer: ["uuid", (c) => c.transfer],
    event: ["uuid", (c) => c.events.payment],
    receipt_event: ["uuid", (c) => c.events.receipt],
    charge_event: ["uuid", (c) => c.events.charge],
  },
  decode: outcomeOf(),
};

/**
 * Lets the callbackUrl of a payment be called: the answer that names the payment is out, or nobody waits for it any
 * more.
 */
export const releaseCallbacks: BatchedFunction<{ readonly id: PaymentId }, "released"> = {
  name: "payments.release_callbacks",
  columns: {
    id: ["uuid", ({ id }) => id],
  },
  decode: outcomeOf(),
};
