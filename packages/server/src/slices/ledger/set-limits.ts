import type { Clock } from "../../kernel/clock.ts";
import type { AccountNo } from "../../kernel/ids.ts";
import type { Db } from "../../platform/db.ts";
import type { Limits } from "./limits.ts";
import { updateLimits } from "./store.ts";

/** Replaces the limits of a customer's account. They hold from the next payment on; what is reserved stays reserved. */
export async function setLimits(
  { db, clock }: { db: Db; clock: Clock },
  account: AccountNo,
  limits: Limits,
): Promise<void> {
  await db.transaction((tx) => updateLimits(tx, account, limits, clock.now()));
}
