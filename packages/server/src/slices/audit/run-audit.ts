import type { Db } from "#platform/database/db.ts";
import { CHECK_TIMEOUT_MS, type Invariant } from "#platform/database/invariant.ts";

/** What the audit found out about one invariant. */
export type AuditLine = {
  readonly id: string;
  readonly title: string;
  /** What breaks it; empty when it holds. Bounded. */
  readonly breaches: readonly string[];
  /** A breach stops nothing: it is not about money. */
  readonly warns: boolean;
};

/** The lines about money that are broken: they pause sending, and keep it paused. */
export function brokenMoney(lines: readonly AuditLine[]): readonly AuditLine[] {
  return lines.filter(({ breaches, warns }) => breaches.length > 0 && !warns);
}

/**
 * Checks every invariant in a snapshot of its own, so that payments do not wait. While a snapshot is open PostgreSQL
 * keeps all versions of the rows that change, and finding the newest of a busy account takes longer and longer: after
 * half a minute payments were three times slower. Shorter snapshots cost less.
 */
export async function runAudit({
  db,
  invariants,
}: {
  db: Db;
  invariants: readonly Invariant[];
}): Promise<readonly AuditLine[]> {
  const lines: AuditLine[] = [];
  for (const { id, title, warns = false, ...check } of invariants) {
    const breaches = await db.snapshot((tx) => check.breaches(tx), { statementTimeoutMs: CHECK_TIMEOUT_MS });
    if (breaches.length === 0) await check.passed?.(db);
    lines.push({ id, title, breaches, warns });
  }
  return lines;
}
