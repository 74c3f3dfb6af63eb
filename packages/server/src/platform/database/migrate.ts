import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import pg from "pg";
import type Postgrator from "postgrator";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "../machine/clock.ts";
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

export type MigrateOptions = {
  /** How long one statement waits for a lock; shorter in tests. */
  readonly lockTimeoutMs?: number;
  readonly clock?: Pick<Clock, "sleep">;
};

/** The folders of this package. */
export const OWN_SQL: SqlFolders = {
  migrations: join(import.meta.dirname, "../../../migrations"),
  slices: join(import.meta.dirname, "../../slices"),
};

const OLDEST_VERSION = 15;
/** How long a second starter waits for the first one's migrations. */
const WAIT_FOR_OTHER_MS = 300_000;
/** How long a migration waits for a table: everybody who wants the table next waits behind it. */
const LOCK_TIMEOUT_MS = 5_000;
const TRIES_MAX = 12;
/** Between two tries, for those who waited behind the last one. */
const PAUSE_MS = 5_000;
/** SQLSTATE lock_not_available. */
const LOCKED = "55P03";

/**
 * Brings the database to this version of the code: released migrations once each, then the slices' functions and
 * rights where their text changed. All in one transaction under a locked row, so of two starters the second finds the
 * work done, and a kill on the way leaves the database as it was. When a table is in use it is tried again.
 *
 * A database that is newer is left as it is, when all its newer migrations say `compatible: yes` in their first line.
 *
 * @throws {OperatorError} when the database cannot be reached, is too old, takes no writes, is in use, or does not
 * match the files.
 */
export async function migrate(
  url: string,
  folders: SqlFolders = OWN_SQL,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, clock = machineClock }: MigrateOptions = {},
): Promise<Migrated> {
  const client = await connectAsOwner(url);
  try {
    await requireVersion(client);
    await requireWrites(client);
    await prepareLock(client);
    for (let tries = 1; ; tries += 1) {
      const migrated = await migrateOnce(client, folders, lockTimeoutMs);
      if (migrated !== "locked") return migrated;
      if (tries === TRIES_MAX)
        throw new OperatorError(
          "a table that a migration changes is in use all the time",
          "End long statements and transactions on the database (pg_stat_activity), and start again.",
        );
      await clock.sleep(PAUSE_MS);
    }
  } finally {
    await client.end();
  }
}

async function migrateOnce(
  client: pg.Client,
  folders: SqlFolders,
  lockTimeoutMs: number,
): Promise<Migrated | "locked"> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0");
  await client.query(`set local lock_timeout = ${WAIT_FOR_OTHER_MS}`);
  await client.query("select from platform.migration_lock for update");
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  try {
    const migrated = await runAll(client, folders);
    await client.query("commit");
    return migrated;
  } catch (error) {
    await client.query("rollback");
    if (sqlStateOf(error) === LOCKED) return "locked";
    throw error;
  }
}

async function runAll(client: pg.Client, folders: SqlFolders): Promise<Migrated> {
  const migrations = await runMigrations(client, folders.migrations);
  const role = await prepareRole(client);
  const name = role && APP_ROLE;
  if (migrations === "newer") return { applied: [], role: name }; // its functions are newer, too
  const { applied, endsOlder } = migrations;
  const force = role?.isNew === true || applied.length > 0;
  const repeatable = await runRepeatable(client, folders.slices, { role, force });
  if (endsOlder) await dropOverloads(client, folders.slices);
  return { applied: [...applied, ...repeatable], role: name };
}

/** The SQLSTATE of a database error, also where another error wraps it. */
function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof pg.DatabaseError) return cause.code;
  return undefined;
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

/** PostgreSQL starts its transactions read-only while it recovers, and always on a replica. */
async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "off") return;
  throw new OperatorError(
    "the database takes no writes: it is a replica, or not through with its recovery",
    "Wait until `select pg_is_in_recovery()` says `f` and `show transaction_read_only` says `off`, and start again.",
  );
}

