import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { type MemoryJournal, memoryJournal } from "../../journal/testing/memory-journal.harness.ts";
import { machineClock } from "../../machine/clock.ts";
import type { Batch } from "../batch.ts";
import type { Db } from "../db.ts";
import { microBatch } from "../micro-batch.ts";
import { type Connection, connect, type Database } from "../pool.ts";
import type { TestDatabase } from "./database.setup.ts";

/** What a database test works with. All of it is the test file's own. */
export type DatabaseUnderTest = {
  /** With the rights of the application. */
  readonly db: Db;
  readonly batch: Batch;
  /** In memory, for all that the test does on it. */
  readonly journal: MemoryJournal;
  /** A queue of its own, for the test that asks for it, which takes its times from `clock`. */
  readonly batchOn: (clock: Clock) => Batch;
  /** With the rights of a superuser, to damage what the application cannot. */
  readonly admin: Db;
  /** Of the superuser; `connect({ url, role: "leyden_app", … })` for the application's rights. */
  readonly url: string;
};

type Tests = (database: () => DatabaseUnderTest) => void;

/** Runs the tests in a fresh, migrated database, on the PostgreSQL of this run (`vitest.config.ts`). */
export function onDatabase(title: string, tests: Tests): void {
  const { url: server } = inject("databases");
  const engine = inject("engine");
  describe(`${title} (PostgreSQL ${engine})`, () => {
    let open: (DatabaseUnderTest & { name: string; pools: readonly Database[] }) | undefined;

    beforeAll(async () => {
      const { name, url, role } = (await ask(`${server}/${engine}/create`)) as TestDatabase;
      const db = connect({ url, role, max: 20, name: "test" });
      const admin = connect({ url, max: 4, name: "test admin" });
      const batch = microBatch({ db, clock: machineClock });
      const journal = memoryJournal();
      open = { name, db, admin, url, batch, journal, batchOn: queuesOn(db), pools: [db, admin] };
    });
    afterAll(async () => {
      if (open === undefined) return;
      await Promise.all(open.pools.map((pool) => pool.close()));
      await ask(`${server}/${engine}/drop/${open.name}`);
    });

    tests(() => {
      if (open === undefined) throw new Error("the database exists only while a test runs");
      return open;
    });
  });
}

/**
 * Queues whose connections pass from test to test: on a fresh one PostgreSQL compiles and plans every batched function
 * again, which takes longer than many a test.
 */
function queuesOn(db: Pick<Database, "connection">): (clock: Clock) => Batch {
  const idle: Connection[] = [];
  return (clock) => {
    const mine = new Set<Connection>();
    onTestFinished(() => {
      idle.push(...mine);
    });
    const connection = async () => {
      const { query, close } = idle.pop() ?? (await db.connection());
      const taken: Connection = {
        query,
        close() {
          mine.delete(taken);
          return close();
        },
      };
      mine.add(taken);
      return taken;
    };
    return microBatch({ db: { connection }, clock });
  };
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return JSON.parse(body);
}
