import { type Db, sql } from "#platform/database/db.ts";

/** When something that waits for a restore ends by its time. */
export type Deadline = { readonly kind: "payment" | "voucher"; readonly id: string; readonly at: Date };

/** The earliest first. */
export async function listDeadlines(db: Db): Promise<readonly Deadline[]> {
  return await db.query<Deadline>(sql`
    select kind, id, at
      from restore.list_deadlines()
     order by at, id`);
}
