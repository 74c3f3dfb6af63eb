import type { WalletId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { StaticChargeId } from "../model/static-charge.ts";

/** Runs `receiving.make_room`. Returns how many invoices lost their place. */
export async function updateDisplaced(
  db: Db,
  {
    wallet,
    staticCharge,
    now,
    max,
  }: { wallet: WalletId; staticCharge: StaticChargeId | undefined; now: Date; max: number },
): Promise<number> {
  const rows = await db.query<{ displaced: number }>(sql`
    select receiving.make_room(${now}, ${wallet}, ${staticCharge ?? null}, ${max}) as displaced`);
  return one(rows).displaced;
}

/** Forgets which networks asked for invoices that are not pending any more and have expired. */
export async function forgetNetworks(db: Db, { before }: { readonly before: Date }): Promise<void> {
  await db.query(sql`
    update receiving.charge
       set network = null
     where network is not null
       and state <> 'pending'
       and expires_at < ${before}`);
}

/**
 * Deletes invoices of pay links that expired before `before` without a payment and are not looked up any more. Returns
 * how many. One that is being credited in this moment is left.
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
