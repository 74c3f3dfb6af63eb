import { type Db, sql } from "../database/db.ts";
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

/** A copy of the database that was restored on trial: how far it reaches, and where its book ends. */
export type ProvedCopy = { readonly reaches: Date; readonly postingNo: bigint };

/** Remembers it, unless a newer one is known. */
export async function saveProvedCopy(db: Db, { reaches, postingNo }: ProvedCopy, now: Date): Promise<void> {
  await db.query(sql`
    insert into platform.proved_backup (reaches, posting_no, proved_at)
    values (${reaches}, ${postingNo}, ${now})
    on conflict (one) do update
       set reaches = excluded.reaches,
           posting_no = excluded.posting_no,
           proved_at = excluded.proved_at
     where proved_backup.reaches <= excluded.reaches`);
}

/** How far the newest proved copy reaches; undefined: none was proved. */
export async function findProvedCopy(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ reaches: Date }>(sql`
    select reaches
      from platform.proved_backup`);
  return row?.reaches;
}

/** The newest time at which a process is known to have written to its journal. */
export async function findNewestReport(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select max(last_at) as at
      from platform.journal_file`);
  return row?.at ?? undefined;
}
