import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { bringForward } from "../store/due-charges.ts";

/** Charges that one statement takes: a fraction of a second. */
const AT_ONCE = 5_000;

/**
 * Has the node asked about each charge that may still be paid: its list of receipts is another one, and one that came
 * before the list was read from its beginning may not be in it. The job of what is due asks.
 */
export async function lookUpAll(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  limit = AT_ONCE,
): Promise<void> {
  const now = clock.now();
  while ((await bringForward(db, { now, limit })) > 0);
}
