import type { Db } from "#platform/database/db.ts";
import { type MarkedUntil, markSome } from "./store.ts";

/** Vouchers that one statement looks at: a second or two, and a statement may take 15. */
export const MARKED_AT_ONCE = 5_000;

/**
 * Marks what waits for the restore that is open. Its opening leaves this to whoever comes first: it may be done in the
 * first moment of a connection, and there may be hundreds of thousands of vouchers. The ledger stays closed until all
 * are marked. Who dies in between leaves the rest to the next call; two at once do no harm.
 */
export async function markWaiting({ db }: { readonly db: Db }): Promise<void> {
  let after: MarkedUntil | undefined;
  do after = await markSome(db, { after, limit: MARKED_AT_ONCE });
  while (after !== undefined);
}
