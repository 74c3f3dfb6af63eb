import { findTotals } from "#ledger";
import { type LightningNode, readSolvency, type Solvency } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { AuditLine } from "./run-audit.ts";

/** System accounts that hold what belongs to others: reservations, vouchers, and receipts for no wallet that we know. */
const OWED = ["reserved", "vouchers_outstanding", "suspense", "ramp_clearing"] as const;

/**
 * Compares what the node holds with what we owe.
 * @throws {NodeUnavailable}
 */
export async function checkSolvency({ db, node }: { db: Db; node: LightningNode }): Promise<Solvency> {
  return await readSolvency({
    node,
    liabilities: async () => {
      const { customers, system } = await findTotals(db);
      return OWED.reduce((sum, name) => sum + (system.get(name) ?? 0n), customers);
    },
  });
}

export const SOLVENCY = { id: "I9", title: "the node holds at least what we owe" } as const;

/** The same as a line of the audit. */
export function solvencyLine({ assets, liabilities, verdict }: Solvency): AuditLine {
  const short = verdict === "short" ? [`the node holds ${assets} msats, we owe ${liabilities}`] : [];
  return { ...SOLVENCY, breaches: short };
}
