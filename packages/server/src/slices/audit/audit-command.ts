import { type LightningNode, NodeUnavailable } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { checkSolvency, SOLVENCY, solvencyLine } from "./check-solvency.ts";
import { type AuditLine, runAudit } from "./run-audit.ts";

export type Audit = {
  /** For people, one line an invariant. */
  readonly lines: readonly string[];
  readonly found: readonly AuditLine[];
  /** Everything that was checked holds. */
  readonly ok: boolean;
  /** False when no node answered: what it holds was not compared. */
  readonly nodeChecked: boolean;
};

/** What `leyden audit` prints. With a node, what it holds is compared as well. */
export async function auditCommand({
  node,
  ...deps
}: {
  db: Db;
  invariants: readonly Invariant[];
  node: LightningNode | undefined;
}): Promise<Audit> {
  const solvency = node && (await readSolvencyLine({ ...deps, node }));
  const found = [...(await runAudit(deps)), ...(solvency === undefined ? [] : [solvency])];
  const ok = found.every(({ breaches }) => breaches.length === 0);
  const skipped =
    solvency === undefined ? [toLine("skipped", SOLVENCY.id, `${SOLVENCY.title} (the node does not answer)`)] : [];
  return { lines: [...found.flatMap(toText), ...skipped], found, ok, nodeChecked: solvency !== undefined };
}

async function readSolvencyLine(deps: { db: Db; node: LightningNode }): Promise<AuditLine | undefined> {
  try {
    return solvencyLine(await checkSolvency(deps));
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

function toText({ id, title, breaches }: AuditLine): string[] {
  const verdict = breaches.length === 0 ? "ok" : "BROKEN";
  return [toLine(verdict, id, title), ...breaches.map((breach) => `               ${breach}`)];
}

function toLine(verdict: string, id: string, title: string): string {
  return `${verdict.padEnd(7)}  ${id.padEnd(4)}  ${title}`;
}
