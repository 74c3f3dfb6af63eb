import { type Db, one, sql, type Tx } from "#platform/database/db.ts";

/** How many payments over Lightning are not finished. */
export async function countInFlight(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select payments.in_flight() as count`);
  return one(rows).count;
}

/** Hours of which other amounts are counted than payments have left in them, `counted` and `sent` in msats. */
export async function listCountedBreaches(
  tx: Tx,
  limit: number,
): Promise<readonly { readonly hour: number; readonly counted: bigint; readonly sent: bigint }[]> {
  return await tx.query(sql`
    with sent as (
      select u.hour, sum(u.amount)::bigint as amount
        from (
          select q.counted_hour as hour, q.amount_msats as amount
            from payments.payment q
           where q.counted_hour is not null
           union all
          select c.hour, c.amount
            from onchain.counted() c) u
       group by u.hour)
    select hour, coalesce(c.sent, 0)::bigint as counted, coalesce(s.amount, 0)::bigint as sent
      from ledger.sent_hours() c(hour, sent)
      full join sent s using (hour)
     where coalesce(c.sent, 0) <> coalesce(s.amount, 0)
     limit ${limit}`);
}
