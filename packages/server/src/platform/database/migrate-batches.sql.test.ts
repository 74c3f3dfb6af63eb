import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { newestMigration, requireKnownSchema } from "./known-schema.ts";
import { migrate, OWN_SQL } from "./migrate.ts";
import type { MigrationProgress } from "./migration-batch.ts";
import { readMigrations, type SqlFolders } from "./migration-files.ts";
import { connect, type Database } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";
import { sqlFolders } from "./testing/sql-folders.harness.ts";

/** Ten rows, three at a time: four batches that change something. */
const ROWS =
  "create schema toy; create table toy.thing as select id, null::text as name from generate_series(1, 10) as id";
const BATCH = `-- remaining: select count(*) from toy.thing where name is null
update toy.thing set name = 'x' where id in (select id from toy.thing where name is null order by id limit 3)`;
/** A version that ran on the database has functions in it. */
const FUNCTION = "create or replace function toy.a() returns int language sql as $$ select 2 $$";
const BROKEN = BATCH.replace("'x'", "case when id < 8 then 'x' else (1 / (id - id))::text end");

onDatabase("migrations in batches", (database) => {
  const given = sqlFolders(database);
  const { write } = given;
  let folders: SqlFolders;
  let url: string;

  beforeEach(() => {
    folders = given.folders();
    url = given.url();
    write("migrations/0002-rows.sql", ROWS);
  });

  async function ask<Row>(text: string): Promise<Row[]> {
    const db = connect({ url, max: 1, name: "test" });
    return await db.query<Row>({ text, values: [] }).finally(() => db.close());
  }
  const left = async () =>
    Number((await ask<{ n: bigint }>("select count(*) as n from toy.thing where name is null"))[0]?.n);
  const remove = (name: string) => rmSync(join(folders.migrations, name));

  it("run until nothing is left, tell how far they are, and are written down once", async () => {
    write("migrations/0003-names.sql", BATCH, "yes");
    const told: MigrationProgress[] = [];

    const { applied } = await migrate(url, folders, { tell: (progress) => told.push(progress) });

    expect(applied).toEqual(["0001-platform.sql", "0002-rows.sql", "0003-names.sql"]);
    expect(told.map(({ done, of }) => [done, of])).toEqual([0, 3, 6, 9, 10].map((done) => [done, 10]));
    expect(told.at(-1)).toMatchObject({ file: "0003-names.sql", leftMs: 0 });
    expect(await left()).toBe(0);
    expect((await migrate(url, folders)).applied).toEqual([]);
  });

  it("say nothing where there is nothing to do, as on a new database", async () => {
    write("migrations/0002-rows.sql", ROWS.replace("null::text", "'x'::text"));
    write("migrations/0003-names.sql", BATCH, "yes");
    const told: MigrationProgress[] = [];

    const { applied } = await migrate(url, folders, { tell: (progress) => told.push(progress) });

    expect(applied).toContain("0003-names.sql");
    expect(told).toEqual([]);
  });

  it("that fail on the way keep what they did, and the next call goes on from there and counts all", async () => {
    await migrate(url, folders);
    write("migrations/0003-names.sql", BROKEN, "yes");
    await expect(migrate(url, folders)).rejects.toThrow("migration 0003-names.sql failed: division by zero");
    expect(await left()).toBe(4);

    write("migrations/0003-names.sql", BATCH, "yes");
    const told: MigrationProgress[] = [];
    await migrate(url, folders, { tell: (progress) => told.push(progress) });
    expect(told.map(({ done, of }) => [done, of])).toEqual([6, 9, 10].map((done) => [done, 10]));
    expect(await left()).toBe(0);
  });

  it("end when they are told to, and give the batch that is under way back", async () => {
    write("migrations/0003-names.sql", BATCH, "yes");
    const stop = new AbortController();
    const tell = ({ done }: MigrationProgress) => {
      if (done === 6) stop.abort();
    };

    await expect(migrate(url, folders, { signal: stop.signal, tell })).rejects.toThrow();

    expect(await left()).toBe(4);
    expect((await migrate(url, folders)).applied).toEqual(["0003-names.sql"]);
  });

  it("of two starters that run them at the same time are done once", async () => {
    write("migrations/0003-names.sql", BATCH, "yes");

    const both = await Promise.all([migrate(url, folders), migrate(url, folders)]);

    expect(both.map(({ applied }) => applied.filter((name) => name === "0003-names.sql").length).sort()).toEqual([
      0, 1,
    ]);
    expect(await ask("select done from platform.migration_batch")).toEqual([{ done: 10n }]);
  });

  it("have the functions of their version before they begin, and an older version goes on beside them", async () => {
    await migrate(url, folders, { release: "0.1.0" });
    write("migrations/0003-names.sql", BROKEN, "yes");
    write("slices/toy/sql/a.sql", FUNCTION);
    await expect(migrate(url, folders, { beside: true, release: "0.1.1" })).rejects.toThrow("division by zero");
    expect(await ask("select toy.a() as a")).toEqual([{ a: 2 }]);

    remove("0003-names.sql");
    expect((await migrate(url, folders, { release: "0.1.0" })).applied).toEqual([]);
  });

  it("with files behind them leave a database between two versions, which no older one takes", async () => {
    write("slices/toy/sql/a.sql", FUNCTION);
    await migrate(url, folders, { release: "0.1.0" });
    write("migrations/0003-more.sql", "alter table toy.thing add column more int", "yes");
    write("migrations/0004-names.sql", BROKEN, "yes");
    write("migrations/0005-check.sql", "alter table toy.thing alter column name set not null", "yes");
    await expect(migrate(url, folders, { beside: true })).rejects.toMatchObject({
      message: expect.stringContaining("cannot go on beside these migrations: 0003-more.sql"),
      advice: expect.stringContaining("Stop it"),
    });
    expect(await ask("select version from platform.migration where version = 3")).toEqual([]);
    await expect(migrate(url, folders, { release: "0.2.0" })).rejects.toThrow("division by zero");

    for (const name of ["0003-more.sql", "0004-names.sql", "0005-check.sql"]) remove(name);
    await expect(migrate(url, folders, { release: "0.1.0" })).rejects.toThrow("at migration 3 of Leyden 0.2.0");

    write("migrations/0003-more.sql", "alter table toy.thing add column more int", "yes");
    write("migrations/0004-names.sql", BATCH, "yes");
    write("migrations/0005-check.sql", "alter table toy.thing alter column name set not null", "yes");
    await migrate(url, folders, { release: "0.2.0" });
    for (const name of ["0003-more.sql", "0004-names.sql", "0005-check.sql"]) remove(name);
    expect((await migrate(url, folders, { release: "0.1.0" })).applied).toEqual([]);
  });

  it("with files behind them make a new database, whose functions come last", async () => {
    write("migrations/0003-names.sql", BATCH, "yes");
    write("migrations/0004-more.sql", "alter table toy.thing add column more int", "no");
    write("slices/toy/sql/a.sql", FUNCTION);
    const { applied } = await migrate(url, { ...folders, close: "select toy.a() from toy.nowhere" });
    expect(applied).toEqual(expect.arrayContaining(["0003-names.sql", "0004-more.sql", "toy/sql/a.sql"]));
  });

  it("with files behind them are not begun beside an older version", async () => {
    write("slices/toy/sql/a.sql", FUNCTION);
    await migrate(url, folders);
    write("migrations/0003-names.sql", BATCH, "yes");
    write("migrations/0004-check.sql", "alter table toy.thing alter column name set not null", "yes");
    await expect(migrate(url, folders, { beside: true })).rejects.toThrow("nothing was changed");
    expect(await left()).toBe(10);
  });

  it("alone, with files behind them that are not begun, let the older version start again", async () => {
    await migrate(url, folders, { release: "0.1.0" });
    write("migrations/0003-names.sql", BROKEN, "yes");
    write("migrations/0004-check.sql", "alter table toy.thing alter column name set not null", "yes");
    await expect(migrate(url, folders, { release: "0.2.0" })).rejects.toThrow("division by zero");
    expect(await left()).toBe(4);

    for (const name of ["0003-names.sql", "0004-check.sql"]) remove(name);
    expect((await migrate(url, folders, { release: "0.1.0" })).applied).toEqual([]);
  });

  it("may have one statement alone", async () => {
    write("migrations/0003-names.sql", `${BATCH}; select 1`, "yes");
    await expect(migrate(url, folders)).rejects.toThrow("0003-names.sql has batches, so it may have one statement");
  });
});

