import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { JOURNAL_SUFFIX } from "#platform/journal/line-file.ts";
import { COPY_SUFFIX, processOf } from "#platform/journal/list-files.ts";
import { readJournal } from "#platform/journal/read.ts";
import { syncFolder } from "#platform/machine/files.ts";
import { unpackFiles } from "#platform/postgres/unpack-files.ts";
import { type Backup, journalTarOf } from "./backup-folder.ts";

/** What the copy of the journal in a backup has. */
export type JournalCopy = {
  readonly lines: number;
  /** False: the journal itself had damaged files when it was copied. */
  readonly isWhole: boolean;
};

async function unpack({ path, journal }: Backup, folder: string): Promise<boolean> {
  if (journal === undefined) return false;
  await unpackFiles({
    tar: journalTarOf(path),
    files: journal,
    folder,
    isWanted: (name) => processOf(name) !== undefined,
  });
  return true;
}

/** Reads the copy of the journal through, in a folder of its own that is gone afterwards. */
export async function proveJournal(backup: Backup, place: string): Promise<JournalCopy | undefined> {
  rmSync(place, { recursive: true, force: true });
  try {
    if (!(await unpack(backup, place))) return undefined;
    let lines = 0;
    const wanted = { folders: [place], installation: backup.instanceId, known: [] };
    const { processes } = await readJournal(wanted, () => {
      lines += 1;
    });
    return { lines, isWhole: processes.every((one) => one.isWhole) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Puts the files of the copy into the folder of the journal. What is there stays: a file that the copy only has the
 * beginning of is the newer one, and beside another one the copy gets a name of its own. Returns how many were put.
 */
export async function putBackJournal(backup: Backup, folder: string): Promise<number> {
  const place = join(folder, "restoring");
  rmSync(place, { recursive: true, force: true });
  let put = 0;
  try {
    if (!(await unpack(backup, place))) return 0;
    for (const { name } of backup.journal ?? []) {
      const process = processOf(name);
      const [there, beside] = [join(folder, `${process}${JOURNAL_SUFFIX}`), join(folder, `${process}${COPY_SUFFIX}`)];
      const copy = join(place, name);
      if ((await hasAll(there, copy)) || (await hasAll(beside, copy))) continue;
      renameSync(copy, existsSync(there) ? beside : there);
      put += 1;
    }
    syncFolder(folder);
    return put;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Whether a file begins with all that the copy has. */
async function hasAll(there: string, copy: string): Promise<boolean> {
  const found = statSync(there, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size < statSync(copy).size) return false;
  const wanted = await readFile(copy); // 64 MB at most
  return (await readFile(there)).subarray(0, wanted.length).equals(wanted);
}
