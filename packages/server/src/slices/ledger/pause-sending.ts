import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deletePause, insertPause } from "./store.ts";

/**
 * Stops sending, in every process. Whoever reserves or dispatches reads the switch under the lock of the ledger's row,
 * and this waits for that lock: when it has returned, no further payment is reserved or dispatched. Settling,
 * reconciling and receiving go on. Returns false when sending was paused before; the first reason stays.
 */
export async function pauseSending({ db, clock }: { db: Db; clock: Clock }, because: string): Promise<boolean> {
  return insertPause(db, because, clock.now());
}

/** Lets payments go out again. Returns false when they were not paused. */
export async function resumeSending({ db }: { db: Db }): Promise<boolean> {
  return deletePause(db);
}
