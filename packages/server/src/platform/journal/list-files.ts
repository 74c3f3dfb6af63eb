import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "#kernel/ids.ts";
import { JOURNAL_SUFFIX } from "./line-file.ts";

/** A copy that a restore has put beside the file of a process, because the two differ. */
export const COPY_SUFFIX = `.from-backup${JOURNAL_SUFFIX}`;

export type ListedFile = {
  readonly process: string;
  readonly path: string;
  readonly bytes: number;
  /** False of a link, a pipe and what else has the name of a file of the journal: opening one may never return. */
  readonly isRegular: boolean;
};

/** What has the name of a file of the journal, in the order of the names. @throws when the folder cannot be read. */
export async function listJournalFiles(folder: string): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const process = processOf(name);
    if (process === undefined) continue;
    const path = join(folder, name);
    const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined; // deleted meanwhile
      throw error;
    });
    if (stat !== undefined) found.push({ process, path, bytes: stat.size, isRegular: stat.isFile() });
  }
  return found;
}

/** The process whose lines a file of this name has; undefined: it is no file of the journal. */
export function processOf(name: string): string | undefined {
  const suffix = [COPY_SUFFIX, JOURNAL_SUFFIX].find((one) => name.endsWith(one));
  const process = suffix && name.slice(0, -suffix.length);
  return process !== undefined && isUuid(process) ? process : undefined;
}
