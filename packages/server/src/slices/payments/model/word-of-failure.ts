import { type Msats, sats } from "#kernel/money.ts";
import type { PaymentWait } from "#texts/progress.ts";
import type { SentPayment } from "./payment.ts";

/** Two look-ups at least this far apart have to call it failed: the wallet may have been started before one. Ours. */
export const FAILED_APART_MS = 10 * 60_000;
/**
 * A larger payment is given back by an operator alone: a recipient who holds it beyond its expiry gets it twice, and so
 * much is worth the work of making that happen. Ours.
 */
export const FAILED_MAX: Msats = sats(10_000n);

/** What the node has called failed without a proof. Only between two such reports nothing else is seen. */
const SAID: readonly PaymentWait[] = ["called_failed", "called_failed_large"];

/**
 * What the node's word that a payment has failed is worth, where it is no proof, some minutes after its expiry. `once`:
 * it has not said so for long enough. `failed`: said twice. `operators`: said twice of more than is given back without
 * a person. `other`: what was seen since then was something else, and is forgotten.
 */
export function judgeFailure(
  { amount, progress: { absentSince, reason } }: SentPayment,
  askedAt: Date,
): "once" | "failed" | "operators" | "other" {
  if (absentSince === undefined) return "once";
  if (!isCalledFailed(reason)) return "other";
  if (askedAt.getTime() < absentSince.getTime() + FAILED_APART_MS) return "once";
  return amount > FAILED_MAX ? "operators" : "failed";
}

/** Whether that is why a payment waits. */
export function isCalledFailed(reason: PaymentWait | undefined): boolean {
  return reason !== undefined && SAID.includes(reason);
}