onDatabase("a connection of an older version", (database) => {
  const given = sqlFolders(database);

  const knows = (known: number): Database =>
    connect({
      url: given.url(),
      max: 1,
      name: "leyden all",
      verify: async (connection) => {
        await requireKnownSchema(connection, known);
        return () => undefined;
      },
    });

  it("ends with a migration that it cannot go on with, and no new one is had", async () => {
    const { write } = given;
    const folders = { ...given.folders(), close: "update toy.book set closed = true" };
    write("migrations/0002-toy.sql", "create schema toy; create table toy.book as select false as closed");
    write("slices/toy/sql/a.sql", FUNCTION);
    await migrate(given.url(), folders);
    const db = knows(2);
    const ask = async () => await db.query({ text: "select closed from toy.book", values: [] });
    expect(await ask()).toEqual([{ closed: false }]);

    write("migrations/0003-more.sql", "create table toy.more (id int)", "yes");
    await migrate(given.url(), folders);
    expect(await ask()).toEqual([{ closed: false }]);
    const another = knows(2);
    expect(await another.query({ text: "select closed from toy.book", values: [] })).toEqual([{ closed: false }]);
    await another.close();

    write("migrations/0004-break.sql", "create table toy.other (id int)");
    await migrate(given.url(), folders, { release: "0.2.0" });
    await expect(ask()).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 1,
      cause: expect.objectContaining({ message: expect.stringContaining("at migration 4 of Leyden 0.2.0") }),
    });
    await db.close();
    const newer = knows(4);
    expect(await newer.query({ text: "select closed from toy.book", values: [] })).toEqual([{ closed: true }]);
    await newer.close();
  });

  it("is asked for the newest file of its own", () => {
    expect(newestMigration()).toBe(readMigrations(OWN_SQL.migrations).at(-1)?.version);
  });
});
