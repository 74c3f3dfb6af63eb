import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import { DUE_PAUSE_MAX_MS, duePause } from "#kernel/due-pause.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { Part } from "./db.ts";
import type { Look } from "./look.ts";

export type DueLoopDeps = { readonly scheduler: Scheduler; readonly clock: Pick<Clock, "now">; readonly look: Look };

export type DueTask = {
  readonly name: string;
  /** Expressions of which one is true when there is something to take; they may be true when there is none. */
  readonly isDue: readonly ((now: Date) => Part)[];
  /** They are asked with every so-many-th look; each unless given. */
  readonly every?: number;
  /** Takes what is due; returns how much it took. */
  readonly take: (signal: AbortSignal) => Promise<number>;
  /** The pause after each run while work keeps coming. Without it, it is run again at once until nothing is left. */
  readonly minMs?: number;
};

/** What no look has seen is found by then all the same. */
const UNSEEN_MS = 60_000;

/**
 * A loop that takes what is due: at the start, while work keeps coming, and when a look finds some. As long as looks
 * have no answer it runs once a second.
 */
export function dueLoop({ scheduler, clock, look }: DueLoopDeps, { name, isDue, every, take, minMs }: DueTask): Loop {
  const pause = duePause(minMs ?? DUE_PAUSE_MAX_MS);
  let isBlind = false;
  const pauseMs = () => (pause.ms() < DUE_PAUSE_MAX_MS || isBlind ? pause.ms() : UNSEEN_MS);
  const loop = scheduler.loop(name, pauseMs, async (signal) => {
    if (minMs === undefined) await untilNone(() => take(signal), signal);
    else await pause.after(() => take(signal));
  });
  const end = look.ask(() => {
    const now = clock.now();
    return {
      columns: Object.fromEntries(isDue.map((of, i) => [`due ${i}`, of(now)])),
      answered(row: Readonly<Record<string, unknown>> | undefined) {
        isBlind = row === undefined;
        if (row === undefined || Object.values(row).includes(true)) loop.wake();
      },
    };
  }, every);
  return {
    wake: loop.wake,
    async stop() {
      end();
      await loop.stop();
    },
  };
}
