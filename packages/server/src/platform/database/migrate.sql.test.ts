import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { VERSION } from "../machine/release.ts";
import { migrate, OWN_SQL } from "./migrate.ts";
import type { SqlFolders } from "./migration-files.ts";
import { connect } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";
import { sqlFolders } from "./testing/sql-folders.harness.ts";

onDatabase("migrate", (database) => {
  const given = sqlFolders(database);
  const { write } = given;
  let folders: SqlFolders;
  let url: string;

  beforeEach(() => {
    folders = given.folders();
    url = given.url();
  });

  async function asApp<Row>(text: string): Promise<Row[]> {
    const db = connect({ url, role: "leyden_app", max: 1, name: "test" });
    return await db.query<Row>({ text, values: [] }).finally(() => db.close());
  }

  it("runs each file once when two start at the same instant", async () => {
    write(
      "migrations/0002-toy.sql",
      "create schema toy; create table toy.thing (id int); insert into toy.thing values (1)",
    );

    const both = await Promise.all([migrate(url, folders), migrate(url, folders)]);

    expect(both.map(({ applied }) => applied.length).sort()).toEqual([0, 2]);
    expect(await migrate(url, folders)).toEqual({ applied: [], role: "leyden_app" });
  });

  it("applies functions in any order, again when their text changed, and rights after them", async () => {
    write("migrations/0002-toy.sql", "create schema toy");
    write("slices/toy/grants.sql", "grant usage on schema toy to leyden_app");
    write(
      "slices/toy/sql/a.sql",
      "create or replace function toy.a() returns int language sql as $$ select toy.b() $$",
    );
    write("slices/toy/sql/b.sql", "create or replace function toy.b() returns int language sql as $$ select 1 $$");
    await migrate(url, folders);
    expect(await asApp("select toy.a()")).toEqual([{ a: 1 }]);

    write("slices/toy/sql/b.sql", "create or replace function toy.b() returns int language sql as $$ select 2 $$");

    expect((await migrate(url, folders)).applied).toEqual(["toy/sql/b.sql", "toy/grants.sql"]);
    expect(await asApp("select toy.a()")).toEqual([{ a: 2 }]);
  });

  it("replaces a function that returns something else or has other names of parameters, and gives the rights again", async () => {
    const define = (form: string, body: string) =>
      `create or replace function toy.${form} language sql as $$ ${body} $$;\n`;
    write(
      "migrations/0002-toy.sql",
      "create schema toy; alter default privileges revoke execute on functions from public",
    );
    write(
      "slices/toy/grants.sql",
      "grant usage on schema toy to leyden_app; grant execute on all functions in schema toy to leyden_app",
    );
    const first = define("a() returns table (n int)", "select 1") + define("b(c int) returns int", "select c");
    write("slices/toy/sql/a.sql", first);
    await migrate(url, folders);
    const second =
      define("a() returns table (n int, m int)", "select 1, 2") + define("b(d int) returns int", "select d");
    write("slices/toy/sql/a.sql", second);

    expect((await migrate(url, folders)).applied).toEqual(["toy/sql/a.sql", "toy/grants.sql"]);
    expect(await asApp("select n, m, toy.b(d => 3) from toy.a()")).toEqual([{ n: 1, m: 2, b: 3 }]);
  });

  it("drops no function for another form that something else needs, and says which file wants it", async () => {
    write("migrations/0002-toy.sql", "create schema toy");
    write("slices/toy/sql/a.sql", "create or replace function toy.a() returns int language sql as $$ select 1 $$");
    await migrate(url, folders);
    write("migrations/0003-view.sql", "create view toy.needs as select toy.a()");
    write("slices/toy/sql/a.sql", "create or replace function toy.a() returns text language sql as $$ select 'x' $$");

    await expect(migrate(url, folders)).rejects.toThrow("toy/sql/a.sql: cannot drop function toy.a()");
    rmSync(join(folders.slices, "toy/sql/a.sql"));
    await migrate(url, folders);
    expect(await asApp("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("leaves the database as it was when one file fails, and says which, and what to do", async () => {
    write("migrations/0002-toy.sql", "create schema toy");
    write("migrations/0003-broken.sql", "create table toy.thing (id int); select no_such_function()");

    await expect(migrate(url, folders)).rejects.toMatchObject({
      message: "migration 0003-broken.sql failed: function no_such_function() does not exist",
      advice: expect.stringContaining("Start the version before again"),
    });
    write("migrations/0003-broken.sql", "create table toy.thing (id int)");

    expect((await migrate(url, folders)).applied).toEqual(["0001-platform.sql", "0002-toy.sql", "0003-broken.sql"]);
  });

  it("refuses a released file that was edited, a late number, and a database from a newer version", async () => {
    write("migrations/0003-toy.sql", "create schema toy");
    await migrate(url, folders);

    const list = globSync("*.sql", { cwd: folders.migrations }).map((name) => {
      const sum = createHash("sha256").update(readFileSync(join(folders.migrations, name)));
      return `${sum.digest("hex")}  ${name}\n`;
    });
    writeFileSync(join(folders.migrations, "SHA256SUMS"), list.join(""));
    write("migrations/0003-toy.sql", "create schema other");
    await expect(migrate(url, folders)).rejects.toMatchObject({
      message: expect.stringMatching(/edited.*: 0003-toy\.sql$/),
      advice: expect.stringContaining("into a new migration"),
    });
    rmSync(join(folders.migrations, "SHA256SUMS"));
    await expect(migrate(url, folders)).rejects.toMatchObject({
      message: expect.stringContaining("it is from before 0.1.0"),
      advice: expect.stringContaining("move its data folder away"),
    });

    write("migrations/0003-toy.sql", "create schema toy");
    write("migrations/0002-late.sql", "create schema late");
    await expect(migrate(url, folders)).rejects.toThrow("older number");

    rmSync(join(folders.migrations, "0002-late.sql"));
    rmSync(join(folders.migrations, "0003-toy.sql"));
    await expect(migrate(url, folders, { release: "0.0.9" })).rejects.toMatchObject({
      message: `the database is at migration 3 of Leyden ${VERSION}; this is 0.0.9, which knows 1`,
      advice: expect.stringContaining(`Start Leyden ${VERSION} or newer.`),
    });
  });

  it("waits for a table only so long that others get at it in between, and tries again", async () => {
    write("migrations/0002-toy.sql", "create schema toy; create table toy.thing (id int)");
    await migrate(url, folders);
    write("migrations/0003-more.sql", "alter table toy.thing add column name text");
    const db = connect({ url, max: 2, name: "test" });
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const reader = db.snapshot(async (tx) => {
      await tx.query({ text: "select * from toy.thing", values: [] });
      begun.resolve();
      await released.promise;
    });
    await begun.promise;
    const paused = Promise.withResolvers<void>();
    let pauses = 0;
    const clock = {
      monotonicMs: () => 0,
      async sleep() {
        pauses += 1;
        if (pauses > 1) return;
        await db.query({ text: "select * from toy.thing", values: [] });
        paused.resolve();
      },
    };

    const migrating = migrate(url, folders, { lockTimeoutMs: 100, clock });
    await paused.promise;
    released.resolve();
    await reader;

    expect((await migrating).applied).toEqual(["0003-more.sql"]);
    await db.close();
  });

  it("gives up with advice when a table stays in use", async () => {
    write("migrations/0002-toy.sql", "create schema toy; create table toy.thing (id int)");
    await migrate(url, folders);
    write("migrations/0003-more.sql", "alter table toy.thing add column name text");
    const db = connect({ url, max: 1, name: "test" });
    const outcome = db.snapshot(async (tx) => {
      await tx.query({ text: "select * from toy.thing", values: [] });
      await expect(
        migrate(url, folders, { lockTimeoutMs: 10, clock: { monotonicMs: () => 0, sleep: async () => undefined } }),
      ).rejects.toMatchObject({ message: expect.stringContaining("in use"), advice: expect.any(String) });
    });

    await outcome;
    await db.close();
  });

  it("drops what an older signature left, once no process of that version goes on, and nothing else", async () => {
    const define = (args: string, body: string) =>
      `create or replace function toy.a(${args}) returns int language sql as $$ select ${body} $$`;
    const left = async () =>
      (
        await asApp<{ signature: string }>(
          "select oid::regprocedure::text as signature from pg_proc where pronamespace = 'toy'::regnamespace order by 1",
        )
      ).map(({ signature }) => signature);
    write("migrations/0002-toy.sql", "create schema toy");
    write("slices/toy/grants.sql", "grant usage on schema toy to leyden_app");
    write("slices/toy/sql/a.sql", `${define("p int", "1")}; ${define("p int, q text", "2")}`);
    write("slices/toy/sql/b.sql", "create or replace function toy.b() returns int language sql as $$ select 3 $$");
    await migrate(url, folders);
    const before = ["toy.a(integer)", "toy.a(integer,text)", "toy.b()"];
    expect(await left()).toEqual(before);

    write("slices/toy/sql/a.sql", `${define("p int", "1")}; ${define("p int, q text, r uuid", "4")}`);
    rmSync(join(folders.slices, "toy/sql/b.sql")); // nobody uses its name again: it disturbs nothing
    write("migrations/0003-compatible.sql", "create table toy.one (id int)", "yes");
    await migrate(url, folders);
    const both = [...before, "toy.a(integer,text,uuid)"].toSorted();
    expect(await left()).toEqual(both);

    write("migrations/0004-compatible.sql", "create table toy.two (id int default toy.a(1, 'needed'))", "yes");
    write("migrations/0005-break.sql", "create table toy.three (id int)");
    await migrate(url, folders);
    expect(await left()).toEqual(both);

    write("migrations/0006-break.sql", "drop table toy.two");
    await migrate(url, folders);
    expect(await left()).toEqual(["toy.a(integer)", "toy.a(integer,text,uuid)", "toy.b()"]);
    expect(await asApp("select toy.a(1), toy.a(1, '', null) as new")).toEqual([{ a: 1, new: 4 }]);
  });

  it("keeps every function of this version, and drops the request of a code that knew no networks", async () => {
    const functions = async () =>
      await asApp(
        "select oid::regprocedure::text as signature from pg_proc where pronamespace::regnamespace::text ~ '^(login|payments)$' order by 1",
      );
    const own = { ...OWN_SQL, migrations: folders.migrations };
    rmSync(folders.migrations, { recursive: true });
    cpSync(OWN_SQL.migrations, folders.migrations, { recursive: true });
    await migrate(url, own);
    const all = await functions();
    const db = connect({ url, max: 1, name: "test" });
    await db.query({
      text: "create function login.request_code(p_at timestamptz) returns int language sql as 'select 1 -- asks no network'",
      values: [],
    });
    await db.close();
    expect(await functions()).toHaveLength(all.length + 1);
    write("migrations/9999-break.sql", "create table login.more (id int)");
    await migrate(url, own);
    expect(await functions()).toEqual(all);
  });

  it("goes on beside newer migrations that all say that it may, and changes nothing", async () => {
    const older = {
      "slices/toy/sql/a.sql": "create or replace function toy.a() returns int language sql as $$ select 1 $$",
    };
    write("migrations/0002-toy.sql", "create schema toy");
    for (const [path, text] of Object.entries(older)) write(path, text);
    await migrate(url, folders);
    write("migrations/0003-more.sql", "create table toy.more (id int)", "yes");
    write("slices/toy/sql/a.sql", "create or replace function toy.a() returns int language sql as $$ select 2 $$");
    await migrate(url, folders);

    rmSync(join(folders.migrations, "0003-more.sql"));
    for (const [path, text] of Object.entries(older)) write(path, text);
    expect(await migrate(url, folders)).toEqual({ applied: [], role: "leyden_app" });
    const owner = connect({ url, max: 1, name: "test" });
    expect(await owner.query({ text: "select toy.a()", values: [] })).toEqual([{ a: 2 }]);
    await owner.close();

    write("migrations/0003-more.sql", "create table toy.more (id int)", "yes");
    write("migrations/0004-other.sql", "drop table toy.more", "no");
    await migrate(url, folders);
    rmSync(join(folders.migrations, "0003-more.sql"));
    rmSync(join(folders.migrations, "0004-other.sql"));
    await expect(migrate(url, folders)).rejects.toThrow("at migration 4");
  });

  it("goes on as the URL's role when it may not make the application's", async () => {
    const { admin } = database();
    const poor = `poor_${Date.now()}`;
    await admin.query({ text: `create role ${poor} login password 'poor'`, values: [] });
    await admin.query({ text: `alter database ${given.name()} owner to ${poor}`, values: [] });

    const { role } = await migrate(url.replace(/\/\/[^@]+@/, `//${poor}:poor@`), folders);

    expect(role).toBeUndefined();
  });

  it("says what to do when the database takes no writes, as while it recovers", async () => {
    const name = given.name();
    await database().admin.query({
      text: `alter database ${name} set default_transaction_read_only = on`,
      values: [],
    });
    await expect(migrate(url, folders)).rejects.toMatchObject({
      message: expect.stringContaining("takes no writes"),
      advice: expect.stringContaining("pg_is_in_recovery"),
    });
  });

  it("says what to do when the database cannot be reached", async () => {
    await expect(migrate("postgres://nobody@127.0.0.1:1/none", folders)).rejects.toMatchObject({
      message: expect.stringContaining("cannot be reached"),
      advice: expect.stringContaining("DATABASE_URL"),
    });
  });

  it("finds in the first line of every migration whether an older process may go on beside it", () => {
    const unmarked = globSync("*.sql", { cwd: OWN_SQL.migrations }).filter(
      (file) => !/^-- compatible: (yes|no)\n/.test(readFileSync(join(OWN_SQL.migrations, file), "utf8")),
    );
    expect(unmarked).toEqual([]);
  });

  it("knows the files of this package", async () => {
    const { applied } = await migrate(url, OWN_SQL);

    expect(applied[0]).toBe("0001-platform.sql");
  });
});
