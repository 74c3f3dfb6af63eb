import { randomBytes, randomFillSync } from "node:crypto";
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

/** Bytes drawn from the operating system at once: a call for each id costs more than the id. */
const POOL_BYTES = 8_192;
/** Room for 2,048 ids a millisecond and more; what exceeds it borrows from the next millisecond. */
const COUNTER_START = 0x800;
const COUNTER_END = 0x1000;

/**
 * Randomness from the operating system. Ids grow within this process, also when many are made in one millisecond or
 * the clock jumps back (RFC 9562, section 6.2, method 1: the 12 bits after the version are a counter that starts at a
 * random place in its lower half).
 */
export function machineRandom(clock: Pick<Clock, "now"> = machineClock): Random {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let lastMs = 0;
  let counter = 0;

  const draw = (length: number): Buffer => {
    if (used + length > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      const ms = clock.now().getTime();
      const random = draw(10);
      counter += 1;
      if (ms > lastMs || counter === COUNTER_END) {
        lastMs = Math.max(ms, lastMs + 1);
        counter = random.readUInt16BE(8) % COUNTER_START;
      }
      const time = lastMs.toString(16).padStart(12, "0");
      const variant = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16);
      const rest = random.toString("hex", 2, 8);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${variant}-${rest}`;
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

function startLoop(intervalMs: number, run: (signal: AbortSignal) => Promise<void>): Loop {
  const stopping = new AbortController();
  let woken = false;
  let endPause = (): void => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
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
