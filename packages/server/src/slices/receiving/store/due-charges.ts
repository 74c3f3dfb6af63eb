import type { ChargeId } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import type { Charge } from "../model/charge.ts";

export type DueCharge = Pick<Charge, "id" | "paymentHash" | "expiresAt"> & {
  /** Its static charge has taken all its payments, or its place went to another one: it is not to be paid any more. */
  readonly isSuperfluous: boolean;
};

const CHARGES = part`receiving.charge`;

export const isChargeDue = (now: Date) => isDueIn(CHARGES, now);

export async function leaseDueCharges(db: Db, lease: Lease): Promise<DueCharge[]> {
  return await db.query<DueCharge>(sql`
    ${leaseDue(CHARGES, lease)}
    returning leased.id, leased.payment_hash as "paymentHash", leased.expires_at as "expiresAt",
              leased.displaced_at is not null or not receiving.has_slot(leased.static_charge_id) as "isSuperfluous"`);
}

/**
 * Of the charges that may still be paid, those that are looked up later are looked up now. Returns how many; those that
 * another process is taking or writing are left out.
 */
export async function bringForward(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const rows = await db.query(sql`
    update receiving.charge waiting
       set due_at = ${now}
      from (select id
              from receiving.charge
             where due_at > ${now}
               and state <> 'completed'
             order by due_at
             limit ${limit}
               for update skip locked) later
     where waiting.id = later.id
    returning 1`);
  return rows.length;
}

export type PendingCharge = Pick<Charge, "id" | "amount" | "expiresAt">;

/**
 * All without an end, in no order: those that can still be paid, and those that have expired and of which the node has
 * not said yet that they are unpaid.
 */
export async function listPendingCharges(db: Db): Promise<PendingCharge[]> {
  return await db.query<PendingCharge>(sql`
    select id, amount_msats as amount, expires_at as "expiresAt"
      from receiving.charge
     where state = 'pending'`);
}

/** Says when a charge is looked up next. */
export async function lookUpAgainAt(db: Db, id: ChargeId, dueAt: Date): Promise<void> {
  await db.query(sql`
    update receiving.charge
       set due_at = ${dueAt}
     where id = ${id}
       and state <> 'completed'`);
}
