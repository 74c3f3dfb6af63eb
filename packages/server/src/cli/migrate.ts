import type { Command } from "commander";
import { readConfig } from "#config.ts";
import { migrate, OWN_SQL } from "#platform/database/migrate.ts";
import { everySeconds, type MigrationProgress, progressText } from "#platform/database/migration-batch.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { tasksInLog } from "#platform/tasks.ts";
import { countChildRestarts } from "#supervisor/child-restarts.ts";
import { requireOwner, takeDataFolder } from "#supervisor/data-folder.ts";
import { openDatabase } from "#supervisor/database.ts";
import { readRunning } from "#supervisor/run-file.ts";
import { print } from "./output.ts";
import { childrenOf, commandLog } from "./session.ts";

const PRINT_SECONDS = 2;

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description(
      "bring the database to this release, also while the release before runs on it; a start does the same first",
    )
    .action(async () => {
      const applied = await migrateDatabase(everySeconds(machineClock, PRINT_SECONDS, print));
      print(applied.length === 0 ? "The database is that of this release." : `Done: ${applied.join(", ")}.`);
    });
}

/** @returns the names of the migrations that were run. */
async function migrateDatabase(say: (text: string) => void): Promise<readonly string[]> {
  const config = readConfig();
  requireOwner(config);
  const running = readRunning(config.dataDir);
  if (running !== undefined) {
    const tell = (told: MigrationProgress) => say(progressText(told));
    const { applied } = await migrate(childrenOf(running).database.url, OWN_SQL, { beside: true, tell });
    return migrationsOf(applied);
  }
  const folder = takeDataFolder(config, machineRandom());
  const log = commandLog();
  const scheduler = machineScheduler(tasksInLog(() => log));
  try {
    const database = await openDatabase({ ...config, scheduler, log, say, restarts: countChildRestarts() });
    await database.stop();
    return migrationsOf(database.applied);
  } finally {
    folder.release();
  }
}

/** Without the functions and rights of slices. */
const migrationsOf = (applied: readonly string[]) => applied.filter((file) => !file.includes("/"));
