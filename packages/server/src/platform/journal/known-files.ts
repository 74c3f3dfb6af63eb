import { type Db, one, sql } from "../database/db.ts";
import type { WrittenFile } from "./line-file.ts";
import type { KnownFile } from "./read.ts";

/** Which files there are, and how far each was known to be written: a missing one is named by whoever restores. */
export async function saveFiles(db: Db, role: string, files: readonly WrittenFile[]): Promise<void> {
  for (const { process, openedAt, lastN, lastAt } of files)
    await db.query(sql`
      insert into platform.journal_file (process, role, opened_at, last_n, last_at)
      values (${process}, ${role}, ${openedAt}, ${lastN}, ${lastAt})
      on conflict (process) do update
         set last_n = excluded.last_n,
             last_at = excluded.last_at`);
}

export async function listKnownFiles(db: Db): Promise<readonly KnownFile[]> {
  const rows = await db.query<Omit<KnownFile, "deletedAt"> & { deletedAt: Date | null }>(sql`
    select process, opened_at as "openedAt", last_n as "lastN", deleted_at as "deletedAt"
      from platform.journal_file
     order by process`);
  return rows.map(({ deletedAt, ...file }) => ({ ...file, deletedAt: deletedAt ?? undefined }));
}

export async function saveDeletion(db: Db, { process, now }: { process: string; now: Date }): Promise<void> {
  await db.query(sql`
    update platform.journal_file
       set deleted_at = ${now}
     where process = ${process}`);
}

/** Which life of the installation new lines belong to. */
export async function findEpoch(db: Db): Promise<bigint> {
  const rows = await db.query<{ epoch: bigint }>(sql`
    select epoch
      from platform.journal_epoch`);
  return one(rows).epoch;
}
