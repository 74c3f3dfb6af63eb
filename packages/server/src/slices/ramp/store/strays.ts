import { type Db, sql } from "#platform/database/db.ts";
import type { ProcessorPayment } from "../model/ports.ts";

type Named = { readonly processor: string; readonly reference: string };

/** Which of these references no purchase has, and no operator has given back. */
export async function listUnknownReferences(
  db: Db,
  { processor, references }: { readonly processor: string; readonly references: readonly string[] },
): Promise<readonly string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select u.reference
      from unnest(${references}::text[]) with ordinality u(reference, i)
     where not exists (
       select from ramp.purchase q where q.processor = ${processor} and q.reference = u.reference)
       and not exists (
       select from ramp.stray t
        where t.processor = ${processor} and t.reference = u.reference and t.refunded_at is not null)
     order by u.i`);
  return rows.map(({ reference }) => reference);
}

/** Writes down that an operator gives such a payment back; the first reason stays. */
export async function insertStray(
  db: Db,
  {
    processor,
    payment,
    purchaseId,
    reason,
    now,
  }: Pick<Named, "processor"> & {
    readonly payment: ProcessorPayment;
    readonly purchaseId: string;
    readonly reason: string;
    readonly now: Date;
  },
): Promise<void> {
  const { reference, currency, amount } = payment;
  await db.query(sql`
    insert into ramp.stray (processor, reference, purchase_id, currency, amount_minor, reason, adopted_at)
    values (${processor}, ${reference}, ${purchaseId}, ${currency}, ${amount as bigint}, ${reason}, ${now})
        on conflict (processor, reference) do nothing`);
}

export async function updateStrayRefunded(db: Db, { processor, reference }: Named, now: Date): Promise<void> {
  await db.query(sql`
    update ramp.stray
       set refunded_at = ${now}
     where processor = ${processor}
       and reference = ${reference}
       and refunded_at is null`);
}
