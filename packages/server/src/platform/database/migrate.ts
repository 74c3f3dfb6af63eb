import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type pg from "pg";
import Postgrator from "postgrator";
import { OperatorError } from "../operator-error.ts";
import { connectAsOwner } from "./connection.ts";
import { APP_ROLE } from "./pool.ts";

/** Where the SQL is: `migrations/NNNN-name.sql`, `slices/<name>/sql/*.sql`, `slices/<name>/grants.sql`. */
export type SqlFolders = { readonly migrations: string; readonly slices: string };

export type Migrated = {
  /** Names of the files that were run this time. */
  readonly applied: readonly string[];
  /** The role for `connect`; `undefined` when there is none and we may not make it. */
  readonly role: string | undefined;
};

/** The folders of this package. */
export const OWN_SQL: SqlFolders = {
  migrations: join(import.meta.dirname, "../../../migrations"),
  slices: join(import.meta.dirname, "../../slices"),
};

const OLDEST_VERSION = 15;
/** How long a second starter waits for the first one's migrations. */
const WAIT_FOR_OTHER_MS = 300_000;

/**
 * Brings the database to this version of the code: released migrations once each, then the slices' functions and
 * rights where their text changed. All in one transaction under a locked row, so of two starters the second finds the
 * work done, and a kill on the way leaves the database as it was.
 *
 * @throws {OperatorError} when the database cannot be reached, is too old, or does not match the files.
 */
export async function migrate(url: string, folders: SqlFolders = OWN_SQL): Promise<Migrated> {
  const client = await connectAsOwner(url);
  try {
    await requireVersion(client);
    await prepareLock(client);
    await client.query("begin");
    await client.query(`set local lock_timeout = ${WAIT_FOR_OTHER_MS}`);
    await client.query("set local statement_timeout = 0");
    await client.query("select from platform.migration_lock for update");

    const migrations = await runMigrations(client, folders.migrations);
    const role = await prepareRole(client);
    const repeatable = await runRepeatable(client, folders.slices, {
      role,
      force: role?.isNew === true || migrations.length > 0,
    });

    await client.query("commit");
    return { applied: [...migrations, ...repeatable], role: role && APP_ROLE };
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "0";
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw new OperatorError(
      `the database is PostgreSQL ${version}`,
      `Use PostgreSQL ${OLDEST_VERSION} or newer, or leave DATABASE_URL out to use the embedded one.`,
    );
}

/** The row that starters lock. Two that make it at the same instant collide in the catalogue: then it exists. */
async function prepareLock(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'platform' and tablename = 'migration_lock'",
  );
  if (rowCount === 1) return;
  try {
    await client.query(`
      create schema if not exists platform;
      create table if not exists platform.migration_lock (id int primary key check (id = 1));
      insert into platform.migration_lock (id) values (1) on conflict do nothing;`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "23505" || code === "42P06" || code === "42P07" || code === "42710") return prepareLock(client);
    if (code === "42501")
      throw new OperatorError(
        `the role of DATABASE_URL may not create schemas: ${(error as Error).message}`,
        "Give it a database of its own: `create database leyden owner <role>`.",
        { cause: error },
      );
    throw error;
  }
}

async function runMigrations(client: pg.Client, folder: string): Promise<string[]> {
  const files = migrationFiles(folder);
  const postgrator = new Postgrator({
    driver: "pg",
    schemaTable: "platform.migration",
    execQuery: (query) => client.query(query),
  });
  postgrator.getMigrations = async () => Object.assign(postgrator, { migrations: files }).migrations;

  const before = await postgrator.getDatabaseVersion();
  const newest = files.at(-1)?.version ?? 0;
  if (before > newest)
    throw new OperatorError(
      `the database is at migration ${before}, this version of Leyden knows ${newest}`,
      "Start the newer version of Leyden.",
    );
  const applied = await postgrator.migrate().catch((error: Error) => {
    if (!error.message.startsWith("MD5")) throw error;
    throw new OperatorError(
      `a migration was edited after it had run here (${error.message})`,
      "Restore the file; a released migration never changes. During development remove the data folder.",
      { cause: error },
    );
  });

  const { rows } = await client.query<{ count: bigint }>(
    "select count(*) as count from platform.migration where version > 0",
  );
  if (Number(rows[0]?.count) !== files.length)
    throw new OperatorError(
      "a migration with an older number was added after newer ones had run here",
      "Give it the next free number. During development remove the data folder.",
    );
  return applied.map(({ filename }) => basename(filename));
}

/** The library wants `0001.do.name.sql`; our files are named `0001-name.sql`, because there is nothing but `do`. */
function migrationFiles(folder: string): Postgrator.Migration[] {
  const files = globSync("[0-9][0-9][0-9][0-9]-*.sql", { cwd: folder }).sort();
  return files.map((file) => {
    const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    return {
      version: Number(file.slice(0, 4)),
      action: "do",
      filename: join(folder, file),
      name: file.slice(5, -4),
      md5: createHash("md5").update(sql).digest("hex"),
      getSql: () => sql,
    };
  });
}

/** Makes the application's role where we may. Of two databases in one server that do it at once, one loses: then it exists. */
async function prepareRole(client: pg.Client): Promise<{ isNew: boolean } | undefined> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
  const isNew = rowCount === 0 && (await attempt(client, `create role ${APP_ROLE} nologin`));
  if (isNew) await attempt(client, `grant ${APP_ROLE} to current_user`);
  return (await attempt(client, `set local role ${APP_ROLE}; reset role`)) ? { isNew } : undefined;
}

async function attempt(client: pg.Client, statement: string): Promise<boolean> {
  await client.query("savepoint attempt");
  try {
    await client.query(statement);
    await client.query("release savepoint attempt");
    return true;
  } catch {
    await client.query("rollback to savepoint attempt");
    return false;
  }
}

/** Functions first, in any order (their bodies are not looked at yet), then rights. */
async function runRepeatable(
  client: pg.Client,
  slices: string,
  { role, force }: { role: { isNew: boolean } | undefined; force: boolean },
): Promise<string[]> {
  const { rows } = await client.query<{ file: string; sha256: Buffer }>("select file, sha256 from platform.repeatable");
  const known = new Map(rows.map(({ file, sha256 }) => [file, sha256.toString("hex")]));
  await client.query("set local check_function_bodies = off");

  const applied: string[] = [];
  const apply = async (file: string, always: boolean) => {
    const name = relative(slices, file).replaceAll("\\", "/");
    const sql = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    const sha256 = createHash("sha256").update(sql).digest();
    if (!always && known.get(name) === sha256.toString("hex")) return;
    await client.query(sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
    await client.query(
      `insert into platform.repeatable (file, sha256) values ($1, $2)
       on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
      [name, sha256],
    );
    applied.push(name);
  };

  for (const file of globSync(join(slices, "*/sql/*.sql")).sort()) await apply(file, false);
  const always = force || applied.length > 0;
  if (role !== undefined) for (const file of globSync(join(slices, "*/grants.sql")).sort()) await apply(file, always);
  return applied;
}
