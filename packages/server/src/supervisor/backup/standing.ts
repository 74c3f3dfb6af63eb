import { existsSync } from "node:fs";
import type { Config } from "#config.ts";
import { megabytes } from "#platform/postgres/recover.ts";
import { readRunning } from "../run-file.ts";
import { type Backup, listBackups, readState, shareDisk } from "./backup-folder.ts";
import { DAY_MS, newestFirst, RETRY_MS } from "./kept.ts";
import { proofLacks } from "./proof-room.ts";

/** The archive is written every ten seconds while the service runs. */
const BEHIND_MS = 300_000;

/** What somebody who asks how it is should know of the backups. `todo`: what to do about it; undefined: nothing. */
export type Standing = { readonly says: string; readonly todo?: string | undefined };

export async function backupStanding(
  { backupDir, dataDir, backupSpareGb }: Pick<Config, "backupDir" | "dataDir" | "backupSpareGb">,
  now: Date,
): Promise<Standing> {
  if (backupDir === undefined) return { says: "none is made: LEYDEN_BACKUP_DIR names no folder" };
  if (!existsSync(backupDir)) return { says: `the folder ${backupDir} is not there`, todo: "mount its disk" };
  const [newest] = newestFirst(await listBackups(backupDir));
  const room = { folder: backupDir, dataDir, spareBytes: backupSpareGb * 1e9 };
  return standingOf({
    now,
    newest,
    lacks: newest === undefined ? 0 : await proofLacks(newest, room),
    archivedUntil: readState(dataDir)?.archivedUntil,
    isRunning: readRunning(dataDir) !== undefined,
    sharesDisk: await shareDisk(backupDir, dataDir),
  });
}

/** The first thing that is wrong is what to do. */
export function standingOf({
  now,
  newest,
  archivedUntil,
  isRunning,
  sharesDisk,
  lacks,
}: {
  readonly now: Date;
  readonly newest: Pick<Backup, "endedAt" | "bytes" | "proof"> | undefined;
  readonly archivedUntil: Date | undefined;
  readonly isRunning: boolean;
  readonly sharesDisk: boolean;
  /** Bytes that are missing for the proof. */
  readonly lacks: number;
}): Standing {
  const age = (at: Date | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime());
  const made = newest && `newest ${newest.endedAt.toISOString()}, ${megabytes(newest.bytes)}`;
  const proved = newest?.proof === undefined ? "not proved" : "proved";
  const says = [
    made === undefined ? "there is none yet" : `${made}, ${proved}`,
    archivedUntil === undefined ? "no log is copied" : `log copied up to ${archivedUntil.toISOString()}`,
    ...(lacks > 0 ? [`no room to prove one: ${megabytes(lacks)} more`] : []),
    ...(sharesDisk ? ["ON THE DISK OF THE DATA FOLDER"] : []),
  ].join(", ");
  const isBehind = isRunning && age(archivedUntil) > BEHIND_MS;
  if (isBehind) return { says, todo: "the log of the service says why it is not copied (supervisor.archive_log)" };
  if (lacks > 0) return { says, todo: "make room on the disk of the data folder, or lower LEYDEN_BACKUP_SPARE_GB" };
  if (age(newest?.endedAt) > DAY_MS + 2 * RETRY_MS || newest?.proof === undefined)
    return { says, todo: "npm run leyden -- backup" };
  return { says, todo: sharesDisk ? "name a folder on another disk in LEYDEN_BACKUP_DIR" : undefined };
}
