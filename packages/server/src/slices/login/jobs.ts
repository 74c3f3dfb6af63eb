import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { forgetExpired } from "./factors/forget-expired.ts";
import { forgetOld } from "./forget-old.ts";

const FORGET_EVERY_MS = 600_000;

/** The loop that forgets what is over. */
export function loginLoop(deps: Parameters<typeof forgetOld>[0] & { readonly scheduler: Scheduler }): Loop {
  const forget = async () => (await forgetOld(deps)) + (await forgetExpired(deps));
  return deps.scheduler.loop("login.forget_old", FORGET_EVERY_MS, (signal) => untilNone(forget, signal));
}
