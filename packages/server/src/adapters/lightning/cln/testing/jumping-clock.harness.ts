import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "#platform/machine/clock.ts";

const TICK_MS = 5;

export type JumpingClock = Clock & { jump(ms: number): void };

/** A real clock that a test puts forward: what sleeps, and is over by then, wakes. */
export function jumpingClock(): JumpingClock {
  let ahead = 0;
  const monotonicMs = () => machineClock.monotonicMs() + ahead;
  return {
    ...machineClock,
    monotonicMs,
    async sleep(ms, signal) {
      const untilMs = monotonicMs() + ms;
      while (monotonicMs() < untilMs && signal?.aborted !== true)
        await machineClock.sleep(Math.min(TICK_MS, untilMs - monotonicMs()), signal);
    },
    jump(ms) {
      ahead += ms;
    },
  };
}
