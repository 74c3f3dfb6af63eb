import { existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "#kernel/clock.ts";
import { bookHas, findHead, type Position } from "#ledger";
import { connect } from "#platform/database/pool.ts";
import { processOf } from "#platform/journal/list-files.ts";
import { lockFile } from "#platform/machine/file-lock.ts";
import { syncFolder } from "#platform/machine/files.ts";
import { VERSION } from "#platform/machine/release.ts";
import { fullDisk, OperatorError } from "#platform/operator-error.ts";
import { copyFiles, copyServer } from "#platform/postgres/base-backup.ts";
import { megabytes } from "#platform/postgres/recover.ts";
import { type Archived, archiveWal } from "#platform/postgres/wal-archive.ts";
import {
  type Backup,
  backupName,
  claimFolder,
  hasItsLog,
  journalTarOf,
  listBackups,
  makeDraft,
  prune,
  readBackup,
  tarOf,
  walFolder,
  writeManifest,
} from "./backup-folder.ts";
import { copyChannels } from "./channel-put-back.ts";
import { due, expired, newestFirst } from "./kept.ts";
import { prove } from "./prove.ts";
import { serverFolder } from "./server-folder.ts";

export type BackupDeps = {
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Of the embedded server, which runs. */
  readonly url: string;
  readonly dataDir: string;
  readonly instanceId: string;
  /** The folder of the journal of what left; it need not be there. */
  readonly journal: string;
  /** The folder of the backups, and how many are kept. */
  readonly folder: string;
  readonly keep: number;
  /** As in `Config`. */
  readonly trustedFolders: readonly string[];
  /** Stays free on the disk of the data folder while a backup is proved. */
  readonly spareBytes: number;
  readonly say: (what: string) => void;
};

/**
 * Makes a backup, proves it by restoring it, and removes those that are not kept any more. `onlyWhenDue`: does what is
 * due, and nothing when nothing is. Returns the newest backup.
 *
 * @throws {OperatorError} when it cannot be made or does not prove itself; the older ones stay then.
 */
export async function takeBackup(deps: BackupDeps, { onlyWhenDue }: { onlyWhenDue: boolean }): Promise<Backup> {
  const lock = lockFile(join(deps.dataDir, "backup.lock"));
  if (lock === undefined)
    throw new OperatorError("another backup is being made", "Wait for it: `npm run leyden -- status` shows it.");
  try {
    await claimFolder(deps);
    const { line } = await archive(deps);
    const known = await listBackups(deps.folder);
    const [newest] = newestFirst(known);
    const isReached = newest !== undefined && (await hasItsLog(deps.folder, newest));
    const what = due(known, { now: deps.clock.now(), line, isReached });
    if (onlyWhenDue && what === "nothing" && newest !== undefined) return newest;
    const backup = onlyWhenDue && what === "proof" && newest !== undefined ? newest : await copy(deps);
    return await proved(deps, backup);
  } catch (error) {
    if (isServerGone(error))
      throw new OperatorError(
        `the database was stopped while the backup was made: ${(error as Error).message}`,
        "Run `npm run leyden -- backup` again when Leyden is ready. The older backups are whole.",
        { cause: error },
      );
    if (fullDisk(error) === undefined) throw error;
    throw new OperatorError(
      `the disk of the backups or of the data folder is full: ${(error as Error).message}`,
      "Make room, or keep fewer backups (LEYDEN_BACKUP_KEEP). The older backups are whole.",
      { cause: error },
    );
  } finally {
    lock.release();
  }
}

/** What PostgreSQL says of its own stop, and the system of a server that is not there. */
const GONE_CODES: readonly unknown[] = ["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET", "EPIPE"];
/** What the library says of a connection that the other side has ended, and to whoever uses it later. */
const GONE = /^Connection terminated|connection error and is not queryable/;

/** Whether the server's end is behind this failure, such as the stop of the service before an upgrade. */
export function isServerGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (GONE_CODES.includes((cause as { code?: unknown }).code) || GONE.test(cause.message)) return true;
  return false;
}

/** One round of copying the log. The service does it too: of two processes one waits. */
export async function archive(
  { dataDir, url, folder, clock }: Pick<BackupDeps, "dataDir" | "url" | "folder" | "clock">,
  before?: Archived,
): Promise<Archived> {
  const lock = await lockWithin(join(dataDir, "archive.lock"), clock);
  try {
    const pgWal = join(realpathSync(serverFolder(dataDir)), "data", "pg_wal");
    return await archiveWal({ url, pgWal, folder: walFolder(folder) }, before);
  } finally {
    lock.release();
  }
}

const LOCK_TRIES = 600;
const LOCK_WAIT_MS = 100;

async function lockWithin(path: string, clock: Pick<Clock, "sleep">) {
  for (let left = LOCK_TRIES; left > 0; left -= 1) {
    const lock = lockFile(path);
    if (lock !== undefined) return lock;
    await clock.sleep(LOCK_WAIT_MS);
  }
  throw new Error(`another process has been copying the log for a minute (${path})`);
}

async function copy(deps: BackupDeps): Promise<Backup> {
  const { clock, url, dataDir, folder, instanceId, say } = deps;
  const begunAt = clock.now();
  const name = backupName(begunAt);
  const draft = makeDraft(folder, name);
  try {
    const before = await archive(deps);
    const base = await copyServer({
      url,
      home: realpathSync(serverFolder(dataDir)),
      target: tarOf(draft),
      say: (done, of) => say(`copying ${megabytes(done)} of ${megabytes(of)}`),
    });
    const head = await withBook(url, findHead);
    const endedAt = clock.now();
    say("copying the log");
    const { line, end } = await archive(deps);
    if (line !== before.line || end < base.last)
      throw new OperatorError(
        "the archive of the log was begun anew meanwhile",
        "Run `npm run leyden -- backup` again.",
      );
    const book = { no: head.no, hash: Buffer.from(head.hash).toString("hex") };
    const { journal } = deps;
    const isOfJournal = (file: string) => processOf(file) !== undefined;
    const kept = existsSync(journal) ? await copyFiles(journal, journalTarOf(draft), isOfJournal) : undefined;
    const channels = await copyChannels(dataDir, draft);
    const made = {
      leyden: VERSION,
      instanceId,
      line,
      ...base,
      begunAt,
      endedAt,
      book,
      journal: kept,
      channels,
      proof: undefined,
    };
    await writeManifest(draft, made);
    renameSync(draft, join(folder, name));
    syncFolder(folder);
    return requireMade(await readBackup(join(folder, name)), name);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function requireMade<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`${name} was made and is gone`);
  return found;
}

async function proved(deps: BackupDeps, backup: Backup): Promise<Backup> {
  const { clock, url, dataDir, folder, keep, spareBytes, say } = deps;
  const proof = await prove({ folder, backup, spareBytes, say }, dataDir, clock.now);
  const position = { no: proof.book.no, hash: Buffer.from(proof.book.hash, "hex") } as unknown as Position;
  if (!(await withBook(url, (db) => bookHas({ db }, position))))
    throw new OperatorError(
      `the backup has another posting ${proof.book.no} than the running database`,
      "The database went back meanwhile, or is another one: make another backup.",
    );
  const { path, bytes, ...manifest } = backup;
  await writeManifest(path, { ...manifest, proof });
  const lock = await lockWithin(join(dataDir, "archive.lock"), clock);
  try {
    await prune(folder, expired(await listBackups(folder), keep), backup.line);
  } finally {
    lock.release();
  }
  return { ...manifest, path, bytes, proof };
}

async function withBook<T>(url: string, work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const db = connect({ url, max: 1, name: "leyden backup" });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
