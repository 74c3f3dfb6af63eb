import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "#platform/machine/clock.ts";

const TICK_MS = 5;

export type JumpingClock = Clock & {
  jump(ms: number): void;
  /** Of each sleep that is not over: how many milliseconds were asked for. */
  sleeps(): readonly number[];
};

/** A real clock that a test puts forward: what sleeps, and is over by then, wakes. */
export function jumpingClock(): JumpingClock {
  let ahead = 0;
  const asked: number[] = [];
  const monotonicMs = () => machineClock.monotonicMs() + ahead;
  return {
    ...machineClock,
    monotonicMs,
    async sleep(ms, signal) {
      const untilMs = monotonicMs() + ms;
      asked.push(ms);
      try {
        while (monotonicMs() < untilMs && signal?.aborted !== true)
          await machineClock.sleep(Math.min(TICK_MS, untilMs - monotonicMs()), signal);
      } finally {
        asked.splice(asked.indexOf(ms), 1);
      }
    },
    sleeps: () => asked,
    jump(ms) {
      ahead += ms;
    },
  };
}
