/** Lets long polls wait for the next entry of a list. */
export type News = {
  /** Ends every wait. */
  tell(): void;
  /** Resolves at the next news, after `waitMs`, or when `signal` aborts. */
  wait(waitMs: number, signal: AbortSignal): Promise<void>;
};

export function createNews(): News {
  const waiting = new Set<() => void>();
  return {
    tell() {
      for (const wake of waiting) wake();
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
