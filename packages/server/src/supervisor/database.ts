import type { Loop, Scheduler } from "#kernel/clock.ts";
import { requireDurability } from "#platform/database/durability.ts";
import { migrate } from "#platform/database/migrate.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import type { Log } from "#platform/log.ts";
import { type PostgresServer, startPostgres } from "#platform/postgres/server.ts";
import { refuseHalfRestored, serverFolder } from "./backup/server-folder.ts";
import type { ChildRestarts } from "./child-restarts.ts";

export type RunningDatabase = DatabaseAddress & {
  /** "embedded PostgreSQL", "DATABASE_URL". */
  readonly name: string;
  stop(): Promise<void>;
};

const WATCH_MS = 1_000;

/** The embedded database of a data folder, or the operator's own where `databaseUrl` names one; migrated. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  scheduler,
  log,
  restarts,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  scheduler: Scheduler;
  log: Log;
  restarts: ChildRestarts;
}): Promise<RunningDatabase> {
  if (databaseUrl !== undefined) {
    const role = await migrateAndWarn(databaseUrl, log);
    return { url: databaseUrl, role, name: "DATABASE_URL", stop: async () => undefined };
  }

  const folder = serverFolder(dataDir);
  refuseHalfRestored(folder);
  const server = await startPostgres({ folder });
  const guard = keepRunning(server, { folder, scheduler, log, restarts });
  try {
    return {
      url: server.url,
      role: await migrateAndWarn(server.url, log),
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

async function migrateAndWarn(url: string, log: Log): Promise<string | undefined> {
  await requireDurability(url);
  const { applied, role } = await migrate(url);
  if (applied.length > 0) log.debug({ files: applied }, "database.migrated");
  if (role === undefined) log.warn({ advice: ROLE_ADVICE }, "database.role_not_created");
  return role;
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
      await server.stop();
    },
  };
}
