import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Clock, CrashPoint, Loop, Random, Reached, Scheduler } from "../kernel/clock.ts";

/** Time, randomness and tasks of the real machine. Everything above `platform` gets them as dependencies. */

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
};

/** Room for 2,048 ids a millisecond and more; what exceeds it borrows from the next millisecond. */
const COUNTER_START = 0x800;
const COUNTER_END = 0x1000;

/**
 * Randomness from the operating system. Ids grow within this process, also when many are made in one millisecond or
 * the clock jumps back (RFC 9562, section 6.2, method 1: the 12 bits after the version are a counter that starts at a
 * random place in its lower half).
 */
export function machineRandom(clock: Pick<Clock, "now"> = machineClock): Random {
  let lastMs = 0;
  let time = "";
  let counter = 0;

  const startMillisecond = (ms: number): void => {
    lastMs = ms;
    const digits = ms.toString(16).padStart(12, "0");
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
    counter = randomInt(COUNTER_START);
  };

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      const ms = clock.now().getTime();
      counter += 1;
      if (ms > lastMs || counter === COUNTER_END) startMillisecond(Math.max(ms, lastMs + 1));
      // The last two groups are the same in versions 4 and 7: the variant and 62 random bits (RFC 9562, section 4).
      return `${time}${counter.toString(16).padStart(3, "0")}-${randomUUID().slice(19)}`;
    },
  };
}

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

/** Kills this process, as `kill -9` would, when it gets to `wanted`. For tests; the configuration refuses it on mainnet. */
export function crashAt(wanted: CrashPoint | undefined): Reached {
  return (point) => {
    if (point === wanted) process.kill(process.pid, "SIGKILL");
  };
}
