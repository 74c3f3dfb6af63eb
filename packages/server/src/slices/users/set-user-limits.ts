import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { tellLimits } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { UserLimitChanges } from "./model/level.ts";
import { UserNotFound } from "./model/user.ts";
import { updateLimitsOfUser } from "./store.ts";

/**
 * Sets limits of one user by hand, or gives them back to the level. They hold from the next payment on; what is
 * reserved stays reserved. What is set by hand is not changed with the level or the configuration.
 *
 * @throws {UserNotFound}
 */
export async function setUserLimits(
  {
    db,
    clock,
    journal,
  }: { readonly db: Db; readonly clock: Clock; readonly journal: Pick<Journal, "appendIfPossible"> },
  id: UserId,
  changes: UserLimitChanges,
): Promise<void> {
  if (!(await updateLimitsOfUser(db, id, changes, clock.now()))) throw new UserNotFound("id");
  await tellLimits({ journal }, id, changes);
}
