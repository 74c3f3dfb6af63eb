import { expect, it } from "vitest";
import { sql } from "./db.ts";
import { connect, DatabaseUnavailable, OutcomeUnknown } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";

onDatabase("a connection", (database) => {
  it("gives back what it was given: int8 as bigint, bytea as bytes, timestamptz as Date, null as null", async () => {
    const values = { big: 2n ** 62n, bytes: new Uint8Array([0, 1, 255]), at: new Date("2030-01-02T03:04:05.678Z") };

    const rows = await database().db.query(sql`
      select ${values.big}::bigint as big,
             ${values.bytes}::bytea as bytes,
             ${values.at}::timestamptz as at,
             ${undefined}::text as nothing,
             ${[1n, null, -5n]}::bigint[] as list,
             ${[values.bytes]}::bytea[] as "listOfBytes"`);

    expect(rows).toEqual([
      {
        big: values.big,
        bytes: Buffer.from(values.bytes),
        at: values.at,
        nothing: null,
        list: [1n, null, -5n],
        listOfBytes: [Buffer.from(values.bytes)],
      },
    ]);
  });

  it("runs with the rights and the time limits of the application", async () => {
    const rows = await database().db.query(sql`
      select current_user as role,
             current_setting('lock_timeout') as lock,
             current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle`);

    expect(rows).toEqual([{ role: "leyden_app", lock: "5s", statement: "15s", idle: "10s" }]);
  });

  it("goes on with a table that a newer version changes meanwhile", async () => {
    const { admin, url } = database();
    await admin.query(sql`create table public.growing (id int)`);
    const db = connect({ url, max: 1, name: "test" });
    const read = (from: Pick<typeof db, "query">) => from.query(sql`select * from public.growing`);
    try {
      expect(await read(db)).toEqual([]);
      await admin.query(sql`alter table public.growing add column name text`);
      await admin.query(sql`insert into public.growing values (1, 'a')`);
      expect(await read(db)).toEqual([{ id: 1, name: "a" }]);

      await admin.query(sql`alter table public.growing add column more text`);
      await expect(db.transaction(read)).rejects.toMatchObject({ code: "0A000" });
      expect(await db.transaction(read)).toHaveLength(1);
    } finally {
      await db.close();
    }
  });

  it("rolls back when the work throws, and the connection is good for more", async () => {
    const { admin } = database();
    await admin.query(sql`create table public.rolled_back (id int)`);

    const work = admin.transaction(async (tx) => {
      await tx.query(sql`insert into public.rolled_back values (1)`);
      throw new Error("no");
    });

    await expect(work).rejects.toThrow("no");
    expect(await admin.query(sql`select * from public.rolled_back`)).toEqual([]);
  });

  it("may be ended by the server between two statements: the next one fails, and another connection is taken", async () => {
    const { admin, db } = database();

    const work = db.transaction(async (tx) => {
      const [self] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await admin.query(sql`select pg_terminate_backend(${self?.pid}, 5000)`); // returns when it has ended
      await admin.query(sql`select 1`); // meanwhile the last words of the first have arrived, and nobody waits for them
      await tx.query(sql`select 1`);
    });

    await expect(work).rejects.toThrow("not queryable");
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it("cannot write in a snapshot", async () => {
    const work = database().admin.snapshot((tx) => tx.query(sql`create table public.never (id int)`));

    await expect(work).rejects.toMatchObject({ code: "25006" });
  });

  it("calls an outcome unknown when the server warns while it commits", async () => {
    await database().admin.query(sql`
      create function public.warn() returns void language plpgsql as $$
      begin
        raise warning 'canceling wait for synchronous replication';
      end $$`);

    await expect(database().admin.query(sql`select public.warn()`)).rejects.toThrow(OutcomeUnknown);
    expect(await database().admin.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it("says that nothing was sent when no connection can be had", async () => {
    const nowhere = connect({ url: "postgres://nobody@127.0.0.1:1/none", max: 1, name: "test" });

    await expect(nowhere.query(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
    await nowhere.close();
  });
});
