import { type Db, part, sql } from "#platform/database/db.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import type { Purchase, PurchaseId } from "../model/purchase.ts";
import { type PurchaseRow, toPurchase } from "./purchase-row.ts";

const PURCHASES = part`ramp.purchase`;

export const isPurchaseDue = (now: Date) => isDueIn(PURCHASES, now);

/** Takes purchases that are due; they are due again at `leaseUntil`, when nothing else is written. */
export async function leaseDuePurchases(db: Db, lease: Lease): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    ${leaseDue(PURCHASES, lease)}
    returning leased.*`);
  return rows.map(toPurchase);
}

/**
 * When a purchase is looked at next; undefined: not again. Nothing is written when it has changed, or when somebody
 * has woken it since it was read: then it is due now.
 */
export async function lookAgainAt(
  db: Db,
  { id, version, dueAt: seen }: Pick<Purchase, "id" | "version" | "dueAt">,
  dueAt: Date | undefined,
): Promise<void> {
  await db.query(sql`
    update ramp.purchase
       set due_at = ${dueAt ?? null},
           tries = tries + 1
     where id = ${id}
       and version = ${version}
       and due_at is not distinct from ${seen ?? null}`);
}

/** Something was said about purchases with this reference: they are looked at now. False when there are none. */
export async function wakePurchase(
  db: Db,
  { processor, reference, now }: { readonly processor: string; readonly reference: string; readonly now: Date },
): Promise<PurchaseId | undefined> {
  const [row] = await db.query<{ id: PurchaseId }>(sql`
    update ramp.purchase
       set due_at = ${now}
     where processor = ${processor}
       and reference = ${reference}
    returning id`);
  return row?.id;
}
