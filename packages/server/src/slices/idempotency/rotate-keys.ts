import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type Rotation, rotate } from "./store.ts";

/**
 * Forgets the keys that are older than 30 days, once the current generation has served for 30 days. Call it now and
 * then: being late only keeps keys longer.
 * @param unfinished resources whose outcome is not final yet; their keys are kept.
 */
export async function rotateKeys(
  { db, clock }: { db: Db; clock: Clock },
  unfinished: readonly string[],
): Promise<Rotation> {
  return rotate(db, clock.now(), unfinished);
}
