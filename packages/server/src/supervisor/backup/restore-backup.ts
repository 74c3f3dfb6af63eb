import { existsSync, lstatSync, readdirSync, renameSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "#kernel/clock.ts";
import { claimJournal } from "#platform/journal/marked-disk.ts";
import { readFileIfAny, syncFolder } from "#platform/machine/files.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type Gap, removeServer } from "#platform/postgres/recover.ts";
import { endLeftOver } from "#platform/postgres/server.ts";
import { requireOwner, takeDataFolder } from "../data-folder.ts";
import { archivedUntil, type Backup, listBackups, readBackup, walFolder } from "./backup-folder.ts";
import type { StoredCopy } from "./channel-files.ts";
import { putBackChannels } from "./channel-put-back.ts";
import { putBackJournal } from "./journal-copy.ts";
import { chosen } from "./kept.ts";
import { type Found, gapRefused, restoreInto } from "./prove.ts";
import { asideName, draftName, serverFolder } from "./server-folder.ts";

export type RestoreDeps = {
  readonly clock: Pick<Clock, "now">;
  readonly dataDir: string;
  /** As in `Config`. */
  readonly trustedFolders: readonly string[];
  /** The folder of the journal of what left. */
  readonly journal: string;
  readonly say: (what: string) => void;
};

export type Restored = Found & {
  readonly backup: Backup;
  /** Where the database is that was there before; undefined: there was none. */
  readonly aside: string | undefined;
  /** How many files of the journal were missing and came from the backup; or why none could. */
  readonly journalFiles: number | OperatorError;
  /** The newest copy of the channel backup; undefined: there is none. Or why it could not be put back. */
  readonly channels: StoredCopy | undefined | OperatorError;
};

/**
 * Puts a backup in the place of the embedded database, recovered to the end of its archive or to `until`. The database
 * that is there is moved aside when the new one is whole; all else in the data folder stays.
 *
 * @throws {OperatorError} when the service runs, or the backup cannot be restored: nothing has changed then.
 */
export async function restoreBackup(
  { clock, dataDir, trustedFolders, journal, say }: RestoreDeps,
  { from, until, acceptGap }: { readonly from: string; readonly until: Date | undefined; readonly acceptGap: boolean },
): Promise<Restored> {
  requireOwner({ dataDir, trustedFolders });
  const backup = await findBackup(resolve(from), until);
  requireSameInstallation(dataDir, backup);
  const folder = dirname(backup.path);
  const lost = resolve(from) === folder && until === undefined ? await laterLine(folder, backup.line) : undefined;
  if (lost !== undefined && !acceptGap) throw gapRefused(lost);
  const { path, release } = takeDataFolder({ dataDir, trustedFolders }, { uuid: () => backup.instanceId });
  try {
    await claimJournal({ folder: journal, dataDir: path, installation: backup.instanceId });
    const place = serverFolder(path);
    await endLeftOver(place);
    const draft = draftName(place);
    const found = await restoreInto({ folder, backup, place: draft, until, durable: true, acceptGap, say }).catch(
      (error) => {
        removeServer(draft);
        throw error;
      },
    );
    const journalFiles = await putBackJournal(backup, journal).catch(asProblem); // adds alone: may be done again
    const channels = await putBackChannels(backup, path).catch(asProblem);
    const isThere = lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    const aside = isThere ? asideName(place, clock.now()) : undefined;
    if (aside !== undefined) renameSync(place, aside);
    renameSync(draft, place);
    syncFolder(path);
    return { ...found, backup, aside, journalFiles, channels };
  } finally {
    release();
  }
}

/** The database is worth more than the copies of the journal and of the channel backup, which may not be needed. */
function asProblem(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  throw error;
}

/** The archive was begun anew after this line, and no backup goes with what it has since. */
async function laterLine(folder: string, line: string): Promise<Gap | undefined> {
  const later = readdirSync(walFolder(folder)).filter((other) => other > line);
  for (const newest of later.toSorted().toReversed()) {
    const until = await archivedUntil(folder, newest);
    if (until !== undefined)
      return { at: join(walFolder(folder), newest), from: await archivedUntil(folder, line), until };
  }
  return undefined;
}

/** @throws {OperatorError} when the data folder is that of another one. */
function requireSameInstallation(dataDir: string, { instanceId }: Backup): void {
  const present = readFileIfAny(join(dataDir, "instance"))?.trim();
  if (present !== undefined && present !== instanceId)
    throw new OperatorError(
      `the data folder ${dataDir} is that of another installation (${present}) than the backup (${instanceId})`,
      "Name the data folder of that installation with LEYDEN_DATA_DIR, or one that does not exist yet.",
    );
}

/** The backup that `from` names, or the one to take of a folder with several. @throws {OperatorError} */
async function findBackup(from: string, until: Date | undefined): Promise<Backup> {
  const one = await readBackup(from);
  if (one !== undefined && until !== undefined && until < one.endedAt)
    throw new OperatorError(
      `the backup ${from} was made at ${one.endedAt.toISOString()}, after the time to restore`,
      `Name the folder with all backups: \`--from '${dirname(from)}'\`.`,
    );
  const found = one ?? chosen(await listBackups(from), until);
  if (found === undefined)
    throw new OperatorError(
      existsSync(from) ? `there is no whole backup in ${from}${early(until)}` : `there is no folder ${from}`,
      "`npm run leyden -- backup list --from <folder>` shows what there is.",
    );
  return found;
}

function early(until: Date | undefined): string {
  return until === undefined ? "" : ` from before ${until.toISOString()}`;
}
