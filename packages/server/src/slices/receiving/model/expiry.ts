import type { Msats } from "#kernel/money.ts";
import type { IncomingStatus } from "#lightning";

/** What follows from the node's word about an invoice whose time is over. */
export type AfterLookup =
  /** It was paid: credit it, whatever the receipts say. */
  | { readonly kind: "credit"; readonly amount: Msats; readonly settledAt: Date }
  /** Nobody paid. Asked again at `lookAt`; undefined: not any more. */
  | { readonly kind: "expire"; readonly lookAt: Date | undefined }
  /** It may still be paid. */
  | { readonly kind: "wait"; readonly lookAt: Date };

const WATCH_MS = 24 * 3_600_000;
const PAUSE_MIN_MS = 60_000;

/**
 * A charge expires only when the node says that its invoice is unpaid. A held HTLC may still settle; an invoice that the
 * node does not know proves nothing until 24 hours are over. Expired charges are asked about for 24 hours, at intervals
 * that double.
 */
export function afterLookup(status: IncomingStatus, expiresAt: Date, now: Date): AfterLookup {
  const lookAt = nextLook(expiresAt, now);
  switch (status.kind) {
    case "settled":
      return { kind: "credit", amount: status.amount, settledAt: status.settledAt };
    case "held":
      return { kind: "wait", lookAt: lookAt ?? new Date(now.getTime() + PAUSE_MIN_MS) };
    case "unpaid":
    case "cancelled":
      return { kind: "expire", lookAt };
    case "not_found":
      return lookAt === undefined ? { kind: "expire", lookAt } : { kind: "wait", lookAt };
  }
}

/** As long from now as it is since the expiry, at least a minute, the last time after 24 hours. */
function nextLook(expiresAt: Date, now: Date): Date | undefined {
  const sinceMs = now.getTime() - expiresAt.getTime();
  if (sinceMs >= WATCH_MS) return undefined;
  const next = sinceMs + Math.max(sinceMs, PAUSE_MIN_MS);
  return new Date(expiresAt.getTime() + Math.min(next, WATCH_MS));
}
