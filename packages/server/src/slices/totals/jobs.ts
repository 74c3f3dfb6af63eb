import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { Db } from "#platform/database/db.ts";
import { countNew } from "./count-new.ts";

/** Who looks at totals has them counted before; this keeps what is left to count small. */
const COUNT_EVERY_MS = 60_000;

/** Counts what projects paid and received by the hour. It needs the database alone. */
export function totalsLoop(deps: { readonly db: Db; readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("totals.count_new", COUNT_EVERY_MS, (signal) => untilNone(() => countNew(deps), signal));
}
