import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { REFUSED_KEPT_MS } from "./model/refused-request.ts";
import { deleteCounts, deleteRefused } from "./store.ts";

/** In one statement: it must not hold locks for long. */
const REFUSED_PER_STEP_MAX = 500;
/** Counted are whole hours, and the clocks of processes differ. */
const COUNTS_KEPT_MS = 3 * 3_600_000;

/** Deletes refused requests after 30 days. Returns how many; call it until there are none. */
export async function forgetOld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const now = clock.now().getTime();
  const forgotten = await deleteRefused(db, {
    before: new Date(now - REFUSED_KEPT_MS),
    limit: REFUSED_PER_STEP_MAX,
  });
  if (forgotten === 0) await deleteCounts(db, new Date(now - COUNTS_KEPT_MS));
  return forgotten;
}
