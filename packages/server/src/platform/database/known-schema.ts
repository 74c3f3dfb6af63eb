import { globSync } from "node:fs";
import { VERSION } from "../machine/release.ts";
import { type Db, sql } from "./db.ts";
import { OWN_SQL } from "./migrate.ts";

/** The newest migration that the files of this version have. Read once: the next release may replace the files. */
export function newestMigration(): number {
  const names = globSync("[0-9][0-9][0-9][0-9]-*.sql", { cwd: OWN_SQL.migrations });
  return Math.max(0, ...names.map((name) => Number(name.slice(0, 4))));
}

/**
 * For each new connection: a newer version may have changed the database since in a way that this process cannot work
 * with. Its connections were ended then, so that every one is asked.
 *
 * @throws {Error} which makes the connection one that cannot be had: requests are answered with 503.
 */
export async function requireKnownSchema(connection: Pick<Db, "query">, known: number): Promise<void> {
  const [newer] = await connection.query<{ version: number; release: string | null }>(sql`
    select m.version, k.release
      from platform.migration m
      left join platform.migration_mark k on k.version = m.version
     where m.version > ${known}
       and k.is_compatible is not true
     order by m.version desc
     limit 1`);
  if (newer === undefined) return;
  const release = newer.release ?? "a newer version";
  throw new Error(`the database is at migration ${newer.version} of Leyden ${release}; this is ${VERSION}: end it`);
}
