import type { Scheduler } from "#kernel/clock.ts";
import { findHead } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import {
  type BookMemory,
  closeUntilCompared,
  findRestore,
  openAfterComparison,
  type Seen,
  type Witness,
} from "#restore";
import type { Worker } from "./worker.ts";

type Deps = { readonly db: Db; readonly book: BookMemory; readonly log: Log; readonly scheduler: Scheduler };

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

/** Remembers the newest posting, for the next connection; the witness has it for the next start. */
export function watchPosition({ db, book, scheduler }: Deps, witness: Witness | undefined): Worker {
  let written: Seen | undefined;
  return scheduler.loop("restore.watch_position", WATCH_MS, async () => {
    await book.look(db);
    const seen = book.seen();
    if (seen === undefined || (written?.no === seen.no && written.epoch === seen.epoch)) return;
    witness?.write(seen);
    written = seen;
  });
}
