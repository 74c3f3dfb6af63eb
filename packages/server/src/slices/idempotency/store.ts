import { type Db, one, type Part, part, sql } from "#platform/database/db.ts";
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
  /** The call that wants it. */
  readonly by: string;
  readonly now: Date;
  /** What was begun then or earlier is over, and what has this key. */
  readonly overBefore: Date;
  readonly overKey: string | undefined;
  /** So many files of the project are known at most; of calls at once, as many more as they are. */
  readonly most: number;
};

/** Of the beginning of a file that was begun so often before: 32 hexadecimal digits. */
function keyOf({ projectId, kind, print }: WantedFile, turn: Part): Part {
  const named = part`concat_ws(E'\n', 'begun file', ${projectId}::text, ${kind}::text, ${print}::text, ${turn})`;
  return part`left(encode(sha256(convert_to(${named}, 'UTF8')), 'hex'), 32)`;
}

/**
 * The file as it is known, or as it is begun now. Look and write are one statement, which waits for one that writes the
 * same file: of callers that race one begins it, and all get its key. Undefined: the project knows too many others.
 */
export async function upsertBegunFile(
  db: Db,
  wanted: WantedFile,
): Promise<(BegunFile & { readonly isNew: boolean }) | undefined> {
  const { projectId, kind, print, by, now, overBefore, overKey, most } = wanted;
  const [first, next] = [keyOf(wanted, part`0`), keyOf(wanted, part`known.turn + 1`)];
  const isOver = part`(known.begun_at <= ${overBefore} or known.key = ${overKey ?? null})`;
  const [file] = await db.query<BegunFile & { readonly isNew: boolean }>(sql`
    insert into idempotency.begun_file as known (project_id, kind, print, key, begun_at, begun_by)
    select ${projectId}::uuid, ${kind}, decode(${print}, 'hex'), ${first}, ${now}::timestamptz,
           ${by}::uuid
     where exists (
             select from idempotency.begun_file f
              where f.project_id = ${projectId}
                and f.kind = ${kind}
                and f.print = decode(${print}, 'hex'))
        or ${most} > (
             select count(*)
               from idempotency.begun_file f
              where f.project_id = ${projectId}
                and f.begun_at > ${overBefore})
        on conflict (project_id, kind, print) do update
       set key = case when ${isOver} then ${next} else known.key end,
           turn = case when ${isOver} then known.turn + 1 else known.turn end,
           begun_at = case when ${isOver} then excluded.begun_at else known.begun_at end,
           begun_by = case when ${isOver} then excluded.begun_by else known.begun_by end
    returning key, begun_at as "begunAt", begun_by is not distinct from ${by} as "isNew"`);
  return file;
}

/** When the file was begun that is known longest of those of a project. */
export async function findOldestKnown(db: Db, projectId: string, overBefore: Date): Promise<Date | undefined> {
  const [oldest] = await db.query<{ begunAt: Date | null }>(sql`
    select min(begun_at) as "begunAt"
      from idempotency.begun_file
     where project_id = ${projectId}
       and begun_at > ${overBefore}`);
  return oldest?.begunAt ?? undefined;
}

type KnownFile = Pick<WantedFile, "projectId" | "kind" | "overBefore"> & { readonly key: string };

/** The file that was begun last with this key, after `overBefore`. */
export async function findBegunFile(
  db: Db,
  { projectId, kind, key, overBefore }: KnownFile,
): Promise<BegunFile | undefined> {
  const [file] = await db.query<BegunFile>(sql`
    select key, begun_at as "begunAt"
      from idempotency.begun_file
     where project_id = ${projectId}
       and kind = ${kind}
       and key = ${key}
       and begun_at > ${overBefore}`);
  return file;
}

type FilesAbove = Pick<WantedFile, "projectId" | "most" | "overBefore">;

/**
 * Forgets the oldest files of a project, so that `most` are left, and none that is known: also not one that becomes
 * known meanwhile.
 */
export async function deleteFilesAbove(db: Db, { projectId, most, overBefore }: FilesAbove): Promise<void> {
  await db.query(sql`
    delete from idempotency.begun_file
     where begun_at <= ${overBefore}
       and (project_id, kind, print) in (
             select project_id, kind, print
               from idempotency.begun_file
              where project_id = ${projectId}
              order by begun_at desc, kind, print
             offset ${most})`);
}

const FILES = { table: part`idempotency.begun_file`, key: part`project_id, kind, print`, until: part`begun_at` };

/** Deletes files that were begun until then, at most `limit`. Returns how many. */
export async function deleteOldFiles(db: Db, until: Date, limit: number): Promise<number> {
  return await dropExpired(db, FILES, until, limit);
}
