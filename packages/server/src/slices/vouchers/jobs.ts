import type { Loop } from "#kernel/clock.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { followFinished } from "./claim/follow-finished.ts";
import type { PayoutDeps } from "./claim/pay-claim.ts";
import { workDue } from "./claim/work-due.ts";
import { isVoucherDue } from "./store/vouchers.ts";

/** Ends what has expired, and what was paid out over Lightning. */
export function voucherLoop(deps: PayoutDeps & DueLoopDeps): Loop {
  followFinished(deps);
  return dueLoop(deps, { name: "vouchers.work_due", isDue: [isVoucherDue], take: () => workDue(deps) });
}
