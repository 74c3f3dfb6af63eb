import type { Loop, Scheduler } from "#kernel/clock.ts";
import { type FollowDeps, followReceipts } from "./follow-receipts.ts";
import { type LookDeps, lookAtDueCharges } from "./look-at-due-charges.ts";

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
      if (!signal.aborted) throw error; // stopping may cut the request to the node off
    }
  };
  return scheduler.loop("receive", () => pauseMs, run);
}

const EXPIRY_POLL_MS = 5_000;

/** Ends the charges that nobody paid in time. */
export function expiryLoop({ scheduler, ...deps }: LookDeps & { readonly scheduler: Scheduler }): Loop {
  return scheduler.loop("expire charges", EXPIRY_POLL_MS, async (signal) => {
    let asked: number;
    do asked = await lookAtDueCharges(deps);
    while (asked > 0 && !signal.aborted);
  });
}
