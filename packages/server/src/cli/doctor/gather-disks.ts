import type { Db } from "#platform/database/db.ts";
import { findProvedCopy } from "#platform/journal/known-files.ts";
import { isAway } from "#platform/journal/marked-disk.ts";
import { journalFolder, sharesDisk } from "#platform/journal/place.ts";
import { diskSpace } from "#platform/machine/disk-space.ts";
import { refuseOpenFolder } from "#platform/machine/open-path.ts";
import { BACKUP_FOLDER, JOURNAL_FOLDER, type Kept } from "#platform/machine/path-rights.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { lookAtKey } from "#platform/secrets/open-sealer.ts";
import { backupStanding } from "#supervisor/backup/standing.ts";
import type { Around, FromDb } from "./around.ts";
import { ask } from "./ask.ts";
import type { BackupFacts, DiskFacts, JournalFacts, KeyState, Rights } from "./check-disks.ts";

export async function gatherDisks(around: Around, fromDb: FromDb, isLive: boolean | undefined): Promise<DiskFacts> {
  const { config, clock } = around;
  const folders: readonly (readonly [of: string, folder: string | undefined])[] = [
    ["data folder", config.dataDir],
    ["journal", config.journalDir],
    ["backups", config.databaseUrl === undefined ? config.backupDir : undefined],
  ];
  const [spaces, state, backup] = await Promise.all([
    Promise.all(
      folders.flatMap(([of, folder]) =>
        folder === undefined ? [] : [ask(clock, () => diskSpace(folder)).then((space) => ({ of, folder, space }))],
      ),
    ),
    fromDb((db) => keyOf(db, around)),
    backupOf(around, fromDb),
  ]);
  const key = { isSetting: config.secretKey !== undefined, state };
  return { spaces, journal: await journalOf(config), backup, key, isLive, now: clock.now() };
}

async function keyOf(db: Db, { config, random }: Around): Promise<KeyState> {
  try {
    return { kind: await lookAtKey({ db, random }, config) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { kind: "unusable", says: error.message, todo: error.advice };
  }
}

async function journalOf(config: Around["config"]): Promise<JournalFacts> {
  const folder = journalFolder(config);
  const away = isAway({ folder, dataDir: config.dataDir });
  return {
    folder,
    isAway: away,
    sharesDisk: sharesDisk(config),
    rights: away ? undefined : await rightsOf(folder, JOURNAL_FOLDER, config.trustedFolders),
  };
}

/** What is wrong with the rights of the folder, or not known. */
async function rightsOf(folder: string, kept: Kept, trusted: readonly string[]): Promise<Rights | undefined> {
  try {
    const [doubt] = await refuseOpenFolder(folder, { kept, trusted });
    return doubt === undefined ? undefined : { says: doubt, todo: undefined };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { says: error.message, todo: error.advice };
  }
}

async function backupOf({ config, clock }: Around, fromDb: FromDb): Promise<BackupFacts> {
  if (config.databaseUrl !== undefined) return { kind: "own", provedUntil: await fromDb(findProvedCopy) };
  if (config.backupDir === undefined) return { kind: "embedded", standing: undefined };
  const { backupDir, trustedFolders } = config;
  const [standing, rights] = await Promise.all([
    ask(clock, () => backupStanding(config, clock.now())),
    ask(clock, () => rightsOf(backupDir, BACKUP_FOLDER, trustedFolders)),
  ]);
  return { kind: "embedded", standing, rights: rights.kind === "known" ? rights.value : undefined };
}
