import type { Loop, Scheduler } from "#kernel/clock.ts";
import { followFinished } from "./claim/follow-finished.ts";
import type { PayoutDeps } from "./claim/pay-claim.ts";
import { workDue } from "./claim/work-due.ts";

const POLL_MS = 1_000;

/** Ends what has expired, and what was paid out over Lightning. */
export function voucherLoop({ scheduler, ...deps }: PayoutDeps & { readonly scheduler: Scheduler }): Loop {
  followFinished({ ...deps, scheduler });
  return scheduler.loop("vouchers.work_due", POLL_MS, async (signal) => {
    let worked: number;
    do worked = await workDue({ ...deps, scheduler });
    while (worked > 0 && !signal.aborted);
  });
}
