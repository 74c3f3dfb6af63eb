import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type Capabilities, CLTV_LIMIT_BLOCKS } from "#lightning";
import type { Columns } from "#protocol/csv.ts";
import { PAYMENT_WAITS } from "#texts/progress.ts";
import { english, message } from "#texts/reader.ts";
import { type Payment, wireStatus } from "./model/payment.ts";
import { pendingOf } from "./model/pending.ts";
import type { TlvRecord } from "./model/target.ts";

/** For what is not finished: when it is read, and which limits the node keeps. */
type PresentDeps = {
  readonly clock: Pick<Clock, "now">;
  readonly capabilities: Pick<Capabilities, "cltvLimit">;
};

/** A payment as `GET /v0/payments/{id}` answers it (docs/contract.md, "Payments"). */
export function presentPayment(found: Payment, deps: PresentDeps) {
  return { ...presentFinished(found), ...detailOf(found, deps) };
}

/** The same of one that is finished. */
export function presentFinished(found: Payment) {
  const { progress } = found;
  return {
    id: found.id,
    fee: progress.kind === "completed" ? String(progress.fee) : "0",
    unit: "msats" as const,
    amount: String(found.amount),
    invoice: invoiceOf(found),
    preimage: progress.kind === "completed" && progress.preimage !== undefined ? bytesToHex(progress.preimage) : null,
    walletId: found.payer.wallet?.id ?? "",
    transactionId: found.transactionId,
    callbackUrl: found.callbackUrl ?? null,
    internalId: found.internalId ?? null,
    comment: found.destination.kind === "invoice" ? null : (found.comment ?? null),
    processedAt: processedAt(found),
    createdAt: found.createdAt.toISOString(),
    status: wireStatus(found),
    ...ofDestination(found),
    ...(found.isBroughtBack ? { restored: true as const } : {}),
    ...(progress.kind === "failed" ? { failure: { code: progress.code, message: progress.detail } } : {}),
  };
}

/** The body of a `callbackUrl`: of a payment that is finished (docs/contract.md, "Events"). */
export function presentCallback(found: Payment) {
  const { lnAddress: _, failure: __, ...shown } = presentFinished(found);
  return { description: null, ...shown, confirmedAt: confirmedAt(found) };
}

/**
 * A payment to a gamertag as `GET /v0/gamertag/transaction/{id}` answers it. Two names of one thing are from the
 * neighbours' interface.
 */
export function presentGamertagTransaction(found: Payment) {
  const { id, receiverId, transactionId, amount, fee, unit, comment, status, processedAt } = presentFinished(found);
  if (receiverId === undefined) throw new Error(`payment ${id} is none to a gamertag`);
  return {
    id,
    receivedId: receiverId,
    receiverId,
    transactionId,
    amount,
    fee,
    unit,
    comment,
    status,
    confirmedAt: confirmedAt(found),
    processedAt,
  };
}

/** What only payments to this kind of destination have. The comment that goes with an invoice is its description. */
function ofDestination(found: Payment): PaymentExtras {
  const { destination, comment } = found;
  switch (destination.kind) {
    case "address":
      return { lnAddress: destination.lnAddress };
    case "invoice":
      return { description: comment ?? null, confirmedAt: confirmedAt(found) };
    case "wallet":
      return { receiverWalletId: destination.walletId };
    case "node":
      return {
        pubkey: destination.nodeId,
        tlvRecords: destination.records,
        metadata: destination.metadata ?? null,
      };
    case "gamertag":
      return { receiverId: destination.userId, gamertag: destination.gamertag };
    case "unknown":
      return {};
  }
}

type PaymentExtras = {
  lnAddress?: string;
  description?: string | null;
  confirmedAt?: string | null;
  receiverWalletId?: string;
  receiverId?: string;
  gamertag?: string;
  pubkey?: string;
  tlvRecords?: readonly TlvRecord[];
  metadata?: Readonly<Record<string, unknown>> | null;
};

function processedAt({ progress }: Payment): string | null {
  return "at" in progress ? progress.at.toISOString() : null;
}

/** When it was paid. */
function confirmedAt(found: Payment): string | null {
  return found.progress.kind === "completed" ? processedAt(found) : null;
}

/** The interface has a string, so none is an empty one. */
function invoiceOf({ progress }: Payment): string {
  if (!("invoice" in progress) || progress.invoice === undefined) return "";
  return typeof progress.invoice === "string" ? progress.invoice : (progress.invoice.text ?? "");
}

function detailOf(found: Payment, { clock, capabilities }: PresentDeps) {
  const cltvLimitBlocks = capabilities.cltvLimit ? CLTV_LIMIT_BLOCKS : undefined;
  const pending = pendingOf(found, { now: clock.now(), cltvLimitBlocks });
  if (pending === undefined) return {};
  const { reason, nextCheckAt, finishedBy } = pending;
  return {
    statusDetail: {
      code: reason,
      reason: english(message(PAYMENT_WAITS[reason].why)),
      nextCheckAt: nextCheckAt.toISOString(),
      finishedBy: finishedBy?.toISOString() ?? null,
    },
  };
}

/** Of a payment, as a line of a file. */
export const PAYMENT_COLUMNS: Columns<ReturnType<typeof presentPayment>> = {
  id: (payment) => payment.id,
  createdAt: (payment) => payment.createdAt,
  status: (payment) => payment.status,
  amount: (payment) => payment.amount,
  fee: (payment) => payment.fee,
  unit: (payment) => payment.unit,
  recipient: (payment) =>
    payment.lnAddress ?? payment.receiverWalletId ?? payment.gamertag ?? payment.pubkey ?? payment.invoice,
  comment: (payment) => payment.comment ?? payment.description,
  internalId: (payment) => payment.internalId,
  processedAt: (payment) => payment.processedAt,
  failureCode: (payment) => payment.failure?.code,
  failure: (payment) => payment.failure?.message,
  statusDetail: (payment) => payment.statusDetail?.reason,
  transactionId: (payment) => payment.transactionId,
  walletId: (payment) => payment.walletId,
  preimage: (payment) => payment.preimage,
  invoice: (payment) => payment.invoice,
};
