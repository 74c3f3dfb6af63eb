import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";

/** How much an invoice for this account may ask for; undefined: any amount. */
export async function findReceivable(db: Db, account: bigint): Promise<Msats | undefined> {
  const rows = await db.query<{ receivable: Msats | null }>(sql`
    select ledger.receivable(${account}) as receivable`);
  return one(rows).receivable ?? undefined;
}
