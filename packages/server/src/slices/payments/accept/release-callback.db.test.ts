import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { countBlocked } from "#platform/database/testing/blocked.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { deliveriesOf, givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { cut } from "#slices/lightning/testing/fake-plan.harness.ts";
import { completePayment } from "../drive/finish-payment.ts";
import type { Payment } from "../model/payment.ts";
import { answersLostOnce, type Driving, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { releaseCallback } from "./release-callback.ts";

const callbackUrl = "https://shop.example/paid";

onDatabase("the callbackUrl of a payment", (database) => {
  /** When it is called, in milliseconds after the payment was created; undefined before there is an event. */
  const calledAfterMs = async ({ id, createdAt }: Payment) => {
    const [callback] = (await deliveriesOf(database().db, id)).filter(({ endpoint }) => endpoint === null);
    return callback && callback.dueAt.getTime() - createdAt.getTime();
  };
  const given = async (options?: Parameters<typeof givenDriving>[1]) => {
    const driving = await givenDriving(database(), options);
    const { world } = driving;
    const unclear = async (waitMs: number) => {
      world.node.plan = cut();
      return await driving.pay({ callbackUrl, waitMs, hungUp: () => AbortSignal.abort() });
    };
    return { ...driving, unclear, release: ({ id }: Payment) => releaseCallback(world.drive, id) };
  };
  const complete = async ({ world }: Driving, payment: Payment, drive = world.drive) => {
    const { progress } = payment;
    if (!("invoice" in progress) || typeof progress.invoice !== "object") throw new Error("no invoice");
    const preimage = world.preimageOf(progress.invoice.paymentHash);
    expect(await completePayment(drive, payment, { preimage, fee: msats(1n) })).toBe("finished");
  };

  it("is called 5 s after the answer is given at the latest, when nobody says that it is out", async () => {
    const driving = await given();
    const immediately = await driving.pay({ callbackUrl, waitMs: 0 });
    const waited = await driving.pay({ callbackUrl, waitMs: 25_000 });
    const payee = await driving.world.project("payee", msats(0n));
    driving.world.pay.recipientOf = async () => payee.wallet;
    const internal = await driving.pay({ callbackUrl, waitMs: 25_000 });

    expect(await calledAfterMs(immediately)).toBe(5_000);
    expect(await calledAfterMs(waited)).toBe(30_000);
    expect(await calledAfterMs(internal)).toBe(30_000);
  });

  it("is called immediately when the payment finishes later than that", async () => {
    const driving = await given();
    const payment = await driving.unclear(0);
    driving.clock.advance(MINUTE);
    await complete(driving, payment);
    expect(await calledAfterMs(payment)).toBeGreaterThanOrEqual(MINUTE);
  });

  it("is called when the answer is out, for a payment that was finished before", async () => {
    const driving = await given({ batchOn: answersLostOnce(database()) });
    await givenEndpoint(database().db, driving.caller.wallet.owner.id);
    const payment = await driving.pay({ callbackUrl, waitMs: 25_000 });
    driving.clock.advance(1_000);

    await driving.release(payment);

    const ms = await calledAfterMs(payment);
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(ms).toBeLessThan(5_000);
    driving.clock.advance(1_000);
    await driving.release(payment); // a replay was answered
    expect(await calledAfterMs(payment)).toBe(ms);
  });

  it("is called immediately when the payment finishes after the answer is out", async () => {
    const driving = await given();
    const payment = await driving.unclear(60_000);
    await driving.release(payment);
    driving.clock.advance(1_000);
    expect(await calledAfterMs(payment)).toBeUndefined();

    await complete(driving, payment);

    const ms = await calledAfterMs(payment);
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(ms).toBeLessThan(20_000);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is called immediately when the payment finishes while the answer goes out, in both orders", async () => {
    const driving = await given();
    const { world } = driving;
    const finisher = { ...world.drive, batch: database().batchOn(driving.clock) };
    const edge = { ...world.drive, batch: database().batchOn(driving.clock) };
    for (let round = 0; round < 10; round += 1) {
      const payment = await driving.unclear(60_000);
      const works = [() => complete(driving, payment, finisher), () => releaseCallback(edge, payment.id)];
      await Promise.all((round % 2 === 0 ? works : works.toReversed()).map((work) => work()));
      expect(await calledAfterMs(payment)).toBeLessThan(20_000);
    }
  });

  it("waits for a finish that is being written, and for a release that is", async () => {
    const driving = await given();
    const other = { ...driving.world.drive, batch: database().batchOn(driving.clock) };
    for (const first of ["finish", "release"] as const) {
      const payment = await driving.unclear(60_000);
      const works = {
        finish: () => complete(driving, payment, other),
        release: () => releaseCallback(other, payment.id),
      };
      const working: Promise<void>[] = [];
      // The book stays locked until both wait for it, in this order.
      await database().admin.transaction(async (tx) => {
        await tx.query(sql`select ledger.lock_book()`);
        working.push(works[first]());
        await expect.poll(blocked).toBe(1);
        const second = { ...driving.world.drive, batch: database().batchOn(driving.clock) };
        working.push(first === "finish" ? releaseCallback(second, payment.id) : complete(driving, payment, second));
        await expect.poll(blocked).toBe(2);
      });
      await Promise.all(working);
      expect(await calledAfterMs(payment)).toBeLessThan(20_000);
    }
  });

  const blocked = () => countBlocked(database());

  it("is left as it is when it was tried, failed and is to be tried again", async () => {
    const driving = await given();
    const payment = await driving.pay({ callbackUrl, waitMs: 0 });
    await database().admin.query(sql`
      update events.delivery set attempt = 1, due_at = '2999-01-01' where url = ${callbackUrl}`);
    await driving.release(payment);
    expect(await deliveriesOf(database().db, payment.id)).toMatchObject([{ dueAt: new Date("2999-01-01") }]);
  });

  it("is not changed by the answer to another payment, and endpoints do not wait for any", async () => {
    const driving = await given();
    await givenEndpoint(database().db, driving.caller.wallet.owner.id);
    const [payment, other] = [await driving.unclear(60_000), await driving.pay({ callbackUrl })];
    await driving.release(other);
    await complete(driving, payment);
    expect(await calledAfterMs(payment)).toBe(65_000);
    const [endpoint] = (await deliveriesOf(database().db, payment.id)).filter((written) => written.endpoint !== null);
    expect(endpoint?.dueAt.getTime()).toBeLessThan(payment.createdAt.getTime() + 20_000);
  });
});
