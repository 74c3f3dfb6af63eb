import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pay as accept } from "#slices/payments/accept/pay.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { startBookkeeping } from "./worker.ts";

const MONTH_MS = 31 * 24 * 3_600_000;

onDatabase("the loop that forgets idempotency keys", (database) => {
  it("keeps the key of a payment that is pending, however long, and forgets it after it was finished", async () => {
    const { world, clock, caller, later, kindOf } = await givenDriving(database());
    let rotate: () => Promise<void> = () => Promise.reject(new Error("there is no such loop"));
    const scheduler: Scheduler = {
      loop(name, _intervalMs, task) {
        if (name === "idempotency.rotate_keys") rotate = () => task(new AbortController().signal);
        return { wake: () => undefined, stop: async () => undefined };
      },
      spawn: () => undefined,
    };
    startBookkeeping({
      ...{ ...world.drive, scheduler, invariants: [] },
      auditWatch: { audited: () => undefined, compared: () => undefined },
    });
    const passMonths = async (months: number) => {
      for (let month = 0; month < months; month += 1) {
        clock.advance(MONTH_MS);
        await rotate();
      }
    };
    const request = world.request(caller, {
      ...{ lnAddress: world.recipient("shop"), idempotencyKey: "order-1", waitMs: 0 },
    });
    const pay = () => accept({ ...world.pay, drive: undefined }, request);
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
