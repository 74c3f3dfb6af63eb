import type { WalletId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { StaticChargeId } from "../model/static-charge.ts";

/** How many invoices of a pay link wait for their payment at `now`; counted to `max`. */
export async function countWaiting(
  db: Db,
  link: { readonly walletId: WalletId; readonly staticChargeId: StaticChargeId | undefined },
  { now, max }: { readonly now: Date; readonly max: number },
): Promise<number> {
  const { count } = one(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count
        from (select 1
                from receiving.charge
               where wallet_id = ${link.walletId}
                 and static_charge_id is not distinct from ${link.staticChargeId ?? null}::uuid
                 and expires_at > ${now}
                 and origin = 'pay_link'
                 and state = 'pending'
               limit ${max}) waiting`),
  );
  return count;
}

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