/** The row that starters lock. Two that make it at the same time collide in the catalogue: then it exists. */
async function prepareLock(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'platform' and tablename = 'migration_lock'",
  );
  if (rowCount === 1) return;
  try {
    await client.query(`
      create schema if not exists platform;
      create table if not exists platform.migration_mark (version int primary key, is_compatible boolean not null);
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

type Ran = {
  /** Names of the files that were run. */
  readonly applied: readonly string[];
  /** One of them says that processes of earlier versions cannot go on. */
  readonly endsOlder: boolean;
};

/** Runs the files that the database does not have. "newer": it has more than we know, and says that we may go on. */
async function runMigrations(client: pg.Client, folder: string): Promise<Ran | "newer"> {
  const files = migrationFiles(folder);
  const library = await import("postgrator"); // 26 modules, which need not be there before the node's processes begin
  const postgrator = new library.default({
    driver: "pg",
    schemaTable: "platform.migration",
    execQuery: (query) => client.query(query),
  });
  postgrator.getMigrations = async () => Object.assign(postgrator, { migrations: files }).migrations;

  const before = await postgrator.getDatabaseVersion();
  const newest = files.at(-1)?.version ?? 0;
  if (before > newest) {
    if (await isCompatible(client, newest)) return "newer";
    throw new OperatorError(
      `the database is at migration ${before}, this version of Leyden knows ${newest}`,
      "Start the newer version of Leyden.",
    );
  }
  const applied = await postgrator.migrate().catch((error: Error) => {
    if (!error.message.startsWith("MD5")) throw error;
    throw new OperatorError(
      `a migration was edited after it had run on this database (${error.message})`,
      "Restore the file; a released migration never changes. During development remove the data folder.",
      { cause: error },
    );
  });

  const { rows } = await client.query<{ count: bigint }>(
    "select count(*) as count from platform.migration where version > 0",
  );
  if (Number(rows[0]?.count) !== files.length)
    throw new OperatorError(
      "a migration with an older number was added after newer ones had run on this database",
      "Give it the next free number. During development remove the data folder.",
    );
  for (const { version, getSql } of applied)
    await client.query("insert into platform.migration_mark (version, is_compatible) values ($1, $2)", [
      version,
      MARK.exec(getSql())?.[1] === "yes",
    ]);
  return {
    applied: applied.map(({ filename }) => basename(filename)),
    endsOlder: !(await isCompatible(client, before)),
  };
}

/** The first line of a migration: whether a process that does not know it may go on beside it. */
const MARK = /^-- compatible: (yes|no)\n/;

/** True when a process that knows the migrations up to `known` may work with all the newer ones. */
async function isCompatible(client: pg.Client, known: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select
       from platform.migration m
       left join platform.migration_mark k on k.version = m.version
      where m.version > $1
        and k.is_compatible is not true`,
    [known],
  );
  return rowCount === 0;
}

function readSql(file: string): string {
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
}

/** The library wants `0001.do.name.sql`; our files are named `0001-name.sql`, because there is nothing but `do`. */
function migrationFiles(folder: string): Postgrator.Migration[] {
  const files = globSync("[0-9][0-9][0-9][0-9]-*.sql", { cwd: folder }).sort();
  return files.map((file) => {
    const sql = readSql(join(folder, file));
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

/**
 * Makes the application's role where we may. Of two databases in one server that do it concurrently, one loses: then it
 * exists.
 */
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

/** Functions first, in any order (their bodies are not checked yet), then rights. */
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
    const sql = readSql(file);
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

const DEFINED = /^create or replace function (\w+\.\w+)/gm;

/**
 * Drops what is left of functions whose arguments have changed since: with a name that the files define, and a body
 * that stands in none. Processes of earlier versions call them, so they stay as long as such a process may go on. What
 * something else needs stays as well.
 */
async function dropOverloads(client: pg.Client, slices: string): Promise<void> {
  const texts = globSync(join(slices, "*/sql/*.sql")).map(readSql);
  const names = texts.flatMap((text) => [...text.matchAll(DEFINED)].map(([, name]) => name));
  const { rows } = await client.query<{ signature: string; body: string }>(
    `select p.oid::regprocedure::text as signature, p.prosrc as body
       from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
      where n.nspname || '.' || p.proname = any ($1)`,
    [names],
  );
  for (const { signature, body } of rows)
    if (!texts.some((text) => text.includes(body))) await attempt(client, `drop function ${signature}`);
}
