import { type Db, one, sql } from "#platform/database/db.ts";

/** Counts an unknown link of a network, and returns how many there were since the first one of an hour. */
export async function addWrongLink(db: Db, network: string, now: Date): Promise<number> {
  return one(
    await db.query<{ wrong: number }>(sql`
      select vouchers.count_wrong_link(${now}, ${`link ${network}`}) as wrong`),
  ).wrong;
}
