import type { Config } from "#config.ts";
import { hasItsLog, listBackups } from "./backup-folder.ts";
import { coveredBy, newestProved } from "./kept.ts";

/**
 * Up to when every proved backup reaches that is kept, for deleting files of the journal. Undefined where the database
 * is not the embedded one: what an operator has proved of it is in the database.
 */
export function provedBackups({
  backupDir,
  databaseUrl,
}: Pick<Config, "backupDir" | "databaseUrl">): (() => Promise<Date | undefined>) | undefined {
  if (databaseUrl !== undefined) return undefined;
  return async () => {
    if (backupDir === undefined) return undefined;
    const backups = await listBackups(backupDir);
    const newest = newestProved(backups);
    return newest !== undefined && (await hasItsLog(backupDir, newest)) ? coveredBy(backups) : undefined;
  };
}
