import { type Db, sql, type Tx } from "#platform/database/db.ts";

/** Of these transactions those that are in the books, or were there before the first connection. */
export async function listBookedTransactions(db: Db, txids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ txid: string }>(sql`
    select encode(txid, 'hex') as txid
      from lightning.chain_booking
     where txid in (select decode(u.txid, 'hex') from unnest(${txids}::text[]) as u(txid))`);
  return new Set(rows.map(({ txid }) => txid));
}

/** What the first connection found: it is in the equity. */
export async function insertPastTransactions(
  tx: Pick<Tx, "query">,
  { txids, now }: { readonly txids: readonly string[]; readonly now: Date },
): Promise<void> {
  await tx.query(sql`
    insert into lightning.chain_booking (txid, booked_at)
    select decode(u.txid, 'hex'), ${now}
      from unnest(${txids}::text[]) as u(txid)
        on conflict do nothing`);
}

/** Up to where the node's list of forwards is booked; "": from `since` on. Undefined before the first connection. */
export async function findForwardsPlace(
  db: Db,
): Promise<{ readonly cursor: string; readonly since: Date } | undefined> {
  const [row] = await db.query<{ cursor: string; since: Date }>(sql`
    select forwards_cursor as cursor, bound_at as since
      from lightning.node
     where replaced_at is null`);
  return row;
}
