import { expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";

/** Functions of one slice whose text names a table of another: they must ask that slice's functions instead. */
async function listTrespasses(db: Db): Promise<string[]> {
  const rows = await db.query<{ trespass: string }>(sql`
    with slice as (
      select n.oid, n.nspname as name
        from pg_namespace n
       where n.nspname !~ '^pg_'
         and n.nspname not in ('information_schema', 'public')
    ),
    function as materialized (
      select s.oid as slice, format('%I.%I', s.name, f.proname) as name,
             lower(regexp_replace(f.prosrc, '--[^\\n]*', '', 'g')) as source
        from pg_proc f
        join slice s
          on s.oid = f.pronamespace
    ),
    named as materialized (
      select f.name as function, f.source, s.name as slice, t.relname
        from function f
        join slice s
          on s.oid <> f.slice
        join pg_class t
          on t.relnamespace = s.oid
         and t.relkind in ('r', 'p', 'v', 'm', 'f')
       where position(t.relname in f.source) > 0   -- few: a regular expression for all takes ten seconds
    )
    select format('%s names %I.%I', function, slice, relname) as trespass
      from named
     where source ~ format('\\m"?%s"?\\s*\\.\\s*"?%s"?\\M(?!\\s*\\()', slice, relname)
     order by 1`);
  return rows.map(({ trespass }) => trespass);
}

/** Functions that rely on a search path can name tables without their schema, which the search above would not see. */
async function listLost(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select format('%I.%I', n.nspname, f.proname) as name
      from pg_proc f
      join pg_namespace n
        on n.oid = f.pronamespace
     where n.nspname !~ '^pg_'
       and n.nspname <> 'information_schema'
       and (n.nspname = 'public' or f.proconfig::text ~ 'search_path' or f.prosrc ~* '\\mexecute\\M')`);
  return rows.map(({ name }) => name);
}

onDatabase("the slices' SQL", (database) => {
  it("names no table of another slice", async () => {
    expect(await listTrespasses(database().admin)).toEqual([]);
    expect(await listLost(database().admin)).toEqual([]);
  });

  it.each([
    "select count(*) from ledger.posting",
    "update ledger . account set balance = 0",
    'insert into "ledger"."book" select',
    "select 1 from idempotency.claim c join ledger.spend_hour h on true",
  ])("is caught when it does: %s", async (body) => {
    const { admin } = database();
    await admin.query(sql`create schema if not exists intruder`);
    await admin.query({
      text: `create or replace function intruder.peek() returns void language plpgsql as $$ begin ${body}; end $$`,
      values: [],
    });
    try {
      expect((await listTrespasses(admin)).length).toBeGreaterThan(0);
    } finally {
      await admin.query(sql`drop schema intruder cascade`);
    }
  });

  it("may call the functions of another slice, and speak of its tables in a comment", async () => {
    const { admin } = database();
    await admin.query(sql`create schema if not exists visitor`);
    await admin.query(sql`
      create function visitor.call() returns void language plpgsql as $$
      begin
        -- not ledger.posting itself
        perform ledger.lock_book();
        perform ledger.balance(1);
      end $$`);
    try {
      expect(await listTrespasses(admin)).toEqual([]);
    } finally {
      await admin.query(sql`drop schema visitor cascade`);
    }
  });
});
