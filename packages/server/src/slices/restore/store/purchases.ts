import { type Db, one, sql } from "#platform/database/db.ts";
import type {
  DepartedPurchase,
  PurchaseBroughtBack,
  PurchaseInCopy,
  RefundedAgain,
} from "../model/departed-purchase.ts";

/** What the database has of these purchases: by their ids, or by the processor's references. */
export async function listCopies(
  db: Db,
  { ids, references }: { readonly ids: readonly string[]; readonly references: readonly string[] },
): Promise<readonly PurchaseInCopy[]> {
  const rows = await db.query<Omit<PurchaseInCopy, "reference"> & { reference: string | null }>(sql`
    select id, state, reference, destination
      from ramp.copies_of(${ids}::uuid[], ${references}::text[])`);
  return rows.map(({ reference, ...row }) => ({ ...row, reference: reference ?? undefined }));
}

/** Runs `restore.bring_back_purchase`. */
export async function updateBroughtBack(
  db: Db,
  { id, reference, wasCaptured, begunAt }: DepartedPurchase,
  { transfer, now }: { readonly transfer: string; readonly now: Date },
): Promise<PurchaseBroughtBack> {
  const rows = await db.query<{ outcome: PurchaseBroughtBack }>(sql`
    select restore.bring_back_purchase(
             ${now}, ${id}, ${reference}, ${wasCaptured}, ${begunAt}, ${transfer}) as outcome`);
  return one(rows).outcome;
}

/** Runs `ramp.bring_back_refund`. */
export async function updateRefundedAgain(
  db: Db,
  {
    id,
    reason,
    event,
    now,
  }: { readonly id: string; readonly reason: string; readonly event: string; readonly now: Date },
): Promise<RefundedAgain> {
  const rows = await db.query<{ outcome: RefundedAgain }>(sql`
    select ramp.bring_back_refund(${now}, ${id}, ${reason}, ${event}) as outcome`);
  return one(rows).outcome;
}
