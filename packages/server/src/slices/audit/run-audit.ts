import type { Db, Tx } from "#platform/database/db.ts";
import { CHECK_TIMEOUT_MS, type Invariant } from "#platform/database/invariant.ts";

/** What the audit found out about one invariant. */
export type AuditLine = {
  readonly id: string;
  readonly title: string;
  /** What breaks it; empty when it holds. Bounded. */
  readonly breaches: readonly string[];
};

/** Checks every invariant in one snapshot: all of them see the same instant, and nobody waits for the audit. */
export async function runAudit({
  db,
  invariants,
}: {
  db: Db;
  invariants: readonly Invariant[];
}): Promise<readonly AuditLine[]> {
  const check = async (tx: Tx) => {
    const lines: AuditLine[] = [];
    for (const { id, title, breaches } of invariants) lines.push({ id, title, breaches: await breaches(tx) });
    return lines;
  };
  return db.snapshot(check, { statementTimeoutMs: CHECK_TIMEOUT_MS });
}
