import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteBareGrants, deleteExpired } from "./store/artifacts.ts";

/** In one statement: it must not hold locks for long. */
const ROWS_PER_STEP_MAX = 500;
/** A grant is there before its code: one that is younger may still get one. */
const BARE_GRANTS_KEPT_MS = 86_400_000;

/**
 * Deletes some of what expired, and of the grants that nothing hangs on. Returns how many; call it until there are
 * none.
 */
export async function forgetExpired({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const now = clock.now();
  const expired = await deleteExpired(db, now, ROWS_PER_STEP_MAX);
  const bare = await deleteBareGrants(db, new Date(now.getTime() - BARE_GRANTS_KEPT_MS), ROWS_PER_STEP_MAX);
  return expired + bare;
}
