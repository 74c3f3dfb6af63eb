import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookByHand } from "#platform/database/testing/look.harness.ts";
import { paymentLoops } from "./jobs.ts";
import { type Driving, givenDriving } from "./testing/driving.harness.ts";

/** While no look finds any. */
const REST_MS = 60_000;

onDatabase("the loop that finds due payments", (database) => {
  /** The loop in the test's hands: each run answers how long it pauses then. */
  function dueLoop({ world }: Driving, failures: unknown[] = []) {
    const runs = new Map<string, () => Promise<number>>();
    let woken = 0;
    const scheduler: Scheduler = {
      ...world.drive.scheduler,
      loop(name, intervalMs, task) {
        runs.set(name, async () => {
          await task(new AbortController().signal).catch((error: unknown) => failures.push(error));
          await world.settled();
          return typeof intervalMs === "number" ? intervalMs : intervalMs();
        });
        const wake = () => {
          woken += 1;
        };
        return { wake, stop: async () => undefined };
      },
    };
    const { look, run: looks } = lookByHand(world.drive.db, world.drive.clock);
    paymentLoops({ ...world.drive, pendingMax: world.pay.pendingMax, scheduler, look });
    const run = runs.get("payments.drive_due");
    if (run === undefined) throw new Error("there is no such loop");
    return { run, looks, woken: () => woken };
  }

  it("looks often while work keeps coming, and at last when a look has found some", async () => {
    const driving = await givenDriving(database());
    const { world, pay, kindOf } = driving;
    world.pay.driver = undefined;
    const { run, looks, woken } = dueLoop(driving);
    expect(await run()).toBe(REST_MS);
    await looks();
    expect(woken()).toBe(0);

    const first = await pay();
    await looks();
    expect(woken()).toBe(1);
    expect(await run()).toBe(50);
    expect(await kindOf(first)).toBe("completed");
    expect([await run(), await run()]).toEqual([75, 112.5]);

    const second = await pay();
    expect(await run()).toBe(50);
    expect(await kindOf(second)).toBe("completed");
    const pauses: number[] = [];
    for (let i = 0; i < 10; i += 1) pauses.push(await run());
    expect(pauses.at(-1)).toBe(REST_MS);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    await looks();
    expect(woken()).toBe(1);
  });

  it("does not hammer a database that does not answer, and asks it once a second", async () => {
    const driving = await givenDriving(database());
    const { world, pay } = driving;
    world.pay.driver = undefined;
    await pay();
    let isDown = false;
    const db: typeof world.drive.db = {
      ...world.drive.db,
      query: (statement) => (isDown ? Promise.reject(new Error("down")) : database().db.query(statement)),
    };
    const failures: unknown[] = [];
    const { run, looks } = dueLoop({ ...driving, world: { ...world, drive: { ...world.drive, db } } }, failures);
    expect(await run()).toBe(50);

    isDown = true;
    await looks();

    expect(await run()).toBe(1_000);
    expect(failures).toHaveLength(1);
  });
});
