import type { Scheduler } from "#kernel/clock.ts";

/** A scheduler whose loops run when the test says so, by their names. */
export function loopsByHand() {
  const tasks = new Map<string, () => Promise<void>>();
  const scheduler: Scheduler = {
    loop(name, _intervalMs, task) {
      tasks.set(name, () => task(new AbortController().signal));
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  return { scheduler, tasks };
}
