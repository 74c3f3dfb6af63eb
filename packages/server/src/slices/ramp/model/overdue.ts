import { type Facts, HOLD_MS, laterOf } from "./next-step.ts";
import type { PurchaseState } from "./purchase.ts";

const HOUR_MS = 3_600_000;
/** A purchase that has not gone on for so long is an incident, which cures nothing. Ours. */
const OVERDUE_MS = 24 * HOUR_MS;

/**
 * Why a purchase needs the operator that does not go on by itself, though it should; undefined: it has time, or its
 * payment tells the operator itself.
 */
export function overdueOf({ purchase: { progress, changedAt }, now }: Pick<Facts, "purchase" | "now">) {
  const since = "onHoldUntil" in progress ? laterOf(changedAt, progress.onHoldUntil) : changedAt;
  const waits = progress.kind === "captured" || progress.kind === "on_hold" ? HOLD_MS + HOUR_MS : OVERDUE_MS;
  const isOverdue = WAITING.includes(progress.kind) && now.getTime() - since.getTime() >= waits;
  return isOverdue ? `it has been ${progress.kind} since ${since.toISOString()}, and does not go on` : undefined;
}

const WAITING: readonly PurchaseState[] = [
  "requires_payment",
  "requires_action",
  "authorized",
  "captured",
  "on_hold",
  "refund_pending",
];
