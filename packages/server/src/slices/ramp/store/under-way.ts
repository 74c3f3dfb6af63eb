import { type Db, one, sql } from "#platform/database/db.ts";

/**
 * Purchases that were begun and go on by themselves: neither ended, nor left to an operator because the refund has
 * failed.
 */
export async function countUnderWay(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from ramp.purchase
     where begun_at is not null
       and ended_at is null
       and state <> 'refund_failed'`);
  return one(rows).count;
}
