import { bytesToHex } from "@noble/hashes/utils.js";
import { CLTV_LIMIT_BLOCKS } from "#lightning";
import { latestFinish } from "./model/next-step.ts";
import { isReady, isSent, type Payment, wireStatus } from "./model/payment.ts";

/** A payment as `GET /v0/payments/{id}` answers it (docs/contract.md, "Payments"). `now` is for what is not finished. */
export function presentPayment(found: Payment, now: Date) {
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
    lnAddress: found.lnAddress,
    callbackUrl: found.callbackUrl ?? null,
    internalId: found.internalId ?? null,
    comment: found.comment ?? null,
    processedAt: "at" in progress ? progress.at.toISOString() : null,
    createdAt: found.createdAt.toISOString(),
    status: wireStatus(found),
    ...(progress.kind === "failed" ? { failure: { code: progress.code, message: progress.detail } } : {}),
    ...detailOf(found, now),
  };
}

/** The body of a `callbackUrl`: of a payment that is finished (docs/contract.md, "Payments"). */
export function presentCallback(found: Payment, now: Date) {
  const { lnAddress: _, failure: __, statusDetail: ___, ...shown } = presentPayment(found, now);
  const confirmedAt = shown.status === "completed" ? shown.processedAt : null;
  return { ...shown, description: null, confirmedAt };
}

function invoiceOf({ progress }: Payment): string | null {
  if (!("invoice" in progress) || progress.invoice === undefined) return null;
  return typeof progress.invoice === "string" ? progress.invoice : progress.invoice.text;
}

function detailOf(found: Payment, now: Date) {
  const { progress } = found;
  if (!("dueAt" in progress)) return {};
  const nextCheckAt = progress.dueAt < now ? now : progress.dueAt; // what is overdue is being checked
  const finishedBy = isReady(found) || isSent(found) ? latestFinish(found, CLTV_LIMIT_BLOCKS).toISOString() : null;
  const reason = progress.detail ?? UNDER_WAY[progress.kind];
  return { statusDetail: { reason, nextCheckAt: nextCheckAt.toISOString(), finishedBy } };
}

/** What is going on as long as nothing had to wait. */
const UNDER_WAY = {
  resolving: "the recipient's server is asked for an invoice",
  ready: "the node is about to be asked to pay",
  dispatched: "the node was asked to pay",
  in_flight: "the node was asked to pay",
  unknown: "the node was asked to pay",
} as const;
