import { type Config, levelLimits } from "#config.ts";
import { measureIncidents } from "#incidents";
import { measurePauses } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { newestMigration, requireKnownSchema } from "#platform/database/known-schema.ts";
import { startLook } from "#platform/database/look.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { connect, type DatabaseAddress } from "#platform/database/pool.ts";
import { measureJournal } from "#platform/disk-metrics.ts";
import { findProvedCopy } from "#platform/journal/known-files.ts";
import { markedDisk, refuseOpenJournal } from "#platform/journal/marked-disk.ts";
import { journalFolder, sharesDisk } from "#platform/journal/place.ts";
import type { Log } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { crashAt } from "#platform/machine/crash.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { type MachineScheduler, machineScheduler } from "#platform/machine/scheduler.ts";
import { createMetrics } from "#platform/metrics.ts";
import { openSealer } from "#platform/secrets/open-sealer.ts";
import { databaseInLog, measureChildren, measureDatabase, measureTasks, tasksInLog } from "#platform/tasks.ts";
import { rememberBook, type Witness } from "#restore";
import { setLevels } from "#users";
import { openJournal } from "./open-journal.ts";

type Options = {
  readonly config: Config;
  readonly role: string;
  readonly log: Log;
  readonly database: DatabaseAddress;
  readonly witness: Witness;
  readonly instanceId: string;
  readonly childRestarts: () => ReadonlyMap<string, number>;
  readonly provedBackupAt?: (() => Promise<Date | undefined>) | undefined;
  readonly taskScheduler?: MachineScheduler;
};

/** Requests look things up beside the one connection that the batches take. */
const DATABASE_CONNECTIONS = 12;

/**
 * What every part of the service works with: database, time, randomness, tasks, and the sealer of its secrets; and what
 * measures them.
 * @throws {OperatorError} when the key of the secrets is missing or another one.
 */
export async function openMachine({ config, role, log, database, instanceId, witness, ...options }: Options) {
  const clock = machineClock;
  const random = machineRandom(clock);
  const scheduler = options.taskScheduler ?? machineScheduler(tasksInLog(() => log));
  const metrics = createMetrics({ process: true, clock });
  const watch = measureDatabase(metrics, databaseInLog(log));
  const book = rememberBook({ clock, random, log }, { installation: instanceId, known: await witness.read() });
  const known = newestMigration();
  const verify = async (connection: Pick<Db, "query">) => {
    await requireKnownSchema(connection, known);
    return await book.verify(connection);
  };
  const db = connect({ ...database, max: DATABASE_CONNECTIONS, name: `leyden ${role}`, verify, watch });
  measureTasks(metrics, scheduler);
  measureChildren(metrics, options.childRestarts);
  measurePauses(metrics, { db });
  measureIncidents(metrics, { db });

  await book.look(db);
  await setLevels({ db }, levelLimits(config));
  const sealer = await openSealer({ db, clock, random }, config);
  const left = new Map<string, () => void>();
  const batch = microBatch({ db, clock, onLeft: (what) => left.get(what)?.() });
  const reached = crashAt(config.crashAt);
  const folder = journalFolder(config);
  const provedBackupAt = options.provedBackupAt ?? (() => findProvedCopy(db));
  const place = { folder, dataDir: config.dataDir, installation: instanceId };
  for (const warning of refuseOpenJournal(place, config.trustedFolders))
    log.warn({ warning }, "journal.rights_doubted");
  const settings = { folder, installation: instanceId, role, provedBackupAt, disk: markedDisk(place) };
  const look = startLook({ db, clock, scheduler });
  const opening = openJournal({ db, book, clock, random, scheduler, look, log }, settings);
  const { journal, isBroken, close } = await opening.catch(async (error) => {
    await look.stop();
    throw error;
  });
  measureJournal(metrics, { isBroken, sharesDisk: () => sharesDisk(config) });
  return {
    machine: { db, book, batch, clock, random, scheduler, look, log, reached, sealer, journal },
    metrics,
    /** From now on `act` is called when a batched call of this process has left such work for a loop. */
    whenLeft: (what: string, act: () => void) => void left.set(what, act),
    closeJournal: close,
  };
}
