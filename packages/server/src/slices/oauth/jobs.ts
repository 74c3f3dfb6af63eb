import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { Db } from "#platform/database/db.ts";
import { forgetExpired } from "./forget-expired.ts";
import type { Protocol } from "./provider/protocol.ts";

const FORGET_EVERY_MS = 60_000;
/** For so long at most a process signs with a key that a restore has retired, or an operator has replaced. */
const KEYS_EVERY_MS = 5_000;

/** Deletes codes, tokens and sessions that expired. */
export function forgetLoop(deps: { readonly db: Db; readonly clock: Clock; readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("oauth.forget_expired", FORGET_EVERY_MS, (signal) =>
    untilNone(() => forgetExpired(deps), signal),
  );
}

/** Lets keys follow each other; in each process that answers. */
export function keysLoop({
  scheduler,
  protocol,
}: {
  readonly scheduler: Scheduler;
  readonly protocol: Protocol;
}): Loop {
  return scheduler.loop("oauth.refresh_keys", KEYS_EVERY_MS, () => protocol.refresh());
}
