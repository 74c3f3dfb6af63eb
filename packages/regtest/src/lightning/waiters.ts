/** Long polls that wait for the next entry of a list. */
export type Waiters = {
  /** Ends every wait. */
  notify(): void;
  /** Resolves at the next `notify`, after `waitMs`, or when `signal` aborts. */
  wait(waitMs: number, signal: AbortSignal): Promise<void>;
};

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const resolve of waiting) resolve();
    },
    wait: (waitMs, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, waitMs);
        signal.addEventListener("abort", done, { once: true });
        waiting.add(done);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          waiting.delete(done);
          resolve();
        }
      }),
  };
}

/** Calls that wait for something about one key. */
export type KeyedWaiters = {
  notify(key: string): void;
  notifyAll(): void;
  /** Resolves at the next `notify` of its key, or after `waitMs`. */
  wait(key: string, waitMs: number): Promise<void>;
};

export function createKeyedWaiters(): KeyedWaiters {
  const waiting = new Map<string, Set<() => void>>();
  function notify(key: string): void {
    for (const resolve of waiting.get(key) ?? []) resolve();
  }
  return {
    notify,
    notifyAll() {
      for (const key of waiting.keys()) notify(key);
    },
    wait: (key, waitMs) =>
      new Promise((resolve) => {
        const resolvers = waiting.get(key) ?? new Set();
        waiting.set(key, resolvers.add(done));
        const timer = setTimeout(done, waitMs);
        function done() {
          clearTimeout(timer);
          resolvers.delete(done);
          if (resolvers.size === 0) waiting.delete(key);
          resolve();
        }
      }),
  };
}
