const TICK_MS = 10_000;

/** What of a browser the clock works with. */
export type TickMachine = {
  /** Unix ms. */
  now(): number;
  /** Calls again and again; answers what ends that. */
  every(ms: number, act: () => void): () => void;
};

/** One clock for all times of a page, which stands still while nobody reads it. */
export function createTicks(machine: TickMachine) {
  const listeners = new Set<() => void>();
  let now = machine.now();
  let stop: (() => void) | undefined;
  const tick = () => {
    now = machine.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      if (stop === undefined) {
        now = machine.now();
        stop = machine.every(TICK_MS, tick);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    now: () => now,
    /** `at`: a time that is shown, Unix ms. What came since the last tick is not shown as if it were still to come. */
    see(at: number) {
      if (at > now && at <= machine.now()) tick();
    },
  };
}
