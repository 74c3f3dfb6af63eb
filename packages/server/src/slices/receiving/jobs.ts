import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { type FollowDeps, followReceipts } from "./follow-receipts.ts";
import { type LookUpDeps, lookUpDueCharges } from "./look-up-due-charges.ts";

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

const EXPIRY_POLL_MS = 5_000;

/** Ends the charges that were not paid in time. */
export function expiryLoop({ scheduler, ...deps }: LookUpDeps & { readonly scheduler: Scheduler }): Loop {
  return scheduler.loop("receiving.look_up_due_charges", EXPIRY_POLL_MS, (signal) =>
    untilNone(() => lookUpDueCharges(deps), signal),
  );
}
