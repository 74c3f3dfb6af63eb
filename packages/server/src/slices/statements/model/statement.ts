import type { ChargeId, PaymentId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { HistoryEntry } from "#ledger";
import type { PaymentNote } from "#payments";
import type { ReceiptNote } from "#receiving";

/** What a line of a statement is about. */
export const ENTRY_TYPES = [
  "payment",
  "refund",
  "fee_refund",
  "charge",
  "receipt",
  "voucher",
  "voucher_refund",
  "transfer",
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** One movement of a wallet's money. */
export type StatementEntry = {
  readonly at: Date;
  readonly type: EntryType;
  /** In msats; what leaves the wallet is below zero. */
  readonly amount: bigint;
  /** What the wallet held after it. */
  readonly balance: bigint;
  readonly transferId: TransferId;
  /** Of this wallet. */
  readonly paymentId: PaymentId | undefined;
  readonly chargeId: ChargeId | undefined;
  /** Issued by this wallet, or redeemed into it. */
  readonly voucherId: string | undefined;
  /** Of the payment or the charge. */
  readonly internalId: string | undefined;
  /** The Lightning address, gamertag (as it was then), wallet or node that was paid; not of an invoice. Who paid is not known, or not the wallet's to know. */
  readonly counterparty: string | undefined;
};

/** What the wallet's own payments and charges say about movements, by the id of their cause. */
export type Notes = {
  readonly payments: ReadonlyMap<string, PaymentNote>;
  readonly receipts: ReadonlyMap<string, ReceiptNote>;
  /** The transfers of vouchers that were redeemed into the wallet. */
  readonly redeemed: ReadonlyMap<string, TransferId>;
};

/** The line for a movement. A cause that is another wallet's payment has no note: its id is not shown. */
export function entryOf(movement: HistoryEntry, { payments, receipts, redeemed }: Notes): StatementEntry {
  const payment = payments.get(movement.causeId);
  const receipt = payment === undefined ? receipts.get(movement.causeId) : undefined;
  const note = payment ?? receipt;
  return {
    at: movement.at,
    type: typeOfVoucher(movement, redeemed) ?? typeOf(movement, { payment, receipt }),
    amount: signed(movement),
    balance: movement.balanceAfter,
    transferId: movement.transferId,
    paymentId: payment?.id,
    chargeId: receipt?.chargeId,
    voucherId: VOUCHERS.includes(movement.causeKind) ? movement.causeId : undefined,
    internalId: note?.internalId,
    counterparty: payment?.destination,
  };
}

function signed({ direction, amount }: { direction: "in" | "out"; amount: Msats }): bigint {
  return direction === "in" ? amount : -amount;
}

/** Causes that bring money from outside of the wallet. */
const RECEIVED: readonly string[] = ["payment", "payment_finished", "receipt", "suspense_assigned"];

const VOUCHERS: readonly string[] = ["voucher", "voucher_ended"];

/** What comes of a voucher to the wallet that has not redeemed it comes back: of one that was revoked or expired, or a route's rest. */
function typeOfVoucher(
  { causeKind, causeId, transferId }: HistoryEntry,
  redeemed: Notes["redeemed"],
): EntryType | undefined {
  if (!VOUCHERS.includes(causeKind)) return undefined;
  return causeKind === "voucher" || redeemed.get(causeId) === transferId ? "voucher" : "voucher_refund";
}

function typeOf(
  { direction, causeKind }: HistoryEntry,
  { payment, receipt }: { payment: PaymentNote | undefined; receipt: ReceiptNote | undefined },
): EntryType {
  if (payment !== undefined && direction === "out") return "payment";
  if (payment !== undefined) return payment.isFailed ? "refund" : "fee_refund";
  if (receipt?.chargeId !== undefined) return "charge";
  return direction === "in" && RECEIVED.includes(causeKind) ? "receipt" : "transfer";
}
