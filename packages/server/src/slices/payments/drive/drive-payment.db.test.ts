import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay as accept } from "../accept/pay.ts";
import { CRASH_POINTS, diesAt, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { driveDue } from "./drive-due.ts";
import { driverOf } from "./drive-payment.ts";

onDatabase("a payment whose outcome is not clear", (database) => {
  const given = () => givenDriving(database());

  it("completes when the node says later that it was paid", async () => {
    const { world, caller, pay, later, reread, breaches } = await given();
    world.node.plan = cut(settles());
    const payment = await pay();
    expect(payment.progress.kind).toBe("unknown");

    await later(2_000);

    expect((await reread(payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("fails when the node says later that it failed", async () => {
    const { world, caller, pay, later, reread, breaches } = await given();
    world.node.plan = cut(fails("no_route"));
    const payment = await pay();
    await later(2_000);
    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("stays pending for as long as the node does not answer or the recipient holds it", async () => {
    const { world, caller, pay, later, kindOf, breaches } = await given();
    world.node.plan = holds();
    const payment = await pay();
    for (const error of [undefined, new NodeUnavailable("gone"), undefined]) {
      if (error === undefined) world.node.broken.clear();
      else world.node.broken.add("lookupOutgoing");
      await later(10 * MINUTE);
      expect(await kindOf(payment)).toBe(error === undefined ? "in_flight" : "unknown");
    }
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it("completes when the recipient takes it after a day", async () => {
    const { world, caller, pay, later, kindOf, reread, breaches, sent } = await given();
    world.node.plan = holds();
    const payment = await pay();
    for (let hour = 0; hour < 24; hour += 1) await later(60 * MINUTE);
    expect(await kindOf(payment)).toBe("in_flight");
    expect(world.node.requests).toHaveLength(1);

    world.node.paying.settle(sent().paymentHash);
    await later(5 * MINUTE);
    expect((await reread(payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("is answered to the request that waits for it, also when another process finishes it", async () => {
    const { world, caller, later } = await given();
    const draft = world.request(caller, { lnAddress: world.recipient("shop"), waitMs: 20_000 });
    const announcesToNobody = { ...world.drive, waiters: { ...world.drive.waiters, announce: () => undefined } };

    const waiting = accept({ ...world.pay, driver: undefined }, draft);
    let taken = 0;
    while (taken === 0) taken = await driveDue(announcesToNobody);

    expect((await waiting).payment.progress.kind).toBe("completed");
    await later(0);
  });

  it("is looked for often at first, by who waits where nobody drives, and twice a second at last; once a second where we drive", async () => {
    const { world, caller } = await given();
    const pauses = async (driver: typeof world.pay.driver) => {
      const asked: number[] = [];
      const waiters: typeof world.pay.waiters = {
        ...world.pay.waiters,
        wait: async (_, { pauseMs }) => {
          asked.push(Math.round(pauseMs));
        },
      };
      const clock = { ...world.pay.clock, monotonicMs: () => (asked.length < 10 ? 0 : 60_000) };
      const draft = world.request(caller, { lnAddress: world.recipient("shop"), waitMs: 20_000 });
      await accept({ ...world.pay, waiters, clock, driver }, draft);
      return asked;
    };

    expect(await pauses(undefined)).toEqual([50, 75, 113, 169, 253, 380, 500, 500, 500, 500]);
    expect(await pauses(driverOf(() => undefined))).toEqual(Array(10).fill(1_000));
  });

  it("is not sent again while the first attempt may still be on its way, and then with the same invoice", async () => {
    const { world, caller, pay, later, kindOf, breaches } = await given();
    world.node.plan = cut();
    const payment = await pay();

    await later(3_000);
    expect(world.node.requests).toHaveLength(1);

    world.node.plan = settles();
    await later(20_000);
    await later(1_000);
    expect(world.node.requests).toHaveLength(2);
    expect(world.node.requests[0]?.invoice).toBe(world.node.requests[1]?.invoice);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("fails by absence only long after the expiry of its invoice, found twice", async () => {
    const { world, caller, pay, later, kindOf, breaches } = await given();
    world.node.plan = cut();
    const payment = await pay();

    await later(65 * MINUTE); // the invoice expired after 60
    expect(await kindOf(payment)).toBe("unknown");
    await later(10 * MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    await later(2 * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("books a payment that succeeds after it had failed as a loss, and freezes its hash", async () => {
    const { world, caller, pay, later, kindOf, breaches, sent } = await given();
    world.node.plan = fails();
    const payment = await pay();
    const attempt = sent();
    const before = await world.systemBalance("loss");

    world.node.paying.settleFailed(attempt.paymentHash);
    await watchFinished(world.drive, new AbortController().signal);

    expect(await kindOf(payment)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect((await world.systemBalance("loss")) - before).toBe(-101_500n);
    const lnAddress = world.recipient("thief", { invoice: () => ({ pr: attempt.invoice }) });
    const { payment: again } = await accept(world.pay, world.request(caller, { lnAddress, amount: sats(100n) }));
    expect(again.progress).toMatchObject({ kind: "failed", code: "invoice_already_paid" });
    await later(MINUTE);
    expect(await breaches()).toEqual([]);
  });

  it("pays an invoice whose hash the node failed to pay without us, and none that it may have paid", async () => {
    const { world, pay, breaches } = await given();
    const foreign = async (bookedAt: Date | null) => {
      const invoice = world.invoice({ amount: sats(100n) });
      await database().admin.query(sql`
        insert into lightning.foreign_payment (payment_hash, amount_msats, found_at, booked_at)
        values (${invoice.paymentHash}, 100000, now(), ${bookedAt})`);
      return await pay({ lnAddress: world.recipient("shop", { invoice: () => ({ pr: invoice.text }) }) });
    };
    expect((await foreign(null)).progress).toMatchObject({ kind: "failed", code: "invoice_already_paid" });
    expect((await foreign(new Date())).progress).toMatchObject({ kind: "completed" });
    expect(await breaches()).toEqual([]);
  });

  it("cannot be sent by a worker that slept beyond its lease", async () => {
    const { world, caller, breaches, clock } = await given();
    const { payment } = await accept(
      { ...world.pay, driver: driverOf(() => undefined) },
      world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(100n), waitMs: 0 }),
    );
    await world.settled();
    clock.advance(MINUTE);
    await driveDue(world.drive); // another worker takes it and pays
    await world.settled();
    await world.pay.driver?.drive(payment, undefined); // the first one wakes up

    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("is taken by one of many workers", async () => {
    const { world, pay, clock } = await given();
    world.node.plan = cut(settles());
    await pay();
    clock.advance(2_000);
    const taken = await Promise.all(Array.from({ length: 8 }, () => driveDue(world.drive)));
    await world.settled();
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  it.each([...CRASH_POINTS.accept, ...CRASH_POINTS.drive])(
    "is finished once when the process dies at %s",
    async (point) => {
      const { world, caller, later, breaches } = await given();
      const lnAddress = world.recipient("shop");
      const reached = diesAt(point);
      const dying = { ...world.drive, reached };
      const key = { lnAddress, amount: sats(100n), idempotencyKey: `crash-${point}`, waitMs: 0 };
      await accept({ ...world.pay, reached, driver: driverOf(() => dying) }, world.request(caller, key)).catch(
        () => undefined,
      );
      await world.settled().catch(() => undefined);

      // The next process: its worker goes on, and the client repeats its request.
      await later(MINUTE);
      await later(MINUTE);
      await later(MINUTE);
      const { payment } = await accept(world.pay, world.request(caller, { ...key, waitMs: 5_000 }));
      await world.settled();

      expect(payment.progress.kind).toBe("completed");
      expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
      expect(new Set(world.node.requests.map(({ paymentHash }) => bytesToHex(paymentHash))).size).toBe(1);
      const [count] = await database().db.query<{ n: bigint }>(sql`
      select count(*) as n from payments.payment where wallet_id = ${caller.wallet.id}`);
      expect(count?.n).toBe(1n);
      expect(await breaches()).toEqual([]);
    },
  );
});
