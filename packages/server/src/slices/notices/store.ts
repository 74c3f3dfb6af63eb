import { type Db, one, sql } from "#platform/database/db.ts";
import type { Told } from "./model/thing.ts";

/** What was told, by the hashes of the addresses. */
export type Book = {
  /** Another one after each write. */
  readonly no: bigint;
  readonly told: ReadonlyMap<string, readonly Told[]>;
  /** How many mails each address got in the last 24 hours. */
  readonly mails: ReadonlyMap<string, number>;
};

type ToldRow = Omit<Told, "overSince"> & { readonly address: string; readonly overSince: Date | null };
type BookRow = { readonly no: bigint } & (ToldRow | { readonly address: null });

/** The number comes first: what was written since then is seen in it. */
export async function readBook(db: Db, now: Date): Promise<Book> {
  const rows = await db.query<BookRow>(sql`
    select b.no, encode(t.address_hash, 'hex') as address, t.kind, t.subject, t.about, t.told_at as "toldAt",
           t.over_since as "overSince"
      from notices.book b
      left join notices.told t on true
     order by t.told_at, t.kind, t.subject`);
  const counts = await db.query<{ readonly address: string; readonly mails: number }>(sql`
    select encode(w.address_hash, 'hex') as address, count(*)::int as mails
      from notices.written w
     where w.written_at > ${now}::timestamptz - interval '24 hours'
     group by w.address_hash`);
  const told = new Map<string, Told[]>();
  for (const row of rows) {
    if (row.address === null) continue;
    const { address, kind, subject, about, toldAt, overSince } = row;
    const ofAddress = told.get(address) ?? [];
    ofAddress.push({ kind, subject, about, toldAt, overSince: overSince ?? undefined });
    told.set(address, ofAddress);
  }
  const [first] = rows;
  if (first === undefined) throw new Error("notices.book has no row");
  return { no: first.no, told, mails: new Map(counts.map(({ address, mails }) => [address, mails])) };
}

/** Rows and mails of all addresses, as `sql/tell.sql` takes them. */
export type Written = {
  readonly kept: readonly object[];
  readonly ended: readonly object[];
  readonly mails: readonly object[];
};

/** Runs `notices.tell`: false when another process has written since the book was read. */
export async function writeNotices(db: Db, now: Date, no: bigint, { kept, ended, mails }: Written): Promise<boolean> {
  const rows = await db.query<{ readonly isWritten: boolean }>(sql`
    select notices.tell(
             ${now}::timestamptz, ${no}, ${JSON.stringify(kept)}::jsonb, ${JSON.stringify(ended)}::jsonb,
             ${JSON.stringify(mails)}::jsonb) as "isWritten"`);
  return one(rows).isWritten;
}
