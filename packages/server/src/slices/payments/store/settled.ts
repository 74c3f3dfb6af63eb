import { type Db, sql } from "#platform/database/db.ts";

/**
 * The newest payment that the node had completed for us before a time, of those that were made after the one of the
 * hash `after`, if that is one of ours.
 */
export async function findSettledBefore(
  db: Db,
  { before, after }: { readonly before: Date; readonly after: Uint8Array | undefined },
): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ paymentHash: Uint8Array }>(sql`
    select p.payment_hash as "paymentHash"
      from payments.payment p
     where p.preimage is not null
       and not p.is_own_invoice
       and (p.node_no is null or p.node_no = lightning.current_node())
       and p.processed_at < ${before}
       and not exists (
             select
               from payments.payment told
              where told.payment_hash = ${after ?? null}::bytea
                and told.id >= p.id)
     order by p.id desc
     limit 1`);
  return row?.paymentHash;
}
