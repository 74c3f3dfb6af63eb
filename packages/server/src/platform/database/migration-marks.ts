import type pg from "pg";
import type { Clock } from "#kernel/clock.ts";
import { OperatorError } from "../operator-error.ts";
import { MIGRATING } from "./connection.ts";
import type { MigrationFile } from "./migration-files.ts";

/**
 * Writes down of each file whether older processes may go on beside it, and which release has run it. `isBetween`: more
 * files have to follow first, so no process may, whatever they say; the step that ends it says what they say.
 */
export async function markMigrations(
  client: pg.Client,
  files: readonly MigrationFile[],
  { isBetween, release }: { readonly isBetween: boolean; readonly release: string },
): Promise<void> {
  const compatible = files.filter((file) => file.isCompatible && !isBetween);
  await client.query(
    `insert into platform.migration_mark as k (version, is_compatible, release)
     select version, version = any ($2::int[]), $3
       from unnest($1::int[]) as version
         on conflict (version) do update
        set is_compatible = excluded.is_compatible
      where not k.is_compatible
        and excluded.is_compatible`,
    [files.map(({ version }) => version), compatible.map(({ version }) => version), release],
  );
}

/** True when a process that knows the migrations up to `known` may work with all the newer ones. */
export async function isCompatible(client: pg.Client, known: number): Promise<boolean> {
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

/** @throws {OperatorError} when this version cannot work with a database of a newer one. */
export async function refuseNewer(
  client: pg.Client,
  { known, release }: { readonly known: number; readonly release: string },
): Promise<void> {
  if (await isCompatible(client, known)) return;
  const { rows } = await client.query<{ version: number; release: string | null }>(
    "select version, release from platform.migration_mark order by version desc limit 1",
  );
  const newer = rows[0]?.release ?? "a newer version";
  throw new OperatorError(
    `the database is at migration ${rows[0]?.version} of Leyden ${newer}; this is ${release}, which knows ${known}`,
    `Start Leyden ${newer} or newer. Back to ${release} leads a backup from before the upgrade alone: ` +
      "docs/versions.md, Back to an older release.",
  );
}

/** What an older version runs beside, and cannot go on with. */
export function notBeside(applied: readonly string[]): OperatorError {
  return new OperatorError(
    `the version that runs cannot go on beside these migrations: ${applied.join(", ")}; nothing was changed`,
    "Stop it, and start this version: its start runs them. Until it is ready, requests are answered with 503.",
  );
}

/** What is under way may end by itself for so long. */
const TRIES_MAX = 50;
const PAUSE_MS = 100;

/**
 * Ends the connections of processes that cannot go on, each when its statement is over: the ledger is closed, so
 * nothing of theirs moves value. A new connection of theirs is refused (`known-schema.ts`).
 */
export async function endOlder(client: pg.Client, clock: Pick<Clock, "sleep">): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { rowCount: busy } = await client.query(`${END} and state = 'idle'; select ${OTHERS}`).then(lastOf);
    if (busy === 0) return;
    await clock.sleep(PAUSE_MS);
  }
  await client.query(END);
}

const OTHERS = `
    from pg_stat_activity
   where datname = current_database()
     and usename = session_user
     and application_name like 'leyden %'
     and application_name <> '${MIGRATING}'`;
const END = `select pg_terminate_backend(pid) ${OTHERS}`;

const lastOf = (results: pg.QueryResult | pg.QueryResult[]) => [results].flat().at(-1) as pg.QueryResult;
