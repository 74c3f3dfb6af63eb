import type { Loop } from "#kernel/clock.ts";
import type { MachineScheduler } from "../scheduler.ts";

type Own = {
  readonly name: string;
  running: Promise<void> | undefined;
  /** When it runs next, by the time that the test lets pass. */
  dueMs: number;
  start(): void;
};

/**
 * Loops whose pauses last as long as the test says: their tasks are the real ones, one after the other. `waiting`:
 * tasks that wait for somebody else, and are not waited for.
 */
export function steppedScheduler(waiting: readonly string[]) {
  const loops = new Set<Own>();
  const spawned = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const runs = new Map<string, number>();
  let nowMs = 0;

  const isWaitedFor = ({ name, running }: Own) => running !== undefined && !waiting.includes(name);
  async function settle(): Promise<void> {
    for (;;) {
      const open = [...[...loops].filter(isWaitedFor).map(({ running }) => running), ...spawned];
      if (open.length === 0) return;
      await Promise.all(open);
    }
  }

  const scheduler: MachineScheduler = {
    loop(name, intervalMs, task): Loop {
      const stopping = new AbortController();
      let isWoken = false;
      const run = async (): Promise<void> => {
        do {
          isWoken = false;
          runs.set(name, (runs.get(name) ?? 0) + 1);
          await task(stopping.signal).catch((error: unknown) => failures.push(error));
        } while (isWoken && !stopping.signal.aborted);
        own.running = undefined;
        own.dueMs = nowMs + (typeof intervalMs === "number" ? intervalMs : intervalMs());
      };
      const own: Own = {
        name,
        running: undefined,
        dueMs: 0,
        start() {
          own.running = run();
        },
      };
      const wake = () => {
        if (stopping.signal.aborted) return;
        if (own.running === undefined) own.start();
        else isWoken = true;
      };
      loops.add(own);
      own.start();
      return {
        wake,
        async stop() {
          stopping.abort();
          loops.delete(own);
          await own.running;
        },
      };
    },
    spawn(_name, task) {
      const run = task()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => spawned.delete(run));
      spawned.add(run);
    },
    async drain() {
      while (spawned.size > 0) await Promise.all(spawned);
    },
    overdue: () => [],
  };

  return {
    scheduler,
    /** What tasks have thrown. */
    failures,
    /** How often tasks have run. */
    runs,
    /** What was woken has run to its end. */
    settle,
    /** Each loop runs as often as it does in this time. */
    async pass(ms: number): Promise<void> {
      const endMs = nowMs + ms;
      await settle();
      for (;;) {
        const resting = [...loops].filter(({ running }) => running === undefined);
        const next = resting.reduce<Own | undefined>(
          (a, b) => (a === undefined || b.dueMs < a.dueMs ? b : a),
          undefined,
        );
        if (next === undefined || next.dueMs > endMs) break;
        nowMs = Math.max(nowMs, next.dueMs);
        next.start();
        await settle();
      }
      nowMs = endMs;
    },
  };
}
