import { addressOfOwn, connectNode } from "#adapters/lightning/choose.ts";
import { type Config, readConfig } from "#config.ts";
import type { Wallet } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { WalletId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type LightningNode, requireOwnNode } from "#lightning";
import { reportOnHold } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import { connect } from "#platform/database/pool.ts";
import { saveFiles } from "#platform/journal/known-files.ts";
import { markedDisk } from "#platform/journal/marked-disk.ts";
import { journalFolder } from "#platform/journal/place.ts";
import { createJournal, type JournalWriter } from "#platform/journal/write.ts";
import { createLog, type Log } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { tasksInLog } from "#platform/tasks.ts";
import { type BookMemory, rememberBook } from "#restore";
import { journalPlace } from "#service/open-journal.ts";
import { countChildRestarts } from "#supervisor/child-restarts.ts";
import { requireOwner, takeDataFolder } from "#supervisor/data-folder.ts";
import { openDatabase } from "#supervisor/database.ts";
import { type ChildAddresses, type Running, readRunning, requireSameVersion } from "#supervisor/run-file.ts";
import { fileWitness } from "#supervisor/witness.ts";
import { findWallet } from "#wallets";

/** What a command works with that needs nothing but the database. */
export type Session = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  /** A file of this command, which is made when it has something to tell. */
  readonly journal: Journal;
  readonly config: Config;
  /** Of the data folder: lines of the journal name it. */
  readonly installation: string;
  /** Where the service answers, or will when it is started. */
  readonly baseUrl: string;
  /** Address of the database, with the rights of its owner. */
  readonly databaseUrl: string;
};

/**
 * Runs `work` on the database of the running installation; when none runs, the database is started for as long as the
 * command takes.
 */
export async function withDatabase<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const config = readConfig();
  requireOwner(config);
  const running = readRunning(config.dataDir);
  if (running === undefined) return await withOwnDatabase(config, work);
  const { baseUrl, instanceId } = running;
  const { database } = childrenOf(running);
  requireSameVersion(running);
  return await withConnection({ config, baseUrl, instanceId }, database, work);
}

async function withOwnDatabase<T>(config: Config, work: (session: Session) => Promise<T>): Promise<T> {
  const folder = takeDataFolder(config, machineRandom());
  const log = commandLog();
  const scheduler = machineScheduler(tasksInLog(() => log));
  try {
    const database = await openDatabase({ ...config, scheduler, log, restarts: countChildRestarts() });
    try {
      const { instanceId } = folder;
      return await withConnection({ config, baseUrl: config.baseUrl, instanceId }, database, work);
    } finally {
      await database.stop();
    }
  } finally {
    folder.release();
  }
}

async function withConnection<T>(
  { instanceId, ...around }: Pick<Session, "config" | "baseUrl"> & { readonly instanceId: string },
  { url, role }: DatabaseAddress,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const random = machineRandom();
  const [clock, log] = [machineClock, commandLog()];
  const known = await fileWitness(around.config, instanceId).read();
  const book = rememberBook({ clock, random, log }, { installation: instanceId, known });
  const { verify } = book;
  const db = connect({ url, role, max: 4, name: "leyden command", verify });
  const batch = microBatch({ db, clock });
  try {
    await book.look(db);
    if (book.timesBack() > 0) await reportOnHold({ db, clock, random, log });
    const journal = commandJournal(book, { config: around.config, instanceId });
    try {
      return await work({ db, batch, clock, random, journal, installation: instanceId, databaseUrl: url, ...around });
    } finally {
      await journal.close();
      // what the command did is done: a failure here must not look like one of it
      await saveFiles(db, "command", journal.files()).catch((error: Error) =>
        log.warn({ reason: error.message }, "journal.files_not_saved"),
      );
    }
  } finally {
    await db.close();
  }
}

/** What a command tells is known to be after what the ledger has now. */
function commandJournal(
  book: BookMemory,
  { config, instanceId }: { readonly config: Config; readonly instanceId: string },
): JournalWriter {
  const folder = journalFolder(config);
  return createJournal({
    folder,
    disk: markedDisk({ folder, dataDir: config.dataDir, installation: instanceId }),
    installation: instanceId,
    ...journalPlace(book),
    clock: machineClock,
    random: machineRandom(),
  });
}

/**
 * The Lightning node of the installation, for as long as `work` takes: that of the running one, else the operator's
 * own; undefined where neither is.
 * @throws {OperatorError} when another node answers in its place.
 */
export async function withNodeIfRunning<T>(
  { config, clock, db }: Session,
  work: (node: LightningNode | undefined) => Promise<T>,
): Promise<T> {
  const address = readRunning(config.dataDir)?.children?.node ?? addressOfOwn(config);
  if (address === undefined) return await work(undefined);
  const node = connectNode(address, clock);
  try {
    await requireOwnNode(db, node);
    return await work(node);
  } finally {
    await node.close();
  }
}

/** The children of the installation that runs on this data folder. @throws {OperatorError} when none does. */
export function requireRunning(): ChildAddresses {
  const config = readConfig();
  const { dataDir } = config;
  requireOwner(config);
  const running = readRunning(dataDir);
  if (running === undefined)
    throw new OperatorError(
      `nothing runs on the data folder ${dataDir}`,
      "Start it with `npm start`, then run this in another terminal.",
    );
  return childrenOf(running);
}

export function childrenOf({ baseUrl, children }: Running): ChildAddresses {
  if (children === undefined)
    throw new OperatorError(
      "Leyden is starting or stopping",
      `Try again when ${baseUrl}/readyz answers that it is ready.`,
    );
  return children;
}

/** Warnings and errors of a command, for its terminal. */
export function commandLog(): Log {
  return createLog({ level: "warn", pretty: true, destination: process.stderr });
}

/** The wallet of a project or user, which always has one. */
export async function requireWallet(db: Db, { walletId }: { readonly walletId: WalletId }): Promise<Wallet> {
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) throw new Error(`wallet ${walletId} does not exist`);
  return wallet;
}
