import type { Clock } from "#kernel/clock.ts";
import type { AccountNo } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { LimitChanges } from "./model/limits.ts";
import { updateLimits } from "./store.ts";

/** Changes the limits of a customer's account. They hold from the next payment on; what is reserved stays reserved. */
export async function setLimits(
  { db, clock }: { db: Db; clock: Clock },
  account: AccountNo,
  changes: LimitChanges,
): Promise<void> {
  await updateLimits(db, account, changes, clock.now());
}
