import { type Db, sql } from "#platform/database/db.ts";

/**
 * Deletes invoices of pay links that expired before `before` without a payment and are not looked up any more. Returns how many.
 * One that is being credited in this moment is left.
 */
export async function deleteUnpaid(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const rows = await db.query(sql`
    delete from receiving.charge c
     using (select id
              from receiving.charge
             where expires_at < ${before}
               and origin = 'pay_link'
               and state = 'expired'
               and received_msats = 0
               and due_at is null
             order by expires_at
             limit ${limit}
               for update skip locked) unpaid
     where c.id = unpaid.id
    returning c.id`);
  return rows.length;
}
