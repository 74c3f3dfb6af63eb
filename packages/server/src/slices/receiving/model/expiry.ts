import type { Msats } from "#kernel/money.ts";
import type { IncomingStatus } from "#lightning";

/** What follows from the node's report about an invoice that has expired. */
export type AfterLookup =
  /** It was paid: credit it, whatever the receipts say. */
  | { readonly kind: "credit"; readonly amount: Msats; readonly cost: Msats; readonly settledAt: Date }
  /** Unpaid. Looked up again at `dueAt`; undefined: not any more. */
  | { readonly kind: "expire"; readonly dueAt: Date | undefined }
  /** It may still be paid. */
  | { readonly kind: "wait"; readonly dueAt: Date };

const WATCH_MS = 24 * 3_600_000;
const PAUSE_MIN_MS = 60_000;

/**
 * A charge expires only when the node reports its invoice as unpaid. A held HTLC may still settle; an invoice that the
 * node does not know proves nothing until 24 hours are over. Expired charges are looked up for 24 hours, at intervals
 * that double.
 */
export function afterLookup(status: IncomingStatus, expiresAt: Date, now: Date): AfterLookup {
  const dueAt = nextLookUp(expiresAt, now);
  switch (status.kind) {
    case "settled":
      return { kind: "credit", amount: status.amount, cost: status.cost, settledAt: status.settledAt };
    case "held":
      return { kind: "wait", dueAt: dueAt ?? new Date(now.getTime() + PAUSE_MIN_MS) };
    case "unpaid":
    case "cancelled":
      return { kind: "expire", dueAt };
    case "not_found":
      return dueAt === undefined ? { kind: "expire", dueAt } : { kind: "wait", dueAt };
  }
}

/** As long from now as it is since the expiry, at least a minute, the last time after 24 hours. */
function nextLookUp(expiresAt: Date, now: Date): Date | undefined {
  const sinceMs = now.getTime() - expiresAt.getTime();
  if (sinceMs >= WATCH_MS) return undefined;
  const next = sinceMs + Math.max(sinceMs, PAUSE_MIN_MS);
  return new Date(expiresAt.getTime() + Math.min(next, WATCH_MS));
}
