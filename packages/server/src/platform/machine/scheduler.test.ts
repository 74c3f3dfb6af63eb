import { describe, expect, it } from "vitest";
import { machineClock } from "./clock.ts";
import { machineScheduler } from "./scheduler.ts";

const sleep = machineClock.sleep;
const FOREVER_MS = 1_000_000;
const SILENT = { failed: () => undefined };

describe("a loop", () => {
  it("runs immediately, again when woken, and once more after a run during which it was woken", async () => {
    const scheduler = machineScheduler(SILENT);
    let runs = 0;
    let finish = (): void => undefined;
    const loop = scheduler.loop("test", FOREVER_MS, () => {
      runs += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    expect(runs).toBe(1);

    loop.wake();
    loop.wake();
    expect(runs).toBe(1);
    finish();
    await sleep(1);
    expect(runs).toBe(2);

    finish();
    await sleep(1);
    expect(runs).toBe(2);

    loop.wake();
    await sleep(1);
    expect(runs).toBe(3);

    finish();
    await loop.stop();
  });

  it("asks each time how long to pause", async () => {
    const pauses = [1, 2, FOREVER_MS];
    const scheduler = machineScheduler(SILENT);
    const { promise: thirdRun, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const loop = scheduler.loop(
      "test",
      () => pauses.shift() ?? 0,
      async () => {
        runs += 1;
        if (runs === 3) resolve();
      },
    );
    await thirdRun;
    await sleep(20);
    expect([runs, pauses]).toEqual([3, []]);
    await loop.stop();
  });

  it("reports what a run throws, marks what is thrown again, and goes on until it works", async () => {
    const seen: unknown[] = [];
    const watch = {
      failed: (task: string, error: unknown, isRepeated: boolean) =>
        seen.push([task, (error as Error).message, isRepeated]),
      recovered: (task: string, failures: number) => seen.push([task, failures]),
    };
    const outcomes = ["no node", "no node", "no database", undefined, undefined, "no node"];
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const loop = machineScheduler(watch).loop("broken", 0, async () => {
      if (outcomes.length === 0) return resolve();
      const message = outcomes.shift();
      if (message !== undefined) throw new Error(message);
    });
    await ended;
    await loop.stop();

    expect(seen).toEqual([
      ["broken", "no node", false],
      ["broken", "no node", true],
      ["broken", "no database", false],
      ["broken", 3],
      ["broken", "no node", false],
      ["broken", 1],
    ]);
  });

  it("is overdue while a run takes longer than it may, which is reported once", async () => {
    const reported: string[] = [];
    const noticed = Promise.withResolvers<void>();
    const scheduler = machineScheduler({
      ...SILENT,
      overdue(task) {
        reported.push(task);
        noticed.resolve();
      },
    });
    const hung = Promise.withResolvers<void>();
    const quick = scheduler.loop("quick", 1, async () => undefined, { overdueMs: FOREVER_MS });
    const loop = scheduler.loop("slow", FOREVER_MS, () => hung.promise, { overdueMs: 1 });
    expect(scheduler.overdue()).toEqual([]);

    await noticed.promise;
    await sleep(20);
    expect(scheduler.overdue()).toEqual(["slow"]);
    expect(reported).toEqual(["slow"]);

    hung.resolve();
    await loop.stop();
    await quick.stop();
    expect(scheduler.overdue()).toEqual([]);
  });

  it("asks the run that is under way to end, waits for it, and starts no other", async () => {
    let runs = 0;
    let ended = false;
    const loop = machineScheduler(SILENT).loop("test", 0, async (signal) => {
      runs += 1;
      await sleep(FOREVER_MS, signal);
      ended = true;
    });

    loop.wake();
    await loop.stop();

    expect({ runs, ended }).toEqual({ runs: 1, ended: true });
  });
});

describe("drain", () => {
  it("waits for what was spawned, also by what was spawned", async () => {
    const scheduler = machineScheduler(SILENT);
    const ended: string[] = [];
    scheduler.spawn("outer", async () => {
      await sleep(1);
      scheduler.spawn("inner", async () => {
        await sleep(1);
        ended.push("inner");
      });
      ended.push("outer");
    });

    await scheduler.drain();

    expect(ended).toEqual(["outer", "inner"]);
  });
});
