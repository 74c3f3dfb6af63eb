import { CHART, findTotals } from "#ledger";
import { type Books, type LightningNode, readSolvency, type Solvency } from "#lightning";
import { findReservedAtFormer } from "#payments";
import type { Db } from "#platform/database/db.ts";
import type { AuditLine } from "./run-audit.ts";

/**
 * Compares what the node holds with what we owe.
 * @throws {NodeUnavailable}
 */
export async function checkSolvency({ db, node }: { db: Db; node: LightningNode }): Promise<Solvency> {
  return await readSolvency({
    node,
    books: () => readBooks(db),
  });
}

/** What is owed and what the node holds, by the books. */
export async function readBooks(db: Db): Promise<Books> {
  const { customers, system } = await findTotals(db);
  const reserved = (system.get("reserved") ?? 0n) - (await findReservedAtFormer(db));
  const [held, limbo] = [-sumOf(system, "held"), -sumOf(system, "limbo")];
  return { owed: customers + sumOf(system, "owed"), held, limbo, reserved };
}

function sumOf(system: ReadonlyMap<string, bigint>, side: "owed" | "held" | "limbo"): bigint {
  const names = Object.entries(CHART).flatMap(([name, account]) => (account.side === side ? [name] : []));
  return names.reduce((sum, name) => sum + (system.get(name) ?? 0n), 0n);
}

export const SOLVENCY = {
  id: "I9",
  title: "the node holds what the books say and we owe, but for what is in flight and a small difference",
} as const;

/** The same as a line of the audit. */
export function solvencyLine({ assets, liabilities, booked, limbo, verdict }: Solvency): AuditLine {
  const former = limbo === 0n ? "" : `, ${limbo} are in limbo of former nodes`;
  const what = `the node holds ${assets} msats, the books say ${booked}, we owe ${liabilities}${former}`;
  const short = verdict === "short" ? [what] : [];
  return { ...SOLVENCY, breaches: short, warns: false };
}
