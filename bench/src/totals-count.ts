import type { Loop, Scheduler } from "../../packages/server/src/kernel/clock.ts";
import { untilNone } from "../../packages/server/src/kernel/until-none.ts";
import type { Db } from "../../packages/server/src/platform/database/db.ts";
import { countNew } from "../../packages/server/src/slices/totals/index.ts";

export type TotalsCount = { start(): Promise<void>; stop(): Promise<number> };

/** The product does it each minute; so that a turn of seconds has its share of the work, here it is done more often. */
const COUNT_EVERY_MS = 250;

/** Counts what projects paid and received by the hour. */
export function totalsCount(deps: { readonly db: Db; readonly scheduler: Scheduler }): TotalsCount {
  let loop: Loop | undefined;
  const count = (signal: AbortSignal) => untilNone(() => countNew(deps), signal);
  return {
    async start() {
      await count(new AbortController().signal);
      loop = deps.scheduler.loop("bench.count_totals", COUNT_EVERY_MS, count);
    },
    async stop() {
      await loop?.stop();
      return await countNew(deps);
    },
  };
}
