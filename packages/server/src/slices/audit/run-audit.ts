import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { liftTimeLimit } from "./store.ts";

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
  return db.snapshot(async (tx) => {
    await liftTimeLimit(tx);
    const lines: AuditLine[] = [];
    for (const { id, title, breaches } of invariants) lines.push({ id, title, breaches: await breaches(tx) });
    return lines;
  });
}
