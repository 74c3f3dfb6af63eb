import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { Db } from "#platform/database/db.ts";
import { forgetOld } from "./forget-old.ts";

const FORGET_EVERY_MS = 3_600_000;

/** Forgets refused requests after 30 days. It needs the database alone. */
export function refusedLoop(deps: { readonly db: Db; readonly clock: Clock; readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("requests.forget_old", FORGET_EVERY_MS, (signal) =>
    untilNone(() => forgetOld(deps), signal),
  );
}
