import { sql, type Tx } from "#platform/database/db.ts";

/** Lets the statements of this transaction take as long as they need: a whole ledger is read. */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`);
}
