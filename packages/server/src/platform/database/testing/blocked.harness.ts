import { expect } from "vitest";
import { type Statement, sql } from "../db.ts";
import type { DatabaseUnderTest } from "./database.harness.ts";

/** How many transactions wait for another one. */
export async function countBlocked({ admin }: Pick<DatabaseUnderTest, "admin">): Promise<number> {
  const rows = await admin.query(sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
  return rows.length;
}

/** Runs a statement as on tables with many rows, where each row is looked up by its id. */
export function runByIndex({ db }: Pick<DatabaseUnderTest, "db">, statement: Statement) {
  return db.transaction(async (tx) => {
    for (const setting of ["hashjoin", "mergejoin", "seqscan"])
      await tx.query({ text: `set local enable_${setting} = off`, values: [] });
    return await tx.query(statement);
  });
}

/**
 * Runs both while a third transaction has the row that `lock` locks, so that each has locked what comes before it.
 * Answers what each resolves with, or the message of its error.
 */
export async function meetAt(
  database: Pick<DatabaseUnderTest, "db" | "admin">,
  lock: Statement,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown[]> {
  const locked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const holding = database.db.transaction(async (tx) => {
    await tx.query(lock);
    locked.resolve();
    await goOn.promise;
  });
  const running: Promise<unknown>[] = [];
  try {
    await locked.promise;
    for (const start of [first, second]) {
      running.push(start().catch((error: Error) => error.message));
      await expect.poll(() => countBlocked(database)).toBe(running.length);
    }
  } finally {
    goOn.resolve();
    await holding;
  }
  return await Promise.all(running);
}
