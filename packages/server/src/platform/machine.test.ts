import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isUuid } from "../kernel/ids.ts";
import { machineClock, machineRandom, machineScheduler } from "./machine.ts";

const sleep = machineClock.sleep;
const FOREVER_MS = 1_000_000;

describe("sleep", () => {
  it("ends early, without an error, when the signal aborts or has aborted before", async () => {
    const controller = new AbortController();
    const long = sleep(FOREVER_MS, controller.signal);
    controller.abort();

    await long;
    await sleep(FOREVER_MS, controller.signal);
  });
});

describe("an id", () => {
  it("is a UUID version 7 that holds the time it was made", () => {
    const at = new Date("2030-01-02T03:04:05.678Z");

    const id = machineRandom({ now: () => at }).uuid();

    expect(isUuid(id)).toBe(true);
    expect(id[14]).toBe("7");
    expect("89ab").toContain(id[19]);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at.getTime());
  });

  it("is random in its last 62 bits, also when many are made in the same millisecond", () => {
    const random = machineRandom({ now: () => new Date("2030-01-02T03:04:05.678Z") });
    const tails = new Set(Array.from({ length: 1_000 }, () => random.uuid().slice(19)));

    expect(tails.size).toBe(1_000);
    for (const place of [1, 3, 5, 16]) expect(new Set([...tails].map((tail) => tail[place])).size).toBe(16);
  });

  it("is greater than the one before, however many are made at once and wherever the clock jumps", () => {
    let ms = 1_900_000_000_000;
    const random = machineRandom({ now: () => new Date(ms) });

    const ids = Array.from({ length: 20_000 }, (_, i) => {
      if (i === 5_000) ms -= 60_000;
      if (i === 15_000) ms += 120_000;
      return random.uuid();
    });

    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

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

describe("crashAt", () => {
  it("kills the process at the wanted point and at no other", () => {
    const script = `
      import { crashAt } from ${JSON.stringify(join(import.meta.dirname, "machine.ts"))};
      const reached = crashAt("after-dispatch");
      reached("before-dispatch");
      console.log("still here");
      reached("after-dispatch");
      console.log("never");`;

    const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });

    expect({ stdout, signal }).toEqual({ stdout: "still here\n", signal: "SIGKILL" });
  });
});
