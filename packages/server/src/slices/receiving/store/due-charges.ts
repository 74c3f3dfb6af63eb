import type { ChargeId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { Charge } from "../model/charge.ts";

export type DueCharge = Pick<Charge, "id" | "paymentHash" | "expiresAt"> & {
  /** Its static charge has taken all its payments: it is not to be paid any more. */
  readonly isSuperfluous: boolean;
};

/** Takes the charges that are due; no other process takes them until `leaseUntil`. */
export async function leaseDueCharges(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<DueCharge[]> {
  return db.query<DueCharge>(sql`
    update receiving.charge c
       set due_at = ${leaseUntil}
      from (select id
              from receiving.charge
             where due_at <= ${now}
             order by due_at
             limit ${limit}
               for update skip locked) due
     where c.id = due.id
    returning c.id, c.payment_hash as "paymentHash", c.expires_at as "expiresAt",
              not receiving.has_slot(c.static_charge_id) as "isSuperfluous"`);
}

/** Says when a charge is looked up next. */
export async function lookUpAgainAt(db: Db, id: ChargeId, dueAt: Date): Promise<void> {
  await db.query(sql`
    update receiving.charge
       set due_at = ${dueAt}
     where id = ${id}
       and state <> 'completed'`);
}
