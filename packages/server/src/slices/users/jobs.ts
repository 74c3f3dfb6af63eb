import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { applyLevels } from "./apply-levels.ts";

const APPLY_EVERY_MS = 10_000;

export type LevelLoopDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

/** The loop that brings accounts of users to limits that were changed. It needs the database alone. */
export function levelLoop(deps: LevelLoopDeps): Loop {
  return deps.scheduler.loop("users.apply_levels", APPLY_EVERY_MS, async (signal) => {
    const changed = await applyLevels(deps, signal);
    if (changed > 0) deps.log.info({ accounts: changed }, "levels.applied");
  });
}
