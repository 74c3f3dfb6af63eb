import type { Loop, Scheduler } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import type { DriveDeps } from "./drive/deps.ts";
import { driveDue, renewAll } from "./drive/drive-due.ts";
import { RENEW_MS } from "./model/lease.ts";
import { isPaymentDue } from "./store/leases.ts";
import { followOutcomes } from "./watch/follow-outcomes.ts";
import { watchFinished } from "./watch/watch-finished.ts";
import { type WatchSlotsDeps, watchSlots } from "./watch/watch-slots.ts";

/** While work keeps coming. */
const POLL_MIN_MS = 50;
const WATCH_POLL_MS = 60_000;
const SLOTS_POLL_MS = 60_000;
/** Pause when the node does not answer. */
const RETRY_MS = 1_000;

type LoopDeps = DriveDeps & WatchSlotsDeps & DueLoopDeps & { readonly scheduler: Scheduler };

/**
 * The loops that bring payments to their outcome: what is due, our leases, the node's notifications, failed hashes; and
 * the shares of the node's slots.
 */
export function paymentLoops(deps: LoopDeps): readonly Loop[] {
  const { scheduler } = deps;
  const due = dueLoop(deps, {
    name: "payments.drive_due",
    isDue: [isPaymentDue],
    minMs: POLL_MIN_MS,
    take: () => driveDue(deps),
  });
  return [
    due,
    scheduler.loop("payments.renew", RENEW_MS, () => renewAll(deps)),
    outcomesLoop(deps, due.wake),
    scheduler.loop("payments.watch_failed", WATCH_POLL_MS, (signal) =>
      unlessUnavailable(() => watchFinished(deps, signal)),
    ),
    scheduler.loop("payments.watch_slots", SLOTS_POLL_MS, () => watchSlots(deps)),
  ];
}

function outcomesLoop(deps: LoopDeps, drive: () => void): Loop {
  let cursor = "";
  let pauseMs = 0;
  const run = async (signal: AbortSignal) => {
    pauseMs = RETRY_MS; // after an error
    await unlessUnavailable(async () => {
      const followed = await followOutcomes(deps, cursor, signal);
      cursor = followed.cursor;
      pauseMs = 0;
      if (followed.isWorkDue) drive();
    });
  };
  return deps.scheduler.loop("payments.follow_outcomes", () => pauseMs, run);
}

/** A node that does not answer is logged once, by `lightning.watch_node`; the next round asks it again. */
async function unlessUnavailable(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
  }
}
