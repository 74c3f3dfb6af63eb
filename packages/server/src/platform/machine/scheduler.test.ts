import { describe, expect, it } from "vitest";
import { machineClock } from "./clock.ts";
import { machineScheduler } from "./scheduler.ts";

const sleep = machineClock.sleep;
const FOREVER_MS = 1_000_000;

describe("a loop", () => {
  it("runs at once, again when woken, and once more after a run during which it was woken", async () => {
    const scheduler = machineScheduler(() => undefined);
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
    const scheduler = machineScheduler(() => undefined);
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

  it("reports what a run throws and goes on after the interval", async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const loop = machineScheduler((...failure) => failures.push(failure)).loop("broken", 1, async () => {
      runs += 1;
      if (runs < 3) throw new Error(`run ${runs}`);
    });
    while (runs < 3) await sleep(1);
    await loop.stop();

    expect(failures).toEqual([
      ["broken", new Error("run 1")],
      ["broken", new Error("run 2")],
    ]);
  });

  it("tells the run that is under way to end, waits for it, and starts no other", async () => {
    let runs = 0;
    let ended = false;
    const loop = machineScheduler(() => undefined).loop("test", 0, async (signal) => {
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
    const scheduler = machineScheduler(() => undefined);
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
