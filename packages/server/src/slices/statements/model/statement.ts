import type { ChargeId, PaymentId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { HistoryEntry } from "#ledger";
import type { PaymentCause } from "#payments";
import type { ReceiptCause } from "#receiving";
import type { VoucherCause } from "#vouchers";

/** What a line of a statement is about. */
export const ENTRY_TYPES = [
  "payment",
  "refund",
  "fee_refund",
  "charge",
  "receipt",
  "voucher",
  "voucher_refund",
  "fee",
  "transfer",
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** One movement of a wallet's money. */
export type StatementEntry = {
  readonly at: Date;
  readonly type: EntryType;
  /** In msats; what leaves the wallet is below zero. */
  readonly amount: bigint;
  /** The balance of the wallet after it. */
  readonly balance: bigint;
  readonly transferId: TransferId;
  /** Of this wallet. */
  readonly paymentId: PaymentId | undefined;
  readonly chargeId: ChargeId | undefined;
  /** Issued by this wallet, or redeemed into it. */
  readonly voucherId: string | undefined;
  /** Issued by this wallet, and paid out by the payment. */
  readonly withdrawalRequestId: string | undefined;
  /** Of the payment, the charge, or the voucher or withdrawal request that the wallet has issued. */
  readonly internalId: string | undefined;
  /**
   * The Lightning address, gamertag (as it was then), wallet or node that was paid; not of an invoice. Who paid is not
   * known, or not the wallet's to know.
   */
  readonly counterparty: string | undefined;
  /** Of something that happened before the database was restored, and was written again after it. */
  readonly isRestored: boolean;
};

/** What the wallet's own payments, charges and vouchers say about movements, by the id of their cause. */
export type Causes = {
  readonly payments: ReadonlyMap<string, PaymentCause>;
  readonly receipts: ReadonlyMap<string, ReceiptCause>;
  readonly vouchers: ReadonlyMap<string, VoucherCause>;
};

/** The line for a movement. A cause that is another wallet's payment is not known: its id is not shown. */
export function entryOf(movement: HistoryEntry, { payments, receipts, vouchers }: Causes): StatementEntry {
  const payment = movement.causeKind === "restore_deficit" ? undefined : payments.get(movement.causeId); // lent for it
  const receipt = payment === undefined ? receipts.get(movement.causeId) : undefined;
  const isVoucher = VOUCHERS.includes(movement.causeKind);
  const voucher = isVoucher ? vouchers.get(movement.causeId) : undefined;
  const withdrawal = payment?.withdrawal === undefined ? undefined : vouchers.get(payment.withdrawal);
  const cause = payment ?? receipt ?? voucher;
  return {
    at: movement.at,
    type: isVoucher ? typeOfVoucher(movement, voucher) : typeOf(movement, { payment, receipt }),
    amount: signed(movement),
    balance: movement.balanceAfter,
    transferId: movement.transferId,
    paymentId: payment?.id,
    chargeId: receipt?.chargeId,
    voucherId: isVoucher ? movement.causeId : undefined,
    withdrawalRequestId: payment?.withdrawal,
    internalId: withdrawal?.internalId ?? cause?.internalId,
    counterparty: payment?.destination,
    isRestored: payment?.isBroughtBack === true || movement.causeKind === "restore_deficit",
  };
}

function signed({ direction, amount }: { direction: "in" | "out"; amount: Msats }): bigint {
  return direction === "in" ? amount : -amount;
}

/** Causes that bring money from outside of the wallet. */
const RECEIVED: readonly string[] = ["payment", "payment_finished", "receipt", "suspense_assigned"];

const VOUCHERS: readonly string[] = ["voucher", "voucher_fee", "voucher_ended"];

/**
 * What comes of a voucher to the wallet that has not redeemed it comes back: of one that was revoked or expired, or a
 * route's rest.
 */
function typeOfVoucher({ causeKind, transferId }: HistoryEntry, cause: VoucherCause | undefined): EntryType {
  if (causeKind === "voucher_fee") return "fee";
  return causeKind === "voucher" || cause?.redeemedWith === transferId ? "voucher" : "voucher_refund";
}

function typeOf(
  { direction, causeKind }: HistoryEntry,
  { payment, receipt }: { payment: PaymentCause | undefined; receipt: ReceiptCause | undefined },
): EntryType {
  if (payment !== undefined && direction === "out") return "payment";
  if (payment !== undefined) return payment.isFailed ? "refund" : "fee_refund";
  if (receipt?.chargeId !== undefined) return "charge";
  return direction === "in" && RECEIVED.includes(causeKind) ? "receipt" : "transfer";
}
