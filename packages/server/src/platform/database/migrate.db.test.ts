import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate, OWN_SQL, type SqlFolders } from "./migrate.ts";
import { connect } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";

const PLATFORM =
  "create table platform.repeatable (file text primary key, sha256 bytea not null, applied_at timestamptz default now())";

onDatabase("migrate", (database) => {
  let root: string;
  let folders: SqlFolders;
  let url: string;
  let count = 0;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "leyden-migrate-"));
    folders = { migrations: join(root, "migrations"), slices: join(root, "slices") };
    const name = `migrate_${++count}`;
    await database().admin.query({ text: `create database ${name}`, values: [] });
    url = database().url.replace(/[^/]*$/, name);
    write("migrations/0001-platform.sql", PLATFORM);
  });
  afterEach(async () => {
    rmSync(root, { recursive: true });
    await database().admin.query({ text: `drop database migrate_${count} with (force)`, values: [] });
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

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

  it("leaves the database as it was when one file fails", async () => {
    write("migrations/0002-toy.sql", "create schema toy");
    write("migrations/0003-broken.sql", "create table toy.thing (id int); select no_such_function()");

    await expect(migrate(url, folders)).rejects.toThrow("no_such_function");
    write("migrations/0003-broken.sql", "create table toy.thing (id int)");

    expect((await migrate(url, folders)).applied).toEqual(["0001-platform.sql", "0002-toy.sql", "0003-broken.sql"]);
  });

  it("refuses a released file that was edited, a late number, and a database from a newer version", async () => {
    write("migrations/0003-toy.sql", "create schema toy");
    await migrate(url, folders);

    write("migrations/0003-toy.sql", "create schema other");
    await expect(migrate(url, folders)).rejects.toThrow("edited");

    write("migrations/0003-toy.sql", "create schema toy");
    write("migrations/0002-late.sql", "create schema late");
    await expect(migrate(url, folders)).rejects.toThrow("older number");

    rmSync(join(folders.migrations, "0002-late.sql"));
    rmSync(join(folders.migrations, "0003-toy.sql"));
    await expect(migrate(url, folders)).rejects.toThrow("at migration 3");
  });

  it("goes on as the URL's role when it may not make the application's", async () => {
    const { admin } = database();
    const poor = `poor_${Date.now()}`;
    await admin.query({ text: `create role ${poor} login password 'poor'`, values: [] });
    await admin.query({ text: `alter database migrate_${count} owner to ${poor}`, values: [] });

    const { role } = await migrate(url.replace(/\/\/[^@]+@/, `//${poor}:poor@`), folders);

    expect(role).toBeUndefined();
  });

  it("says what to do when the database cannot be reached", async () => {
    await expect(migrate("postgres://nobody@127.0.0.1:1/none", folders)).rejects.toMatchObject({
      message: expect.stringContaining("cannot be reached"),
      advice: expect.stringContaining("DATABASE_URL"),
    });
  });

  it("knows the files of this package", async () => {
    const { applied } = await migrate(url, OWN_SQL);

    expect(applied[0]).toBe("0001-platform.sql");
  });
});
