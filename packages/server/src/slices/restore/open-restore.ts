import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { markWaiting } from "./mark-waiting.ts";
import type { RestoreCause } from "./model/restore.ts";
import { insertRestore } from "./store.ts";

/**
 * Closes the ledger and holds what was owed: this database was found to be a copy of an earlier time. False when a
 * restore is open already.
 */
export async function openRestore(
  { db, clock, random, log }: { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log },
  cause: RestoreCause,
): Promise<boolean> {
  const opened = await insertRestore(db, { id: random.uuid(), cause, now: clock.now() });
  await markWaiting({ db });
  if (opened) log.error({ cause }, "restore.opened");
  return opened;
}
