import type { Clock, Loop } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import type { Log } from "#platform/log.ts";
import { applyLevels } from "./apply-levels.ts";
import { isAnyLevelChanged } from "./store.ts";

/** Looks, of which one each second. */
const APPLY_LOOKS = 10;

export type LevelLoopDeps = DueLoopDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
};

/** The loop that brings accounts of users to limits that were changed. It needs the database alone. */
export function levelLoop(deps: LevelLoopDeps): Loop {
  const apply = async (signal: AbortSignal) => {
    const changed = await applyLevels(deps, signal);
    if (changed > 0) deps.log.info({ accounts: changed }, "levels.applied");
    return changed;
  };
  return dueLoop(deps, { name: "users.apply_levels", isDue: [isAnyLevelChanged], every: APPLY_LOOKS, take: apply });
}
