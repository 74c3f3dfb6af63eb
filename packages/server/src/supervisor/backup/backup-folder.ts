import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFileIfAny, undefinedIfAbsent, writeFileDurably, writePrivateFile } from "#platform/machine/files.ts";
import { refuseOpenFolder } from "#platform/machine/open-path.ts";
import { BACKUP_FOLDER } from "#platform/machine/path-rights.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { reachOf, segmentAt } from "#platform/postgres/wal.ts";
import { listPieces } from "#platform/postgres/wal-archive.ts";
import { type Manifest, manifestOf, manifestText } from "./manifest.ts";

/**
 * The folder of the backups of one installation:
 *
 *     installation                   whose backups they are
 *     wal/<line>/…                   the archive of the write-ahead log
 *     backup-<time>/base.tar.gz      a copy of the server's files
 *     backup-<time>/journal.tar.gz   a copy of the journal, where there is one
 *     backup-<time>/channels.tar.gz  the newest copy of the node's channel backup, where there is one
 *     backup-<time>/manifest.json    what is in it
 *     channels/…                     copies of the channel backup (channel-files.ts)
 */
export type Backup = Manifest & { readonly path: string; readonly bytes: number };

const MANIFEST = "manifest.json";
const NAME = /^backup-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9-]{8}Z$/;
const DRAFT = ".new";

export const walFolder = (folder: string) => join(folder, "wal");
export const journalTarOf = (path: string) => join(path, "journal.tar.gz");
export const channelsTarOf = (path: string) => join(path, "channels.tar.gz");
export const tarOf = (path: string) => join(path, "base.tar.gz");

/** The name of a backup that begins now. */
export function backupName(now: Date): string {
  return `backup-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** The backup in a folder; undefined: none that is whole. */
export async function readBackup(path: string): Promise<Backup | undefined> {
  const text = await readIfAny(join(path, MANIFEST));
  const tar = await statIfAny(tarOf(path));
  if (text === undefined || tar === undefined) return undefined;
  try {
    return { ...manifestOf(text), path, bytes: tar.size };
  } catch {
    return undefined;
  }
}

/** All that are whole, in no order. Read one by one: a disk that hangs holds one call, not all that a process has. */
export async function listBackups(folder: string): Promise<readonly Backup[]> {
  const names = (await readdir(folder).catch(undefinedIfAbsent)) ?? [];
  const found: Backup[] = [];
  for (const name of names.filter((one) => NAME.test(one))) {
    const backup = await readBackup(join(folder, name));
    if (backup !== undefined) found.push(backup);
  }
  return found;
}

export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  await writeFileDurably(join(path, MANIFEST), Buffer.from(manifestText(manifest)));
}

/** Where a backup is written until it is whole. What an earlier one left there is removed. */
export function makeDraft(folder: string, name: string): string {
  for (const left of readdirSync(folder).filter((entry) => entry.endsWith(DRAFT)))
    rmSync(join(folder, left), { recursive: true, force: true });
  const draft = join(folder, `${name}${DRAFT}`);
  mkdirSync(draft, { mode: 0o700 });
  return draft;
}

/**
 * Makes the folder ready for an installation. Its disk may hang: this process goes on meanwhile.
 * @throws {OperatorError} when it has the backups of another one, cannot be written, or its disk is not there.
 */
export async function claimFolder({
  folder,
  instanceId,
  dataDir,
  trustedFolders: trusted,
}: {
  readonly folder: string;
  readonly instanceId: string;
  readonly dataDir: string;
  /** As in `Config`. */
  readonly trustedFolders: readonly string[];
}): Promise<void> {
  await requireItsDisk(folder, dataDir);
  await refuseOpenFolder(folder, { kept: BACKUP_FOLDER, trusted });
  const file = markerOf(folder);
  try {
    await mkdir(walFolder(folder), { recursive: true, mode: 0o700 });
    const known = (await readIfAny(file))?.trim();
    if (known === undefined) await writeFileDurably(file, Buffer.from(`${instanceId}\n`));
    else if (known !== instanceId)
      throw new OperatorError(
        `${folder} has the backups of another installation (${known})`,
        "Name another folder with LEYDEN_BACKUP_DIR.",
      );
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `the folder of the backups ${folder} cannot be written: ${(error as Error).message}`,
      "Is its disk there? Otherwise name another folder with LEYDEN_BACKUP_DIR.",
      { cause: error },
    );
  }
}

const markerOf = (folder: string) => join(folder, "installation");

/** Whether one failure takes both disks away. Of a folder that is not there yet: the disk on which it would be. */
export async function shareDisk(folder: string, dataDir: string): Promise<boolean> {
  return (await deviceOf(folder)) === (await deviceOf(dataDir));
}

async function deviceOf(path: string): Promise<number> {
  const found = await statIfAny(path);
  return found === undefined && dirname(path) !== path ? await deviceOf(dirname(path)) : (found?.dev ?? 0);
}

/** What the service remembers of its backups in the data folder; the commands, which are other processes, read it. */
export type BackupState = { readonly folder: string; readonly apart: boolean; readonly archivedUntil: Date };

const stateFile = (dataDir: string) => join(dataDir, "backup.json");

export function writeState(dataDir: string, state: BackupState): void {
  writePrivateFile(stateFile(dataDir), `${JSON.stringify(state)}\n`);
}

/** Undefined: no log was copied since this data folder was made. */
export function readState(dataDir: string): BackupState | undefined {
  const text = readFileIfAny(stateFile(dataDir));
  if (text === undefined) return undefined;
  const { archivedUntil, ...state } = JSON.parse(text) as BackupState;
  return { ...state, archivedUntil: new Date(archivedUntil) };
}

/**
 * A disk that is not mounted leaves an empty folder on the one of the data folder, which would be filled and save
 * nothing.
 */
async function requireItsDisk(folder: string, dataDir: string): Promise<void> {
  const state = readState(dataDir);
  if (state?.folder !== folder || !state.apart) return;
  const isEmpty = (await statIfAny(markerOf(folder))) === undefined; // the data folder may be on a third disk
  if (isEmpty || (await shareDisk(folder, dataDir)))
    throw new OperatorError(
      `${folder} was on another disk and ${isEmpty ? "is empty now" : "is now on the one of the data folder"}: its disk is not there`,
      `Mount it; the service goes on by itself. If you mean it so, remove \`${stateFile(dataDir)}\`.`,
    );
}

