import { expect, it } from "vitest";
import type { Clock, CrashPoint } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { hangs, holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "../accept/pay.ts";
import { LEASE_MS, RENEW_MS } from "../model/lease.ts";
import { listPayments } from "../store/lists.ts";
import { CRASH_POINTS, type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import type { DriveDeps } from "./deps.ts";
import { renewAll } from "./drive-due.ts";
import { DRIVE_MAX_MS, drivePayment } from "./drive-payment.ts";

const PAID = 101_500n;

onDatabase("a payment whose driver never goes on", (database) => {
  const given = () => givenDriving(database());

  /** A process of its own that stops for ever at `point`; it renews no lease, as it is dead. */
  function stopsAt({ world }: Driving, point: CrashPoint) {
    const stopped = Promise.withResolvers<void>();
    const reached = (at: CrashPoint) => {
      if (at !== point) return undefined;
      stopped.resolve();
      return new Promise<void>(() => undefined);
    };
    return { deps: { ...world.drive, leases: new Map(), reached }, reached, stopped: stopped.promise };
  }

  it.each(CRASH_POINTS.drive)(
    "is paid once by another process, after the lease, when the first stops at %s",
    async (point) => {
      const driving = await given();
      const { world, caller, lease, later, kindOf, breaches } = driving;
      const payment = await lease();
      const { deps, stopped } = stopsAt(driving, point);
      void drivePayment(deps, payment);
      await stopped;
      const before = await kindOf(payment);

      await later(0);
      expect(await kindOf(payment), "its lease runs on").toBe(before);
      await later(LEASE_MS + 1_000);
      for (let minute = 0; minute < 3; minute += 1) await later(MINUTE);

      expect(await kindOf(payment)).toBe("completed");
      expect(world.node.requests).toHaveLength(1);
      expect(await world.balance(caller)).toBe(FUNDS - PAID);
      expect(await breaches()).toEqual([]);
    },
  );

  it("is not made when its process stops before the reservation, and is paid once when it stops after it", async () => {
    for (const point of CRASH_POINTS.accept) {
      const driving = await given();
      const { world, caller, later, breaches } = driving;
      const { reached, stopped } = stopsAt(driving, point);
      const request = world.request(caller, { lnAddress: world.recipient("shop"), idempotencyKey: point });
      void pay({ ...world.pay, reached }, request);
      await stopped;
      await later(MINUTE);
      const made = await listPayments(database().db, { wallet: caller.wallet.id, limit: 10 });
      expect(made.map(({ progress }) => progress.kind)).toEqual(point === "before-reserve" ? [] : ["completed"]);

      const { payment, replayed } = await pay(world.pay, request);
      await world.settled();
      expect(replayed).toBe(point === "after-reserve");
      expect(payment.progress.kind).toBe("completed");
      expect(world.node.requests).toHaveLength(1);
      expect(await world.balance(caller)).toBe(FUNDS - PAID);
      expect(await breaches()).toEqual([]);
    }
  });

  const does = [
    ["has paid it", pays()],
    ["has it in flight, and pays it later", holds()],
  ] as const;

  it.each(does)(
    "is taken over when a node that %s never answers, once its lease is renewed no more",
    async (_, act) => {
      const driving = await given();
      const { world, clock, caller, lease, later, reread, kindOf, breaches, sent } = driving;
      const payment = await lease();
      const asked = Promise.withResolvers<void>();
      world.node.plan = () => {
        asked.resolve();
        return hangs(act);
      };
      const sleep = handSleep();
      const deps: DriveDeps = { ...world.drive, leases: new Map(), clock: { ...clock, sleep: sleep.sleep } };
      void drivePayment(deps, payment);
      await asked.promise;
      expect(sleep.ms).toEqual([DRIVE_MAX_MS]);

      for (let ms = 0; ms < DRIVE_MAX_MS; ms += RENEW_MS) {
        await renewAll(deps);
        await later(RENEW_MS);
        expect(await kindOf(payment), "its lease is renewed").toBe("dispatched");
      }
      sleep.wake();
      await sleep.woken();
      expect(deps.leases.size).toBe(0);
      await renewAll(deps);
      await later(LEASE_MS + 1_000);

      // A row that is just being written to is left to the next tick.
      const token = async () => {
        await later(0);
        return (await reread(payment)).lease.token;
      };
      await expect.poll(token).toBeGreaterThan(payment.lease.token);
      if (act.act.kind === "hold") world.node.paying.settle(sent().paymentHash);
      await later(5 * MINUTE);
      expect(await kindOf(payment)).toBe("completed");
      expect(world.node.requests).toHaveLength(1);
      expect(await world.balance(caller)).toBe(FUNDS - PAID);
      expect(await breaches()).toEqual([]);
    },
  );

  /** Sleep that ends by hand. */
  function handSleep() {
    const end = Promise.withResolvers<void>();
    const ms: number[] = [];
    const sleep: Clock["sleep"] = async (asked) => {
      ms.push(asked);
      await end.promise;
    };
    return { ms, sleep, wake: () => end.resolve(), woken: () => new Promise((done) => setImmediate(done)) };
  }
});
