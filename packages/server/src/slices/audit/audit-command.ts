import type { Clock } from "#kernel/clock.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { checkSolvency, SOLVENCY, solvencyLine } from "./check-solvency.ts";
import { compareLists, LISTS } from "./compare-lists.ts";
import { type AuditLine, brokenMoney, runAudit } from "./run-audit.ts";

export type Audit = {
  /** For people, one line an invariant. */
  readonly lines: readonly string[];
  readonly found: readonly AuditLine[];
  /** Everything that was checked holds. */
  readonly ok: boolean;
  /** All that is about money holds: sending may go on. */
  readonly isMoneyWhole: boolean;
  /** False when no node answered: what it holds was not compared. */
  readonly nodeChecked: boolean;
};

/**
 * What `leyden audit` prints. With a node, what it holds is compared as well, and where `lists` is true what it lists:
 * that reads all payments and receipts there are, and is about no money.
 */
export async function auditCommand({
  node,
  lists,
  ...deps
}: {
  db: Db;
  clock: Clock;
  invariants: readonly Invariant[];
  node: LightningNode | undefined;
  lists: boolean;
}): Promise<Audit> {
  const ofNode = node && (await readNodeLines({ ...deps, node, lists }));
  const found = [...(await runAudit(deps)), ...(ofNode ?? [])];
  const ok = found.every(({ breaches }) => breaches.length === 0);
  const skipped =
    ofNode === undefined
      ? [SOLVENCY, ...(lists ? [LISTS] : [])].map(({ id, title }) =>
          toLine("skipped", id, `${title} (the node does not answer)`),
        )
      : [];
  return {
    lines: [...found.flatMap(toText), ...skipped],
    found,
    ok,
    isMoneyWhole: brokenMoney(found).length === 0,
    nodeChecked: ofNode !== undefined,
  };
}

async function readNodeLines({
  lists,
  ...deps
}: {
  db: Db;
  clock: Clock;
  node: LightningNode;
  lists: boolean;
}): Promise<readonly AuditLine[] | undefined> {
  try {
    const solvency = solvencyLine(await checkSolvency(deps));
    return lists ? [solvency, await compareLists(deps)] : [solvency];
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

function toText({ id, title, breaches, warns }: AuditLine): string[] {
  const verdict = breaches.length === 0 ? "ok" : warns ? "WARNING" : "BROKEN";
  return [toLine(verdict, id, title), ...breaches.map((breach) => `               ${breach}`)];
}

function toLine(verdict: string, id: string, title: string): string {
  return `${verdict.padEnd(7)}  ${id.padEnd(4)}  ${title}`;
}
