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
