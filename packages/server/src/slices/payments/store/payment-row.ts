import type { AccountNo, PaymentId, ProjectId, TransferId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BoundInvoice, Payment, PaymentFailureCode, Progress, Waiting } from "../model/payment.ts";

/** A payment as the table has it: what its state promises is there, the rest is null. */
export type PaymentRow = {
  id: PaymentId;
  project_id: ProjectId;
  wallet_id: WalletId;
  account_no: AccountNo;
  ln_address: string;
  amount_msats: Msats;
  fee_limit_msats: Msats;
  fee_msats: Msats | null;
  comment: string | null;
  internal_id: string | null;
  callback_url: string | null;
  transfer_id: TransferId;
  state: Progress["kind"];
  version: number;
  status_detail: string | null;
  failure_code: PaymentFailureCode | null;
  failure_detail: string | null;
  created_at: Date;
  processed_at: Date | null;
  invoice: string | null;
  payment_hash: Uint8Array | null;
  invoice_expires_at: Date | null;
  preimage: Uint8Array | null;
  attempt: number;
  order_until: Date | null;
  was_in_flight: boolean;
  absent_since: Date | null;
  tries: number;
  due_at: Date | null;
  lease_until: Date | null;
  lease_token: bigint;
};

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    projectId: row.project_id,
    walletId: row.wallet_id,
    account: row.account_no,
    lnAddress: row.ln_address,
    amount: row.amount_msats,
    feeLimit: row.fee_limit_msats,
    comment: row.comment ?? undefined,
    internalId: row.internal_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    transactionId: row.transfer_id,
    createdAt: row.created_at,
    version: row.version,
    lease: { token: row.lease_token, until: row.lease_until ?? undefined },
    progress: toProgress(row),
  };
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
        orderUntil: present(row, "order_until"),
        tries: row.tries,
        wasInFlight: row.was_in_flight,
        absentSince: row.absent_since ?? undefined,
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
  return { detail: row.status_detail ?? undefined, dueAt: present(row, "due_at") };
}

function boundInvoice(row: PaymentRow): BoundInvoice {
  return {
    text: present(row, "invoice"),
    paymentHash: present(row, "payment_hash"),
    expiresAt: present(row, "invoice_expires_at"),
  };
}

/** A column that the state promises; a null there is our bug. */
function present<Column extends keyof PaymentRow>(row: PaymentRow, column: Column): NonNullable<PaymentRow[Column]> {
  const value = row[column];
  if (value === null) throw new Error(`payment ${row.id} is ${row.state} without ${column}`);
  return value as NonNullable<PaymentRow[Column]>;
}
