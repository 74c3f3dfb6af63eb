import { setImmediate } from "node:timers/promises";
import type { Clock } from "#kernel/clock.ts";

/** Time of the real machine. */
export const machineClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end);
    }),
  turn: () => setImmediate(),
};
