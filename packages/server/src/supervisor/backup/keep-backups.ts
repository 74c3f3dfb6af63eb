import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { BackupHealth, BackupLook } from "#platform/backup-metrics.ts";
import type { Log } from "#platform/log.ts";
import type { Archived } from "#platform/postgres/wal-archive.ts";
import { type Backup, claimFolder, hasItsLog, listBackups, shareDisk, writeState } from "./backup-folder.ts";
import { due, newestFirst, RETRY_MS } from "./kept.ts";
import { proofLacks } from "./proof-room.ts";
import { archive, type BackupDeps } from "./take-backup.ts";

/** At most so much is lost with the disk of the data folder, and what a round takes. */
const ARCHIVE_MS = 10_000;
const CHECK_MS = 60_000;
/** A backup of a large database takes hours on a slow disk. */
const OVERDUE_MS = 6 * 3_600_000;

const LAUNCHER = join(import.meta.dirname, "../../../leyden.js");

/** Behind the work of the service (nice(2)). */
const PRIORITY = 10;

export type KeepDeps = Pick<
  BackupDeps,
  "url" | "dataDir" | "instanceId" | "folder" | "trustedFolders" | "spareBytes"
> & {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

/** While the service runs: copies the log every few seconds, and makes a backup each day. */
export type KeptBackups = { readonly health: () => BackupHealth; stop(): Promise<void> };

/**
 * Begins both. What fails is tried again, is in the log (`task.failed`), and lets the service go on. One loop alone
 * reads the disk of the backups: where it hangs, it holds one of the few calls for files that a process has.
 */
export function keepBackups(deps: KeepDeps): KeptBackups {
  const { scheduler, clock, log, folder, dataDir } = deps;
  let sharesDisk = false;
  let archived: Archived | undefined;
  let archivedUntil: Date | undefined;
  const round = async () => {
    const begun = clock.now();
    const before = archived;
    archived = undefined; // a round that fails is begun anew, with what the server and the archive have
    await claimFolder(deps);
    archived = await archive(deps, before);
    archivedUntil = begun;
    const shared = await shareDisk(folder, dataDir);
    if (shared && !sharesDisk)
      log.warn({ folder, advice: "name a folder on another device in LEYDEN_BACKUP_DIR" }, "backup.disk_shared");
    sharesDisk = shared;
    writeState(dataDir, { folder, apart: !shared, archivedUntil });
  };

  let look: Look | undefined;
  let lookAgainMs = 0;
  const logLoop = scheduler.loop("supervisor.archive_log", ARCHIVE_MS, async () => {
    try {
      await round();
    } finally {
      if (clock.monotonicMs() >= lookAgainMs) {
        look = await lookAt(deps);
        lookAgainMs = clock.monotonicMs() + CHECK_MS;
      }
    }
  });

  const isDue = () => {
    if (archived === undefined || look === undefined) return false;
    return due(look.backups, { now: clock.now(), line: archived.line, isReached: look.isReached }) !== "nothing";
  };
  let nextMs = 0;
  const dayLoop = scheduler.loop(
    "supervisor.back_up",
    CHECK_MS,
    async (signal) => {
      if (clock.monotonicMs() < nextMs || !isDue()) return;
      nextMs = clock.monotonicMs() + RETRY_MS;
      await backUp(signal, log);
      nextMs = 0;
      [look, lookAgainMs] = [undefined, 0]; // what is due is known when the disk was read again
    },
    { overdueMs: OVERDUE_MS },
  );
  return {
    health: () => ({ archivedUntil, folder: look }),
    async stop() {
      await dayLoop.stop();
      await logLoop.stop();
      await round().catch((err) => log.error({ err }, "backup.last_round_failed"));
    },
  };
}

/** What is in the folder of the backups. */
type Look = BackupLook & { readonly backups: readonly Backup[]; readonly isReached: boolean };

async function lookAt({ folder, dataDir, spareBytes }: KeepDeps): Promise<Look> {
  const backups = await listBackups(folder);
  const [newest] = newestFirst(backups);
  if (newest === undefined) return { backups, newest, isReached: false, proofLacks: undefined };
  const isReached = await hasItsLog(folder, newest);
  return { backups, newest, isReached, proofLacks: await proofLacks(newest, { folder, dataDir, spareBytes }) };
}

/** In a process of its own, which comes after this one for the processor: copying reads the whole database. */
async function backUp(signal: AbortSignal, log: Log): Promise<void> {
  const child = spawn(process.execPath, [LAUNCHER, "backup", "--when-due"], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output = (output + text.toString()).slice(-OUTPUT_MAX)));
  const [status] = (await once(child, "close")) as [number | null];
  signal.removeEventListener("abort", kill);
  if (signal.aborted) return;
  if (status !== 0) throw new Error(`no backup was made: ${output.trim()}`);
  log.debug({ output: output.trim() }, "backup.checked");
}

const OUTPUT_MAX = 2_000;
