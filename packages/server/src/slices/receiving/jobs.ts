import type { Loop, Scheduler } from "#kernel/clock.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { type FollowDeps, followReceipts } from "./credit/follow-receipts.ts";
import { type ReportDeps, reportRebalances } from "./credit/report-rebalances.ts";
import { forgetUnpaid } from "./expire/forget-unpaid.ts";
import { type LookUpDeps, lookUpDueCharges } from "./expire/look-up-due-charges.ts";
import { isChargeDue } from "./store/due-charges.ts";

/** Pause after an error of the node or the database. */
const RETRY_MS = 1_000;

/** Credits what the node receives, for as long as the process lives. Each run is one request to the node. */
export function receiveLoop({ scheduler, ...deps }: FollowDeps & { readonly scheduler: Scheduler }): Loop {
  let pauseMs = 0;
  const run = async (signal: AbortSignal) => {
    pauseMs = RETRY_MS; // after an error
    try {
      await followReceipts(deps, signal);
      pauseMs = 0;
    } catch (error) {
      if (!signal.aborted) throw error; // stopping may cut off the request to the node
    }
  };
  return scheduler.loop("receiving.follow_receipts", () => pauseMs, run);
}

const FORGET_EVERY_MS = 3_600_000;
/** After the expiry. The node is asked for the last time a day after it. */
const UNPAID_KEPT_MS = 3 * 24 * 3_600_000;
const DELETED_AT_ONCE = 1_000;

/** Deletes the invoices of pay links that were not paid: strangers ask for them in any number. */
export function forgetLoop({
  scheduler,
  clock,
  db,
}: Pick<LookUpDeps, "clock" | "db"> & { readonly scheduler: Scheduler }): Loop {
  return scheduler.loop("receiving.forget_unpaid", FORGET_EVERY_MS, async (signal) => {
    await forgetUnpaid({ clock, db, keptMs: UNPAID_KEPT_MS, limit: DELETED_AT_ONCE }, signal);
  });
}

const REPORT_EVERY_MS = 3_600_000;

/** Tells of rebalances whose payment no list has. */
export function rebalanceLoop({ scheduler, ...deps }: ReportDeps & { readonly scheduler: Scheduler }): Loop {
  return scheduler.loop("receiving.report_rebalances", REPORT_EVERY_MS, () => reportRebalances(deps));
}

/** Every so-many-th look, one each second, asks for charges that are due. */
const EXPIRY_LOOKS = 5;

/** Ends the charges that were not paid in time. */
export function expiryLoop(deps: LookUpDeps & DueLoopDeps): Loop {
  return dueLoop(deps, {
    name: "receiving.look_up_due_charges",
    isDue: [isChargeDue],
    every: EXPIRY_LOOKS,
    take: () => lookUpDueCharges(deps),
  });
}
