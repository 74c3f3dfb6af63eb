import type { WalletId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { inPage, type PageFilter, type PageOfWallet } from "#platform/database/in-page.ts";
import type { StaticCharge, StaticChargeId, StaticChargeStatus } from "../model/static-charge.ts";
import { type StaticChargeRow, toStaticCharge } from "./static-charge-row.ts";

/** The static charge with this id, if it is the wallet's. */
export async function findStaticCharge(
  db: Db,
  wallet: WalletId,
  id: StaticChargeId,
): Promise<StaticCharge | undefined> {
  const [row] = await db.query<StaticChargeRow>(sql`
    select *
      from receiving.static_charge
     where id = ${id}
       and wallet_id = ${wallet}`);
  return row && toStaticCharge(row);
}

export type StaticChargeFilter = PageFilter & { readonly status?: StaticChargeStatus | undefined };

/** A page of the wallet's static charges, newest first. */
export async function listStaticCharges(
  db: Db,
  page: PageOfWallet<WalletId>,
  { status, ...filter }: StaticChargeFilter = {},
): Promise<StaticCharge[]> {
  const { isIn, order } = inPage(page, filter);
  const isFull = status === undefined ? null : status === "full";
  const rows = await db.query<StaticChargeRow>(sql`
    select *
      from receiving.static_charge
     where ${isIn}
       and (${isFull}::boolean is null or coalesce(slots_taken >= allowed_slots, false) = ${isFull}::boolean)
     order by ${order}
     limit ${page.limit}`);
  return rows.map(toStaticCharge);
}

/** What changes of a static charge; what is undefined stays. */
export type StaticChargeChanges = {
  readonly [Name in
    | "minAmount"
    | "maxAmount"
    | "description"
    | "successMessage"
    | "internalId"
    | "callbackUrl"
    | "allowedSlots"]?: StaticCharge[Name] | undefined;
};

/**
 * Changes a static charge of the wallet. When it takes no further payment then, its unpaid invoices become due: the job
 * that looks them up cancels them. One that is being paid in this moment is left. Undefined when it has none with this
 * id, or the amounts would not fit each other.
 */
export async function updateStaticCharge(
  db: Db,
  { wallet, id, now }: { readonly wallet: WalletId; readonly id: StaticChargeId; readonly now: Date },
  changes: StaticChargeChanges,
): Promise<StaticCharge | undefined> {
  const [row] = await db.query<StaticChargeRow>(sql`
    with changed as (
      update receiving.static_charge
         set min_msats = coalesce(${changes.minAmount ?? null}::bigint, min_msats),
             max_msats = coalesce(${changes.maxAmount ?? null}::bigint, max_msats),
             description = coalesce(${changes.description ?? null}::text, description),
             success_message = coalesce(${changes.successMessage ?? null}::text, success_message),
             internal_id = coalesce(${changes.internalId ?? null}::text, internal_id),
             callback_url = coalesce(${changes.callbackUrl ?? null}::text, callback_url),
             allowed_slots = coalesce(${changes.allowedSlots ?? null}::int, allowed_slots),
             updated_at = ${now}
       where id = ${id}
         and wallet_id = ${wallet}
         and coalesce(${changes.minAmount ?? null}::bigint, min_msats) <= coalesce(${changes.maxAmount ?? null}::bigint, max_msats)
      returning *
    ), due as (
      update receiving.charge c
         set due_at = ${now}
        from (select w.id
                from receiving.charge w
                join changed s on s.id = w.static_charge_id
               where s.slots_taken >= s.allowed_slots
                 and w.state = 'pending'
                 for update of w skip locked) waiting
       where c.id = waiting.id
    )
    select *
      from changed`);
  return row && toStaticCharge(row);
}

/** Static charges of a wallet that a request asked for, oldest first. */
export async function listStaticChargesOfRequest(
  db: Db,
  { wallet, requestId, limit }: { wallet: WalletId; requestId: string; limit: number },
): Promise<{ readonly id: StaticChargeId; readonly createdAt: Date }[]> {
  return await db.query(sql`
    select id, created_at as "createdAt"
      from receiving.static_charge
     where request_id = ${requestId}
       and wallet_id = ${wallet}
     order by id
     limit ${limit}`);
}
