import type { Loop, Scheduler } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import type { DriveDeps } from "./drive/deps.ts";
import { driveDue, renewHeld } from "./drive/drive-due.ts";
import { followEnds } from "./watch/follow-outcomes.ts";
import { watchFailed } from "./watch/watch-failed.ts";

/** While work keeps coming, and at last without. */
const POLL_MIN_MS = 50;
const POLL_MAX_MS = 1_000;
const POLL_GROWTH = 1.5;
const RENEW_MS = 5_000;
const WATCH_POLL_MS = 60_000;
/** Pause when the node does not answer. */
const RETRY_MS = 1_000;

type LoopDeps = DriveDeps & { readonly scheduler: Scheduler };

/** The loops that bring payments to their end: what is due, the leases we hold, the node's word of ends, failed hashes. */
export function paymentLoops(deps: LoopDeps): readonly Loop[] {
  const { scheduler } = deps;
  const due = dueLoop(deps);
  return [
    due,
    scheduler.loop("payments.renew", RENEW_MS, () => renewHeld(deps)),
    endsLoop(deps, due.wake),
    scheduler.loop("payments.watch", WATCH_POLL_MS, (signal) => watchFailed(deps, signal)),
  ];
}

/**
 * Finds what is due. Another process has no way to say that it left work, so this one looks often while work keeps coming,
 * and once a second at last: that is all an idle worker costs the database.
 */
function dueLoop(deps: LoopDeps): Loop {
  let pauseMs = POLL_MAX_MS;
  return deps.scheduler.loop(
    "payments.due",
    () => pauseMs,
    async () => {
      const longerMs = Math.min(pauseMs * POLL_GROWTH, POLL_MAX_MS);
      pauseMs = POLL_MAX_MS; // after an error
      const taken = await driveDue(deps);
      pauseMs = taken > 0 ? POLL_MIN_MS : longerMs;
    },
  );
}

function endsLoop(deps: LoopDeps, drive: () => void): Loop {
  let cursor = "";
  let pauseMs = 0;
  const run = async (signal: AbortSignal) => {
    pauseMs = RETRY_MS; // after an error
    try {
      const followed = await followEnds(deps, cursor, signal);
      cursor = followed.cursor;
      pauseMs = 0;
      if (followed.isWorkDue) drive();
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error; // stopping cuts the request off as well
    }
  };
  return deps.scheduler.loop("payments.ends", () => pauseMs, run);
}