/** Whether the archive has what a backup needs to be whole, and everything since without a gap. */
export async function hasItsLog(
  folder: string,
  { line, first, last }: Pick<Manifest, "line" | "first" | "last">,
): Promise<boolean> {
  const { end, beyond } = reachOf(await listPieces(walFolder(folder), line), segmentAt(first));
  return end >= last && beyond.length === 0;
}

/**
 * Removes what no backup needs: expired ones, and the log before the oldest that stays. `line`: of the newest backup. A
 * later line was begun meanwhile, and its backup is still to come: lines are named after their time.
 */
export async function prune(folder: string, gone: readonly Backup[], line: string): Promise<void> {
  for (const { path } of gone) rmSync(path, { recursive: true, force: true });
  const kept = await listBackups(folder);
  for (const other of readdirSync(walFolder(folder))) {
    const firsts = kept.filter((backup) => backup.line === other).map(({ first }) => segmentAt(first));
    if (firsts.length === 0 && other < line) rmSync(join(walFolder(folder), other), { recursive: true, force: true });
    const oldest = firsts.reduce<bigint | undefined>(
      (least, one) => (least === undefined || one < least ? one : least),
      undefined,
    );
    if (oldest === undefined) continue;
    for (const { segment, name } of await listPieces(walFolder(folder), other))
      if (segment < oldest) rmSync(join(walFolder(folder), other, name), { force: true });
  }
}

/** When the newest part of a line was written, up to which a restore goes; undefined: it has none. */
export async function archivedUntil(folder: string, line: string): Promise<Date | undefined> {
  const pieces = await listPieces(walFolder(folder), line);
  const newest = pieces.toSorted((a, b) => (a.name < b.name ? 1 : -1))[0];
  return newest && (await statIfAny(join(walFolder(folder), line, newest.name)))?.mtime;
}

async function statIfAny(path: string) {
  return await stat(path).catch(undefinedIfAbsent);
}

async function readIfAny(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(undefinedIfAbsent);
}
