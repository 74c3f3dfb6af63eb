import type { Clock } from "#kernel/clock.ts";
import { bookHas, type Position } from "#ledger";
import { DatabaseUnavailable } from "#platform/database/connection.ts";
import type { Db } from "#platform/database/db.ts";
import { identify } from "#platform/database/identity.ts";
import { connect } from "#platform/database/pool.ts";
import { findNewestReport, type ProvedCopy, saveProvedCopy } from "#platform/journal/known-files.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { readBook } from "./prove.ts";

/**
 * Compares a copy that the operator has restored on trial with the running database, and remembers how far it reaches:
 * by its newest posting and the newest line of a journal that it knows of, so never further than it does.
 *
 * @throws {OperatorError} when it cannot be asked, is the running database itself, is not through with its log, has a
 * broken book, or one that is not this one's.
 */
export async function proveOwn(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  url: string,
): Promise<ProvedCopy> {
  const copy = connect({ url, max: 1, name: "leyden backup" });
  try {
    const [here, there] = [await identify(db), await identify(copy).catch(refuseSilent)];
    if (here.begun === there.begun && here.name === there.name)
      throw refused("it is the running database itself", "Name the one that was restored from the backup.");
    if (there.recovers)
      throw refused(
        "it is a replica, or not through with its log",
        "Wait until `select pg_is_in_recovery()` says `f` there.",
      );
    const { book, newestAt } = await readBook(url);
    const position = { no: book.no, hash: Buffer.from(book.hash, "hex") } as unknown as Position;
    if (!(await bookHas({ db }, position)))
      throw refused(`the running database does not have its posting ${book.no}`, "Is it a copy of this database?");
    const times = [newestAt, await findNewestReport(copy)].flatMap((time) => time?.getTime() ?? []);
    if (times.length === 0) throw refused("it is empty", "Is it a copy of this database?");
    const proved = { reaches: new Date(Math.max(...times)), postingNo: book.no };
    await saveProvedCopy(db, proved, clock.now());
    return proved;
  } finally {
    await copy.close();
  }
}

/** A copy that cannot be asked, with what PostgreSQL or the system says of it. */
function refuseSilent(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  const why = error.cause instanceof Error ? error.cause.message : error.message;
  throw new OperatorError(`the copy cannot be asked: ${why}`, "Is it started, and are port, user and password right?", {
    cause: error,
  });
}

function refused(why: string, advice: string): OperatorError {
  return new OperatorError(`the copy proves nothing: ${why}`, advice);
}
