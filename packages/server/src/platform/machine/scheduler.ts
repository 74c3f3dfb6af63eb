import type { Loop, Scheduler } from "#kernel/clock.ts";

export type MachineScheduler = Scheduler & {
  /** Resolves when everything that was spawned has ended. */
  drain(): Promise<void>;
};

/** Tasks beside the caller. What a task throws goes to `failed`, and the loop goes on. */
export function machineScheduler(failed: (task: string, error: unknown) => void): MachineScheduler {
  const spawned = new Set<Promise<void>>();

  const attempt = async (name: string, task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      failed(name, error);
    }
  };

  return {
    loop: (name, intervalMs, task) => startLoop(intervalMs, (signal) => attempt(name, () => task(signal))),
    spawn(name, task) {
      const run = attempt(name, task).finally(() => spawned.delete(run));
      spawned.add(run);
    },
    async drain() {
      while (spawned.size > 0) await Promise.all(spawned);
    },
  };
}

function startLoop(intervalMs: number | (() => number), run: (signal: AbortSignal) => Promise<void>): Loop {
  const stopping = new AbortController();
  let woken = false;
  let endPause = (): void => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, typeof intervalMs === "number" ? intervalMs : intervalMs());
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const repeat = async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      await run(stopping.signal);
      if (!woken && !stopping.signal.aborted) await pause();
    }
  };
  const ended = repeat();

  return {
    wake() {
      woken = true;
      endPause();
    },
    stop() {
      stopping.abort();
      endPause();
      return ended;
    },
  };
}
