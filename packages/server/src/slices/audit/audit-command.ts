import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { checkSolvency, solvencyLine } from "./check-solvency.ts";
import { type AuditLine, runAudit } from "./run-audit.ts";

/**
 * What `leyden audit` prints, and whether everything holds (else it exits with 1). With a node, what it holds is compared
 * as well.
 */
export async function auditCommand({
  node,
  ...deps
}: {
  db: Db;
  invariants: readonly Invariant[];
  node: LightningNode | undefined;
}): Promise<{ readonly lines: readonly string[]; readonly found: readonly AuditLine[]; readonly ok: boolean }> {
  const solvency = node === undefined ? [] : [solvencyLine(await checkSolvency({ ...deps, node }))];
  const found = [...(await runAudit(deps)), ...solvency];
  const ok = found.every(({ breaches }) => breaches.length === 0);
  return { lines: found.flatMap(toText), found, ok };
}

function toText({ id, title, breaches }: AuditLine): string[] {
  const verdict = breaches.length === 0 ? "ok    " : "BROKEN";
  return [`${verdict}  ${id.padEnd(4)}  ${title}`, ...breaches.map((breach) => `              ${breach}`)];
}
