import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { rotate } from "./store.ts";

/**
 * Forgets the keys that are older than 30 days, once the current generation has served for 30 days; returns whether it
 * did. Run it now and then: coming late only keeps keys longer.
 * @param unfinished resources whose end is not final yet; their keys are kept.
 */
export async function rotateKeys(
  { db, clock }: { db: Db; clock: Clock },
  unfinished: readonly string[],
): Promise<boolean> {
  return rotate(db, clock.now(), unfinished);
}
