import { type Db, one, part, sql } from "#platform/database/db.ts";
import { dropExpired } from "#platform/database/delete-expired.ts";
import type { BegunFile, FileKind } from "./model/begun-file.ts";

/** What the key was used for, if it was. */
export async function findKeyUse(
  db: Db,
  scope: string,
): Promise<{ readonly input: string; readonly resource: string } | undefined> {
  const [use] = await db.query<{ input: string; resource: string }>(sql`
    select encode(input, 'hex') as input, resource
      from idempotency.claim
     where generation in (0, 1)
       and scope = ${scope}`);
  return use;
}

/** What the keys of these scopes have made, by their scopes. */
export async function listKeyUses(db: Db, scopes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ scope: string; resource: string }>(sql`
    select scope, resource
      from idempotency.claim
     where generation in (0, 1)
       and scope = any (${scopes}::uuid[])`);
  return new Map(rows.map(({ scope, resource }) => [scope, resource]));
}

/** "in_use": a statement read the older keys, so nothing was done. */
export type Rotation = "rotated" | "not_due" | "in_use";

/** Runs `idempotency.rotate_keys`. */
export async function rotate(db: Db, at: Date, keep: readonly string[]): Promise<Rotation> {
  const rows = await db.query<{ rotation: Rotation }>(sql`
    select idempotency.rotate_keys(${at}::timestamptz, ${keep}::uuid[]) as rotation`);
  return one(rows).rotation;
}

type WantedFile = {
  readonly projectId: string;
  readonly kind: FileKind;
  readonly print: string;
  /** Of the file when it is new. */
  readonly key: string;
  readonly now: Date;
  /** What was begun then or earlier is over, and what has this key. */
  readonly overBefore: Date;
  readonly overKey: string | undefined;
};

/**
 * The file as it is known, or as it is begun now. Look and write are one statement, which waits for one that writes the
 * same file: of callers that race one begins it, and all get its key.
 */
export async function upsertBegunFile(
  db: Db,
  { projectId, kind, print, key, now, overBefore, overKey }: WantedFile,
): Promise<BegunFile> {
  const isOver = part`known.begun_at <= ${overBefore} or known.key = ${overKey ?? null}`;
  const rows = await db.query<BegunFile>(sql`
    insert into idempotency.begun_file as known (project_id, kind, print, key, begun_at)
    values (${projectId}, ${kind}, decode(${print}, 'hex'), ${key}, ${now})
        on conflict (project_id, kind, print) do update
       set key = case when ${isOver} then excluded.key else known.key end,
           begun_at = case when ${isOver} then excluded.begun_at else known.begun_at end
    returning key, begun_at as "begunAt", key = ${key} as "isNew"`);
  return one(rows);
}

const FILES = { table: part`idempotency.begun_file`, key: part`project_id, kind, print`, until: part`begun_at` };

/** Deletes files that were begun until then, at most `limit`. Returns how many. */
export async function deleteOldFiles(db: Db, until: Date, limit: number): Promise<number> {
  return await dropExpired(db, FILES, until, limit);
}
