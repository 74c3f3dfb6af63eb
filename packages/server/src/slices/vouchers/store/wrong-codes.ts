import { type Db, one, sql } from "#platform/database/db.ts";

/**
 * Counts an unknown link of a network or an account, and returns how many there were since the first one of an hour.
 */
export async function addWrongLink(db: Db, subject: string, now: Date): Promise<number> {
  const link = `link ${subject}`;
  const rows = await db.query<{ wrong: number }>(sql`select vouchers.count_wrong_link(${now}, ${link}) as wrong`);
  return one(rows).wrong;
}
