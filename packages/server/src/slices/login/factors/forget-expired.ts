import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteExpired } from "../store/expired-factors.ts";

/** In one statement: it must not hold locks for long. */
const ROWS_PER_STEP_MAX = 500;

/** Deletes questions and counters whose time is over. Returns how many; call it until there are none. */
export async function forgetExpired({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  return await deleteExpired(db, clock.now(), ROWS_PER_STEP_MAX);
}
