import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { Db } from "#platform/database/db.ts";
import { forgetFiles } from "./forget-files.ts";

const FORGET_EVERY_MS = 3_600_000;

/** Forgets files that were begun 90 days ago. It needs the database alone. */
export function filesLoop(deps: { readonly db: Db; readonly clock: Clock; readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("idempotency.forget_files", FORGET_EVERY_MS, (signal) =>
    untilNone(() => forgetFiles(deps), signal),
  );
}
