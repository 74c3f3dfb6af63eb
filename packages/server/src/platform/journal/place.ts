import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Where the journal of an installation lies. */
export function journalFolder({ dataDir, journalDir }: { dataDir: string; journalDir: string | undefined }): string {
  return journalDir ?? join(dataDir, "journal");
}

/**
 * Whether the journal lies on the file system of the database: then one disk that is lost, or put back, takes both.
 * Undefined where the database is not in the data folder: nobody can tell from here.
 */
export function sharesDisk({
  dataDir,
  journalDir,
  databaseUrl,
}: {
  readonly dataDir: string;
  readonly journalDir: string | undefined;
  readonly databaseUrl: string | undefined;
}): boolean | undefined {
  if (databaseUrl !== undefined) return undefined;
  return deviceOf(journalFolder({ dataDir, journalDir })) === deviceOf(join(dataDir, "postgres"));
}

/** Of the folder, or of the one in which it will be made. */
function deviceOf(folder: string): number {
  const path = resolve(folder);
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined && dirname(path) !== path ? deviceOf(dirname(path)) : (found?.dev ?? 0);
}
