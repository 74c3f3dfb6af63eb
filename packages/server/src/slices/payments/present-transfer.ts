import { isFinished, type Payment } from "./model/payment.ts";

/** A transfer that is answered has happened: others are refused. The word is that of the neighbours' interface. */
export const TRANSFER_STATUS = "TRANSFER_STATUS_COMPLETED";

/**
 * A payment to a wallet as `POST /v0/internal-transfer` answers it. Two names of one thing are from the neighbours'
 * interface.
 */
export function presentTransfer({ id, payer, destination, amount, transactionId, createdAt, progress }: Payment) {
  if (destination.kind !== "wallet" || !("at" in progress)) throw new Error(`payment ${id} is no finished transfer`);
  const { walletId } = destination;
  return {
    id,
    senderWalletId: payer.wallet?.id ?? "",
    receiverWalletId: walletId,
    receivedWalletId: walletId,
    userId: payer.wallet?.ownerId ?? "",
    sendTxId: transactionId,
    receiveTxId: transactionId,
    status: TRANSFER_STATUS,
    amount: String(amount),
    createdAt: createdAt.toISOString(),
    updatedAt: progress.at.toISOString(),
  } as const;
}

/** The status words of a payment to a node, also from there. */
export const KEYSEND_STATUSES = [
  "TRANSACTION_STATUS_PROCESSING",
  "TRANSACTION_STATUS_COMPLETED",
  "TRANSACTION_STATUS_FAILED",
] as const;

/** A payment to a node as `POST /v0/keysend-payment` answers it. */
export function presentKeysend(payment: Payment) {
  const { id, payer, amount, transactionId, comment, progress } = payment;
  const isCompleted = progress.kind === "completed";
  const fee = isCompleted ? progress.fee : 0n;
  const status = isCompleted ? KEYSEND_STATUSES[1] : KEYSEND_STATUSES[isFinished(payment) ? 2 : 0];
  return {
    keysendId: id,
    paymentId: id,
    transaction: {
      id: transactionId,
      walletId: payer.wallet?.id ?? "",
      type: "KEYSEND_PAYMENT",
      totalAmount: String(amount + fee),
      fee: String(fee),
      amount: String(amount),
      description: comment || "Keysend Payment", // an empty comment is none
      status,
      confirmedAt: isCompleted ? progress.at.toISOString() : null,
    },
  } as const;
}
