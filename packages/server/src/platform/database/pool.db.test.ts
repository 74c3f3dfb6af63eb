import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { CONNECTIONS } from "../postgres/server.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./connection.ts";
import { sql } from "./db.ts";
import { connect, type Database } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";
import { type FaultProxy, faultProxy } from "./testing/fault-proxy.harness.ts";

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

  it("says of one that broke while it was idle that nothing was sent", async () => {
    const { url, admin } = database();
    const db = connect({ url, max: 1, name: "test" });
    const own = await db.connection();
    const ask = async () => await own.query({ name: "pid", text: "select pg_backend_pid() as pid", values: [] });
    const [{ pid } = {}] = await ask();
    await admin.query(sql`select pg_terminate_backend(${pid}::int)`);
    await expect.poll(() => ask().catch((error) => error)).toBeInstanceOf(DatabaseUnavailable);
    await own.close();
    await db.close();
  });

  it("has its connections on the server of the tests, whatever other files have", async () => {
    const [found] = await database().db.query<{ most: number }>(sql`
      select current_setting('max_connections')::int as most`);
    expect(found?.most).toBeGreaterThanOrEqual(CONNECTIONS * inject("databases").workers);
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

      await read(db);
      await admin.query(sql`alter table public.growing add column more text`);
      await expect(db.transaction(read)).rejects.toMatchObject({ code: "0A000" });
      expect(await db.transaction(read)).toHaveLength(1);
    } finally {
      await db.close();
    }
  });

  it("reports a statement that can never be prepared, after one more try", async () => {
    const { admin, url } = database();
    await admin.query(sql`create sequence public.tries`);
    await admin.query(sql`
      create function public.unsupported() returns void language plpgsql as $$
      begin
        perform nextval('public.tries');
        raise exception 'unsupported' using errcode = '0A000';
      end $$`);
    const db = connect({ url, max: 2, name: "test" });
    try {
      await expect(db.query(sql`select public.unsupported()`)).rejects.toMatchObject({ code: "0A000" });
      expect(await db.query(sql`select last_value::int as tries from public.tries`)).toEqual([{ tries: 2 }]);
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
      // meanwhile the last messages of the first have arrived, and no statement waits for them
      await admin.query(sql`select 1`);
      await tx.query(sql`select 1`);
    });

    await expect(work).rejects.toBeInstanceOf(OutcomeUnknown);
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

onDatabase("a pool whose database host falls silent", (database) => {
  const ANSWER_MS = 750;
  let proxy: FaultProxy;
  let db: Database;
  let changes: string[];

  beforeEach(async () => {
    proxy = await faultProxy(database().url);
    changes = [];
    const watch = { lost: () => void changes.push("lost"), back: () => void changes.push("back") };
    db = connect({ url: proxy.url, role: "leyden_app", max: 2, name: "silence", answerTimeoutMs: ANSWER_MS, watch });
    await Promise.all([works(), works()]); // two connections, idle when the silence begins
    changes = []; // a try that took too long is a change, too
  });
  afterEach(async () => {
    await proxy.close();
    await db.close();
  });

  /** A busy machine may need more than one try. */
  async function works(): Promise<void> {
    const ask = () => db.query(sql`select 1 as one`).catch((error: Error) => error.message);
    await expect.poll(ask).toEqual([{ one: 1 }]);
  }

  it("ends every statement with an error, and goes on by itself when the host is back", async () => {
    proxy.silence();

    await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(OutcomeUnknown);

    proxy.open(); // the other idle connection is as dead as the first
    await works();
  });

  it("ends a transaction, and takes the next one on another connection", async () => {
    const work = db.transaction(async (tx) => {
      proxy.silence();
      await tx.query(sql`select 1`);
    });

    await expect(work).rejects.toBeInstanceOf(OutcomeUnknown);
    proxy.open();
    await works();
  });

  it("ends a snapshot that may take longer, too", async () => {
    proxy.silence();

    const work = db.snapshot((tx) => tx.query(sql`select 1`), { statementTimeoutMs: 100 });

    await expect(work).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it("says that nothing was sent where the silent host takes a new connection", async () => {
    proxy.silence();
    await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(OutcomeUnknown);

    await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it("closes without waiting for the host", async () => {
    const connection = await db.connection();
    proxy.silence();

    await connection.close();
    await db.connection().catch((error) => expect(error).toBeInstanceOf(DatabaseUnavailable));
    await db.close();
    db = connect({ url: proxy.url, max: 1, name: "silence" });
  });

  it("notifies once when the database goes away and once when it is back", async () => {
    proxy.silence();
    await Promise.allSettled([1, 2, 3].map(() => db.query(sql`select 1`)));
    expect(changes).toEqual(["lost"]);

    proxy.open();
    await works();
    expect(changes).toEqual(["lost", "back"]);

    await expect(db.query({ text: "select 1 / 0", values: [] })).rejects.toMatchObject({ code: "22012" });
    expect(changes).toEqual(["lost", "back"]);
  });
});

onDatabase("a snapshot", (database) => {
  it("gives each statement the time that it was given", async () => {
    const setting = async (tx: Pick<Database, "query">) => {
      const rows = await tx.query<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`);
      return rows[0]?.limit;
    };
    const { db } = database();
    expect(await db.snapshot(setting, { statementTimeoutMs: 3_600_000 })).toBe("1h");
    expect(await db.snapshot(setting)).toBe("15s");
  });

  it("is broken off when the pool closes, so that a stop does not wait for an audit", async () => {
    const { url, admin } = database();
    const db = connect({ url, max: 1, name: "broken off" });
    const work = db.snapshot((tx) => tx.query(sql`select pg_sleep(3600)`), { statementTimeoutMs: 3_600_000 });
    const isSleeping = sql`select from pg_stat_activity where application_name = 'broken off' and wait_event = 'PgSleep'`;
    await expect.poll(() => admin.query(isSleeping)).toHaveLength(1);

    const outcome = expect(work).rejects.toBeInstanceOf(OutcomeUnknown);
    await db.close();

    await outcome;
  });

  it("lets a statement take longer than others may", async () => {
    const { url } = database();
    const db = connect({ url, max: 1, name: "test", answerTimeoutMs: 1_500 }); // also for a new connection
    const rest = sql`select pg_sleep(2)`;
    try {
      await expect(db.query(rest)).rejects.toBeInstanceOf(OutcomeUnknown);
      await db.snapshot((tx) => tx.query(rest), { statementTimeoutMs: 60_000 });
    } finally {
      await db.close();
    }
  });
});
