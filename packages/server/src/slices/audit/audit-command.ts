import type { Db } from "../../platform/db.ts";
import type { Invariant } from "../../platform/invariant.ts";
import { type AuditLine, runAudit } from "./run-audit.ts";

/** What `leyden audit` prints, and whether everything holds (else it exits with 1). */
export async function auditCommand(deps: {
  db: Db;
  invariants: readonly Invariant[];
}): Promise<{ readonly lines: readonly string[]; readonly ok: boolean }> {
  const found = await runAudit(deps);
  const ok = found.every(({ breaches }) => breaches.length === 0);
  return { lines: found.flatMap(toText), ok };
}

function toText({ id, title, breaches }: AuditLine): string[] {
  const verdict = breaches.length === 0 ? "ok    " : "BROKEN";
  return [`${verdict}  ${id.padEnd(4)}  ${title}`, ...breaches.map((breach) => `              ${breach}`)];
}
