import { ABSENCE_APART_MS, EXPIRY_GRACE_MS, later } from "./next-step.ts";
import type { ReadyPayment, SentPayment } from "./payment.ts";

/**
 * When a payment is finished at the latest, if the node answers: an HTLC times out after the blocks of the CLTV limit,
 * of ten minutes each, from the last attempt on, which begins before the expiry; a payment without an HTLC fails some
 * minutes after the expiry. Undefined: its node knows no such limit; or it was brought back, or its node was replaced,
 * and absence proves nothing about it.
 */
export function latestFinish(
  payment: ReadyPayment | SentPayment,
  cltvLimitBlocks: number | undefined,
): Date | undefined {
  const { progress } = payment;
  if (payment.isAtFormerNode || cltvLimitBlocks === undefined) return undefined;
  const heldMs = cltvLimitBlocks * 10 * 60_000;
  if (progress.kind === "in_flight") return later(progress.dispatchedAt, heldMs);
  const withoutMs = EXPIRY_GRACE_MS + 2 * ABSENCE_APART_MS;
  return payment.isBroughtBack ? undefined : later(progress.invoice.expiresAt, Math.max(heldMs, withoutMs));
}
