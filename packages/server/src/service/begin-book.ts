import type { Scheduler } from "#kernel/clock.ts";
import { findHead } from "#ledger";
import { reportOnHold } from "#payments";
import type { Look } from "#platform/database/look.ts";
import {
  type BookMemory,
  closeUntilCompared,
  findRestore,
  openAfterComparison,
  type Seen,
  type Witness,
} from "#restore";
import type { Worker } from "./worker.ts";

type Deps = Parameters<typeof reportOnHold>[0] & {
  readonly book: BookMemory;
  readonly scheduler: Scheduler;
  readonly look: Look;
};

/**
 * Closes the ledger at the start of the installation, before anything works; the first connection has compared it with
 * the witness. The comparison with the node opens it: `book.json` may have been put back together with the database. A
 * ledger without a posting owes nothing.
 */
export async function beginBook({ db, log }: Pick<Deps, "db" | "log">, installation: string): Promise<void> {
  await closeUntilCompared({ db }, installation);
  const head = await findHead(db);
  if (head.no === 0n) await openAfterComparison({ db });
  const restore = await findRestore(db);
  if (restore !== undefined) log.error({ since: restore.openedAt, cause: restore.cause }, "restore.left_open");
}

const WATCH_MS = 1_000;

/**
 * Follows where the ledger ends; the witness has it for the next start. What waits because the database went back
 * pauses sending and is told as for every restore, also when the process that found it died in between.
 */
export function watchPosition(deps: Deps, witness: Witness | undefined): Worker {
  const { db, book, scheduler, look } = deps;
  let written: Seen | undefined;
  let told: number | undefined;
  book.follow(look);
  return scheduler.loop("restore.watch_position", WATCH_MS, async () => {
    const timesBack = book.timesBack();
    if (told !== timesBack && (await findRestore(db)) !== undefined) await reportOnHold(deps);
    told = timesBack;
    const seen = book.seen();
    if (seen === undefined || (written?.no === seen.no && written.epoch === seen.epoch)) return;
    witness?.write(seen);
    written = seen;
  });
}
