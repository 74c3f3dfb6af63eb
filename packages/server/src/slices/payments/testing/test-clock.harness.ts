import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "#platform/machine/clock.ts";

/** The machine's clock, moved forward by hand. Sleeping is real. */
export type TestClock = Clock & { advance(ms: number): void };

export function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(machineClock.now().getTime() + offsetMs),
    monotonicMs: () => machineClock.monotonicMs() + offsetMs,
    sleep: (ms, signal) => machineClock.sleep(ms, signal),
    turn: machineClock.turn,
    advance(ms) {
      offsetMs += ms;
    },
  };
}
