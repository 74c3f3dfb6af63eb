import type { Random } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { type LimitsOf, updateLifted } from "./store/limits.ts";

type Deps = {
  readonly db: Db;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Pick<Journal, "append">;
};

/**
 * An operator lets limits count what the database has: windows of which a part is not known are full no more. Returns
 * those that were. Safe to repeat.
 */
export async function liftLimits(
  { db, random, log, journal }: Deps,
  { reason }: { readonly reason: string },
): Promise<readonly LimitsOf[]> {
  await journal.append({ what: "operator.book", id: random.uuid(), kind: "lift_limits" });
  const lifted = await updateLifted(db);
  log.warn({ lifted, reason }, "restore.limits_lifted");
  return lifted;
}
