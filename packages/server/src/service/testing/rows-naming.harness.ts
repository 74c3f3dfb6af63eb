import { type Db, sql } from "#platform/database/db.ts";

/** One row of some table: `text` is all of it. */
export type NamingRow = { readonly table: string; readonly text: string };

/**
 * The rows of all tables that have one of these ids, hashes or other texts in them, and the accounts of the ledger with
 * these numbers: what belongs to somebody. Take an `admin`: the application may not read every table.
 */
export async function rowsNaming(
  admin: Db,
  { ids, accounts }: { readonly ids: readonly string[]; readonly accounts: readonly bigint[] },
): Promise<NamingRow[]> {
  const tables = await admin.query<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c
      join pg_namespace n
        on n.oid = c.relnamespace
     where c.relkind = 'r'
       and pg_relation_size(c.oid) > 0
       and n.nspname not in ('pg_catalog', 'information_schema', 'public')
       and c.oid not in ('platform.migration'::regclass, 'platform.migration_mark'::regclass,
                         'platform.repeatable'::regclass) -- three quarters of all rows, of SQL files alone
     order by 1`);
  const rows = tables.map(({ name }) => `select '${name}' as "table", r::text as text from ${name} r`);
  return await admin.query<NamingRow>({
    text: `
      select * from (${rows.join(" union all ")}) r
       where exists (select from unnest($1::text[]) id where position(id in r.text) > 0)
       union all
      select 'ledger.account', a::text from ledger.account a where a.no = any ($2)
       order by 1, 2`,
    values: [ids, accounts],
  });
}
