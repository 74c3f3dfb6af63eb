import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { pay as accept } from "#slices/payments/accept/pay.ts";
import { type Driving, givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { LEVEL_LIMITS, limitsOfUser } from "#slices/users/testing/levels.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { setLevels } from "#users";
import { startBookkeeping } from "./worker.ts";

const MONTH_MS = 31 * 24 * 3_600_000;

/** One run of a loop. */
function loopOf({ world }: Driving, name: string): () => Promise<unknown> {
  let run: () => Promise<unknown> = () => Promise.reject(new Error("there is no such loop"));
  const scheduler: Scheduler = {
    loop(found, _intervalMs, task) {
      if (found === name) run = async () => await task(new AbortController().signal);
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  startBookkeeping({
    ...world.drive,
    scheduler,
    look: noLook,
    invariants: [],
    everything: async () => [],
    auditWatch: { audited: () => undefined, compared: () => undefined },
  });
  return run;
}

onDatabase("the loop of levels", (database) => {
  it("brings wallets of users to the limits of a new configuration", async () => {
    const apply = loopOf(await givenDriving(database()), "users.apply_levels");
    const user = await givenUser(database());
    await setLevels(database(), LEVEL_LIMITS);
    await apply();
    expect(await limitsOfUser(database(), user.id)).toEqual(LEVEL_LIMITS.unverified);
  });
});

onDatabase("the loop that forgets idempotency keys", (database) => {
  it("keeps the key of a payment that is pending, however long, and forgets it after it was finished", async () => {
    const driving = await givenDriving(database());
    const { world, clock, caller, later, kindOf } = driving;
    const rotate = loopOf(driving, "idempotency.rotate_keys");
    const passMonths = async (months: number) => {
      for (let month = 0; month < months; month += 1) {
        clock.advance(MONTH_MS);
        await rotate();
      }
    };
    const request = world.request(caller, {
      lnAddress: world.recipient("shop"),
      idempotencyKey: "order-1",
      waitMs: 0,
    });
    const pay = () => accept({ ...world.pay, driver: undefined }, request);
    const { payment } = await pay();

    await passMonths(4);
    expect(await pay()).toMatchObject({ replayed: true, payment: { id: payment.id } });

    await later(0);
    expect(await kindOf(payment)).toBe("completed");
    await passMonths(2);
    const again = await pay();
    expect(again.replayed).toBe(false);
    expect(again.payment.id).not.toBe(payment.id);
  });
});
