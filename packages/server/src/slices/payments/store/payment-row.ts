import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { AccountNo, PaymentId, ProjectKeyId, TransferId, UserId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PaymentWait } from "#texts/progress.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import type { BoundInvoice, Origin, Payment, Progress, Waiting } from "../model/payment.ts";
import type { Destination, TlvRecord } from "../model/target.ts";

/** What the column `keysend` holds; the preimage in hex. */
export type KeysendRow = {
  readonly preimage: string;
  readonly records: readonly TlvRecord[];
  readonly metadata?: Readonly<Record<string, unknown>>;
};

/** A payment as the table has it: what its state promises is there, the rest is null. */
export type PaymentRow = {
  id: PaymentId;
  wallet_id: WalletId | null;
  owner_id: string | null;
  account_no: AccountNo;
  origin_kind: Origin["kind"];
  origin_id: string | null;
  destination_kind: Destination["kind"];
  destination: string | null;
  keysend: KeysendRow | null;
  amount_msats: Msats;
  fee_limit_msats: Msats;
  fee_msats: Msats | null;
  comment: string | null;
  internal_id: string | null;
  idempotency_scope: string | null;
  idempotency_input: Uint8Array | null;
  key_id: ProjectKeyId | null;
  callback_url: string | null;
  transfer_id: TransferId;
  state: Progress["kind"];
  version: number;
  status_reason: PaymentWait | null;
  status_detail: string | null;
  failure_code: PaymentFailureCode | null;
  failure_detail: string | null;
  created_at: Date;
  processed_at: Date | null;
  invoice: string | null;
  payment_hash: Uint8Array | null;
  invoice_expires_at: Date | null;
  is_own_invoice: boolean;
  payee_key: string | null;
  preimage: Uint8Array | null;
  attempt: number;
  attempts_not_sent: number;
  dispatched_at: Date | null;
  dispatch_deadline: Date | null;
  node_reference: string | null;
  was_in_flight: boolean;
  absent_since: Date | null;
  missing_since: Date | null;
  on_hold_for: "restore" | null;
  brought_back_at: Date | null;
  node_replaced_at: Date | null;
  tries: number;
  due_at: Date | null;
  lease_until: Date | null;
  lease_token: bigint;
};

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    payer: {
      account: row.account_no,
      wallet: row.wallet_id === null ? undefined : { id: row.wallet_id, ownerId: present(row, "owner_id") },
    },
    origin:
      row.origin_kind === "request" ? { kind: "request" } : { kind: row.origin_kind, id: present(row, "origin_id") },
    destination: toDestination(row),
    keysendPreimage: row.keysend === null ? undefined : hexToBytes(row.keysend.preimage),
    amount: row.amount_msats,
    feeLimit: row.fee_limit_msats,
    comment: row.comment ?? undefined,
    internalId: row.internal_id ?? undefined,
    idempotency:
      row.idempotency_scope === null
        ? undefined
        : { scope: row.idempotency_scope, input: bytesToHex(present(row, "idempotency_input")) },
    restrictedKey: row.key_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    transactionId: row.transfer_id,
    createdAt: row.created_at,
    version: row.version,
    lease: { token: row.lease_token, until: row.lease_until ?? undefined },
    onHoldFor: row.on_hold_for ?? undefined,
    isBroughtBack: row.brought_back_at !== null,
    isAtFormerNode: row.node_replaced_at !== null,
    progress: toProgress(row),
  };
}

function toDestination(row: PaymentRow): Destination {
  switch (row.destination_kind) {
    case "address":
      return { kind: "address", lnAddress: present(row, "destination") };
    case "invoice":
      return { kind: "invoice", invoice: present(row, "invoice") };
    case "wallet":
      return { kind: "wallet", walletId: present(row, "destination") as WalletId };
    case "gamertag": {
      const [userId = "", gamertag = ""] = present(row, "destination").split(" ");
      return { kind: "gamertag", gamertag, userId: userId as UserId };
    }
    case "node": {
      const { records, metadata } = present(row, "keysend");
      return {
        kind: "node",
        nodeId: present(row, "destination"),
        records,
        metadata,
      };
    }
    case "unknown":
      return { kind: "unknown" };
  }
}

function toProgress(row: PaymentRow): Progress {
  switch (row.state) {
    case "resolving":
      return { kind: "resolving", ...waiting(row) };
    case "ready":
      return { kind: "ready", invoice: boundInvoice(row), ...waiting(row) };
    case "dispatched":
    case "in_flight":
    case "unknown":
      return {
        kind: row.state,
        invoice: boundInvoice(row),
        attempt: row.attempt,
        attemptsNotSent: row.attempts_not_sent,
        dispatchedAt: present(row, "dispatched_at"),
        dispatchDeadline: present(row, "dispatch_deadline"),
        reference: row.node_reference ?? undefined,
        wasInFlight: row.was_in_flight,
        absentSince: row.absent_since ?? undefined,
        missingSince: row.missing_since ?? undefined,
        ...waiting(row),
      };
    case "completed":
      return {
        kind: "completed",
        at: present(row, "processed_at"),
        fee: present(row, "fee_msats"),
        invoice: row.invoice ?? undefined,
        paymentHash: row.payment_hash ?? undefined,
        preimage: row.preimage ?? undefined,
      };
    case "failed":
      return {
        kind: "failed",
        at: present(row, "processed_at"),
        code: present(row, "failure_code"),
        detail: row.failure_detail ?? "",
        invoice: row.invoice ?? undefined,
        paymentHash: row.payment_hash ?? undefined,
      };
  }
}

function waiting(row: PaymentRow): Waiting {
  return {
    reason: row.status_reason ?? undefined,
    detail: row.status_detail ?? undefined,
    dueAt: present(row, "due_at"),
    tries: row.tries,
  };
}

function boundInvoice(row: PaymentRow): BoundInvoice {
  return {
    text:
      row.destination_kind === "node" || row.brought_back_at !== null
        ? (row.invoice ?? undefined)
        : present(row, "invoice"),
    paymentHash: present(row, "payment_hash"),
    expiresAt: present(row, "invoice_expires_at"),
    isOwn: row.is_own_invoice,
    payee: row.payee_key ?? undefined,
  };
}

/** A column that the state promises; a null there is our bug. */
function present<Column extends keyof PaymentRow>(row: PaymentRow, column: Column): NonNullable<PaymentRow[Column]> {
  const value = row[column];
  if (value === null) throw new Error(`payment ${row.id} is ${row.state} without ${column}`);
  return value as NonNullable<PaymentRow[Column]>;
}
