import type { Loop, Scheduler } from "#kernel/clock.ts";
import { requireDurability } from "#platform/database/durability.ts";
import { type Migrated, migrate, OWN_SQL } from "#platform/database/migrate.ts";
import { everySeconds, type MigrationProgress, progressText } from "#platform/database/migration-batch.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import type { Log } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { type PostgresServer, startPostgres } from "#platform/postgres/server.ts";
import { refuseHalfRestored, serverFolder } from "./backup/server-folder.ts";
import type { ChildRestarts } from "./child-restarts.ts";

export type RunningDatabase = DatabaseAddress &
  Migrated & {
    /** "embedded PostgreSQL", "DATABASE_URL". */
    readonly name: string;
    stop(): Promise<void>;
  };

const WATCH_MS = 1_000;
/** A long migration has a line in the log so often. */
const LOG_SECONDS = 10;

/** The embedded database of a data folder, or the operator's own where `databaseUrl` names one; migrated. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  scheduler,
  log,
  restarts,
  signal,
  say = () => undefined,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  scheduler: Scheduler;
  log: Log;
  restarts: ChildRestarts;
  /** Ends a migration that is under way. */
  signal?: AbortSignal;
  /** What is told to those who wait. */
  say?: (text: string) => void;
}): Promise<RunningDatabase> {
  const migration = { log, signal, say };
  if (databaseUrl !== undefined) {
    const migrated = await migrateAndWarn(databaseUrl, migration);
    return { url: databaseUrl, ...migrated, name: "DATABASE_URL", stop: async () => undefined };
  }

  const folder = serverFolder(dataDir);
  refuseHalfRestored(folder);
  const server = await startPostgres({ folder });
  const guard = keepRunning(server, { folder, scheduler, log, restarts });
  try {
    return {
      url: server.url,
      ...(await migrateAndWarn(server.url, migration)),
      name: "embedded PostgreSQL",
      stop: guard.stop,
    };
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

const ROLE_ADVICE =
  "the database's role may not create the role leyden_app, so the service runs with all its rights; create it as superuser: " +
  "`create role leyden_app nologin; grant leyden_app to <role of DATABASE_URL>`";

type Migration = {
  readonly log: Log;
  readonly signal: AbortSignal | undefined;
  readonly say: (text: string) => void;
};

async function migrateAndWarn(url: string, { log, signal, say }: Migration): Promise<Migrated> {
  await requireDurability(url);
  const logged = everySeconds(machineClock, LOG_SECONDS, (told: MigrationProgress) =>
    log.info({ ...told }, "migration.batch_ended"),
  );
  const tell = (told: MigrationProgress) => {
    say(progressText(told));
    logged(told);
  };
  const migrated = await migrate(url, OWN_SQL, { signal, tell });
  const { applied, role } = migrated;
  if (applied.length > 0) log.debug({ files: applied }, "database.migrated");
  if (role === undefined) log.warn({ advice: ROLE_ADVICE }, "database.role_not_created");
  return migrated;
}

/** Starts the server again, on its port, when something killed it. */
function keepRunning(
  first: PostgresServer,
  { folder, scheduler, log, restarts }: { folder: string; scheduler: Scheduler; log: Log; restarts: ChildRestarts },
) {
  let server = first;
  restarts.keep("database");
  const watch: Loop = scheduler.loop("supervisor.restart_database", WATCH_MS, async () => {
    if (server.alive()) return;
    log.error({ pid: server.pid }, "database.died");
    await server.stop();
    server = await startPostgres({ folder, port: first.port });
    restarts.count("database");
    log.info({ pid: server.pid }, "database.restarted");
  });
  return {
    async stop() {
      await watch.stop();
      await server.stop({ waitForOthers: true }); // processes that joined end what they have under way
    },
  };
}
