import type { Loop, Scheduler } from "#kernel/clock.ts";

/** A run of a loop that takes longer is overdue. */
const OVERDUE_MS = 60_000;
/** A spawned task drives a payment, with calls to other servers. */
const SPAWNED_OVERDUE_MS = 300_000;

export type MachineScheduler = Scheduler & {
  /** Resolves when everything that was spawned has ended. */
  drain(): Promise<void>;
  /** Names of the tasks whose run takes longer than it may. */
  overdue(): readonly string[];
};

/** Notified of what happens to tasks. */
export type TaskWatch = {
  /** `isRepeated`: a loop's run before failed with the same message. */
  failed(task: string, error: unknown, isRepeated: boolean): void;
  /** A loop's run has succeeded after runs that failed. */
  recovered?(task: string, failures: number): void;
  /** A run takes longer than it may; once for each run. */
  overdue?(task: string): void;
};

/** Tasks that run concurrently with their callers. What a task throws goes to `watch`, and the loop goes on. */
export function machineScheduler(watch: TaskWatch): MachineScheduler {
  const spawned = new Set<Promise<void>>();
  const late = new Set<{ readonly name: string }>();

  /** Runs a task once, and notices when it takes too long. */
  const observe = async (name: string, overdueMs: number, task: () => Promise<void>): Promise<void> => {
    const run = { name };
    const timer = setTimeout(() => {
      late.add(run);
      watch.overdue?.(name);
    }, overdueMs);
    timer.unref();
    try {
      await task();
    } finally {
      clearTimeout(timer);
      late.delete(run);
    }
  };

  return {
    loop(name, intervalMs, task, limits) {
      let failures = 0;
      let lastMessage: string | undefined;
      return startLoop(intervalMs, async (signal) => {
        try {
          await observe(name, limits?.overdueMs ?? OVERDUE_MS, () => task(signal));
          if (failures > 0) watch.recovered?.(name, failures);
          failures = 0;
          lastMessage = undefined;
        } catch (error) {
          const message = String(error);
          failures += 1;
          watch.failed(name, error, message === lastMessage);
          lastMessage = message;
        }
      });
    },
    spawn(name, task) {
      const run = observe(name, SPAWNED_OVERDUE_MS, task)
        .catch((error) => watch.failed(name, error, false))
        .finally(() => spawned.delete(run));
      spawned.add(run);
    },
    async drain() {
      while (spawned.size > 0) await Promise.all(spawned);
    },
    overdue: () => [...new Set([...late].map(({ name }) => name))].sort(),
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
