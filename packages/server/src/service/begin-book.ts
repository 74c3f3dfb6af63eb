import type { Scheduler } from "#kernel/clock.ts";
import { findHead } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { type BookMemory, closeUntilCompared, findRestore, openAfterComparison, type Witness } from "#restore";
import type { Worker } from "./worker.ts";

type Deps = { readonly db: Db; readonly book: BookMemory; readonly log: Log; readonly scheduler: Scheduler };

/**
 * Closes the ledger at the start of the installation, before anything works. The first connection has compared it with
 * the witness: when that is not on the database's own disk, it is proof enough, and the ledger is opened again. Without
 * it the comparison with the node opens it. A ledger without a posting owes nothing.
 */
export async function beginBook({ db, book, log }: Deps, witness: Witness): Promise<void> {
  await closeUntilCompared({ db });
  const head = await findHead(db);
  const isProved = witness.isElsewhere && book.seen() !== undefined;
  if (isProved || head.no === 0n) await openAfterComparison({ db });
  const restore = await findRestore(db);
  if (restore !== undefined) log.error({ since: restore.openedAt, cause: restore.cause }, "restore.left_open");
}

const WATCH_MS = 1_000;

/** Remembers the newest posting, for the next connection; the witness has it for the next start. */
export function watchPosition({ db, book, scheduler }: Deps, witness: Witness | undefined): Worker {
  return scheduler.loop("restore.watch_position", WATCH_MS, async () => {
    const head = await findHead(db);
    const before = book.seen();
    book.remember(head);
    if (before?.no !== head.no) witness?.write(head);
  });
}
