import type pg from "pg";
import { OperatorError } from "../operator-error.ts";

const OLDEST_VERSION = 15;
const CHECK_CLIENT_MS = 1_000;

/**
 * Makes sure that migrations can run on this server, and that the tables are there that the runner has for itself.
 * @throws {OperatorError}
 */
export async function prepareServer(client: pg.Client): Promise<void> {
  await requireVersion(client);
  await requireWrites(client);
  // not on every system: there a statement goes on for a while after its client was killed, and the next one waits
  await client.query(`set client_connection_check_interval = ${CHECK_CLIENT_MS}`).catch(() => undefined);
  await prepareTables(client);
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

/**
 * The row that starters lock, and what is known of each migration. Two that make them at the same time collide in the
 * catalogue: then they exist.
 */
async function prepareTables(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'platform' and tablename = 'migration_batch'",
  );
  if (rowCount === 1) return;
  try {
    await client.query(`
      create schema if not exists platform;
      create table if not exists platform.migration_mark (version int primary key, is_compatible boolean not null);
      alter table platform.migration_mark add column if not exists release text;
      create table if not exists platform.migration_lock (id int primary key check (id = 1));
      create table if not exists platform.migration_batch (version int primary key, done bigint not null);
      insert into platform.migration_lock (id) values (1) on conflict do nothing;`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "23505" || code === "42P06" || code === "42P07" || code === "42710") return prepareTables(client);
    if (code === "42501")
      throw new OperatorError(
        `the role of DATABASE_URL may not create schemas: ${(error as Error).message}`,
        "Give it a database of its own: `create database leyden owner <role>`.",
        { cause: error },
      );
    throw error;
  }
}
