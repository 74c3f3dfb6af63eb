import type { Loop, Scheduler } from "../../kernel/clock.ts";
import type { DriveDeps } from "./deps.ts";
import { driveDue, renewHeld } from "./drive-due.ts";
import { watchFailed } from "./watch-failed.ts";

const POLL_MS = 1_000;
const RENEW_MS = 5_000;
const WATCH_EVERY_MS = 10 * 60_000;

/** The loops that bring payments to their end: what is due, the leases we hold, failed hashes. */
export function paymentLoops(deps: DriveDeps & { readonly scheduler: Scheduler }): readonly Loop[] {
  const { scheduler } = deps;
  return [
    scheduler.loop("payments.due", POLL_MS, async (signal) => {
      while (!signal.aborted && (await driveDue(deps)) > 0);
    }),
    scheduler.loop("payments.renew", RENEW_MS, () => renewHeld(deps)),
    scheduler.loop("payments.watch", WATCH_EVERY_MS, (signal) => watchFailed(deps, signal)),
  ];
}
