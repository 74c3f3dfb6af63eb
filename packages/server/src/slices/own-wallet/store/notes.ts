import type { WalletId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";

/** Notes of the wallet on these things, by their ids. */
export async function listNotes(
  db: Db,
  wallet: WalletId,
  about: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ about: string; text: string }>(sql`
    select about, text
      from own_wallet.note
     where wallet_id = ${wallet}
       and about = any (${about}::uuid[])`);
  return new Map(rows.map(({ about: id, text }) => [id, text]));
}

export type NewNote = {
  readonly wallet: WalletId;
  readonly about: string;
  readonly text: string;
  readonly now: Date;
};

/** Writes a note over the one before. False: the wallet has `most` of them. */
export async function saveNote(db: Db, { wallet, about, text, now }: NewNote, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into own_wallet.note (wallet_id, about, text, written_at)
    select ${wallet}::uuid, ${about}::uuid, ${text}::text, ${now}::timestamptz
     where exists (
             select from own_wallet.note n
              where n.wallet_id = ${wallet}
                and n.about = ${about})
        or (select count(*) from own_wallet.note n where n.wallet_id = ${wallet}) < ${most}::int
        on conflict (wallet_id, about) do update
       set text = excluded.text,
           written_at = excluded.written_at
    returning about`);
  return rows.length > 0;
}

/** Writes a note where there is none. */
export async function saveFirstNote(db: Db, { wallet, about, text, now }: NewNote): Promise<void> {
  await db.query(sql`
    insert into own_wallet.note (wallet_id, about, text, written_at)
    values (${wallet}, ${about}, ${text}, ${now})
        on conflict (wallet_id, about) do nothing`);
}

export async function deleteNote(db: Db, wallet: WalletId, about: string): Promise<void> {
  await db.query(sql`
    delete from own_wallet.note
     where wallet_id = ${wallet}
       and about = ${about}`);
}

export async function deleteNotes(db: Db, wallet: WalletId): Promise<void> {
  await db.query(sql`delete from own_wallet.note where wallet_id = ${wallet}`);
}

export async function listAllNotes(
  db: Db,
  wallet: WalletId,
): Promise<readonly { readonly about: string; readonly text: string; readonly writtenAt: Date }[]> {
  return await db.query(sql`
    select about, text, written_at as "writtenAt"
      from own_wallet.note
     where wallet_id = ${wallet}
     order by written_at, about`);
}
