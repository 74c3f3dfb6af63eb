import type { Minor } from "#kernel/fiat.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { LateEntry } from "../model/late-entry.ts";
import type { PurchaseId } from "../model/purchase.ts";

/** What the processor kept of a purchase, once. */
export async function bookFee(
  db: Db,
  { id, fee, now }: { readonly id: PurchaseId; readonly fee: Minor; readonly now: Date },
) {
  await db.query(sql`select ramp.book_fee(${now}, ${id}, ${fee})`);
}

/** Books what happened after the end of a purchase, each thing once. Returns what was booked now. */
export async function bookLate(
  db: Pick<Db, "query">,
  {
    id,
    entries,
    now,
  }: {
    readonly id: PurchaseId;
    readonly entries: readonly (LateEntry & { readonly incident: string })[];
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const of = (name: keyof (typeof entries)[number]) => entries.map((entry) => entry[name]);
  const [row] = await db.query<{ booked: readonly string[] }>(sql`
    select ramp.book_late(
             ${now}, ${id}, ${of("kind")}::text[], ${of("incident")}::uuid[], ${of("detail")}::text[]) as booked`);
  return row?.booked ?? [];
}

export type Entry = {
  readonly kind: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly at: Date;
};

/** What the books of the cards have of a purchase, in order. */
export async function listEntries(db: Db, id: PurchaseId): Promise<Entry[]> {
  return await db.query<Entry>(sql`
    select kind, currency, amount_minor as "amountMinor", at
      from ramp.entry
     where purchase_id = ${id}
     order by no`);
}
