import { join } from "node:path";
import type pg from "pg";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "../machine/clock.ts";
import { VERSION } from "../machine/release.ts";
import { OperatorError } from "../operator-error.ts";
import { breakOff, connectAsOwner } from "./connection.ts";
import { countBatches, type MigrationProgress } from "./migration-batch.ts";
import { readMigrations, type SqlFolders } from "./migration-files.ts";
import { prepareServer } from "./migration-server.ts";
import { inStep, type Stepped } from "./migration-step.ts";

export type Migrated = {
  /** Names of the files that were run this time. */
  readonly applied: readonly string[];
  /** The role for `connect`; `undefined` when there is none and we may not make it. */
  readonly role: string | undefined;
};

export type MigrateOptions = {
  /** How long one statement waits for a lock; shorter in tests. */
  readonly lockTimeoutMs?: number;
  readonly clock?: Pick<Clock, "sleep" | "monotonicMs">;
  /** Ends it: what is under way is rolled back, the next call goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each batch of a long migration. */
  readonly tell?: (progress: MigrationProgress) => void;
  /** An older version runs on the database and goes on: what it cannot go on with is refused. */
  readonly beside?: boolean;
  /** Written down with each migration, for older versions that find it. */
  readonly release?: string;
};

/** The folders of this package. */
export const OWN_SQL: SqlFolders = {
  migrations: join(import.meta.dirname, "../../../migrations"),
  slices: join(import.meta.dirname, "../../slices"),
  close: "select ledger.lock_book(); select ledger.close_book('comparing')",
};

/** How long a migration waits for a table: everybody who wants the table next waits behind it. */
const LOCK_TIMEOUT_MS = 5_000;
const TRIES_MAX = 12;
/** Between two tries, for those who waited behind the last one. */
const PAUSE_MS = 5_000;

/**
 * Brings the database to this version of the code: released migrations once each, then the slices' functions and
 * rights where their text changed. It goes in steps, each in one transaction under a locked row, so of two starters
 * the second finds the work done, and a kill on the way leaves the database as it was after a step: the next call goes
 * on from there. Without batches there is one step. When a table is in use it is tried again.
 *
 * A database that is newer is left as it is, when all its newer migrations say `compatible: yes` in their first line.
 *
 * @throws {OperatorError} when the database cannot be reached, is too old, takes no writes, is in use, or does not
 * match the files.
 */
export async function migrate(
  url: string,
  folders: SqlFolders = OWN_SQL,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const { signal, clock = machineClock } = options;
  signal?.throwIfAborted();
  const client = await connectAsOwner(url);
  const abort = () => void breakOff(client);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await prepareServer(client);
    return await runSteps(client, folders, { ...options, clock });
  } finally {
    signal?.removeEventListener("abort", abort);
    if (signal?.aborted !== true) await client.end();
  }
}

async function runSteps(
  client: pg.Client,
  folders: SqlFolders,
  options: MigrateOptions & Required<Pick<MigrateOptions, "clock">>,
): Promise<Migrated> {
  const { clock, tell, lockTimeoutMs = LOCK_TIMEOUT_MS, release = VERSION, beside = false } = options;
  const counter = countBatches(clock, tell ?? (() => undefined));
  const run = { folders, files: readMigrations(folders.migrations), counter, lockTimeoutMs, release, beside, clock };
  const applied: string[] = [];
  let functions: Stepped["functions"];
  for (let tries = 1; ; tries += 1) {
    const stepped = await inStep(client, run, functions !== undefined);
    if (stepped !== "locked") {
      applied.push(...stepped.applied);
      functions ??= stepped.functions;
      if (stepped.isDone) return { applied, role: functions?.role };
      tries = 0;
    } else if (tries === TRIES_MAX)
      throw new OperatorError(
        "a table that a migration changes is in use all the time",
        "End long statements and transactions on the database (pg_stat_activity), and start again.",
      );
    else await clock.sleep(PAUSE_MS);
  }
}
