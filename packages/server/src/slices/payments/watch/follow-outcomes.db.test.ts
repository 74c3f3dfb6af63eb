import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { NodeUnavailable, type OutgoingStatus } from "#lightning";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { cut, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePayment } from "../drive/drive-payment.ts";
import { paymentLoops } from "../jobs.ts";
import type { Payment } from "../model/payment.ts";
import { leaseDue } from "../store/leases.ts";
import { findPayment } from "../store/payments.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";

onDatabase("the node's notification that a payment is finished", (database) => {
  const given = () => givenDriving(database());

  /** The recipient takes what it holds. */
  const settles = ({ world, sent }: Driving) => world.node.paying.settle(sent().paymentHash);

  /** A payment that is looked up every five minutes only. */
  async function givenHeld({ world, pay, later, reread }: Driving): Promise<Payment> {
    world.node.plan = holds();
    const payment = await pay();
    for (let hours = 0; hours < 12; hours += 1) await later(60 * MINUTE);
    return await reread(payment);
  }

  /** Whether the loops have found their place in the list and looked up everything pending once. */
  async function isPutOff({ clock }: Driving, { id }: Payment): Promise<boolean> {
    const payment = await findPayment(database().db, id);
    const { progress } = payment ?? {};
    return progress !== undefined && "dueAt" in progress && progress.dueAt > clock.now();
  }

  it("has one that its recipient held looked up now, and finishes it once", async () => {
    const driving = await given();
    const { world, caller, later, reread, breaches, follow } = driving;
    const payment = await givenHeld(driving);
    const { cursor } = await follow("");
    await later(0); // at the beginning all are looked at
    expect((await reread(payment)).progress.kind).toBe("in_flight");

    settles(driving);
    const followed = await follow(cursor);
    expect(followed).toEqual({ cursor: String(world.node.paying.finished.length), isWorkDue: true });
    await follow(cursor); // notified twice, as two workers are
    await later(0);

    expect((await reread(payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it("is heard by the loops, a failure too", async () => {
    const driving = await given();
    const { world, kindOf, sent } = driving;
    const payment = await givenHeld(driving);
    const failures: unknown[] = [];
    const scheduler = machineScheduler({ failed: (_, error) => failures.push(error) });
    const loops = paymentLoops({ ...world.drive, pendingMax: world.pay.pendingMax, scheduler, look: noLook });
    await expect.poll(() => isPutOff(driving, payment)).toBe(true);

    world.node.paying.giveBack(sent().paymentHash);

    await expect.poll(() => kindOf(payment)).toBe("failed");
    await Promise.all(loops.map((loop) => loop.stop()));
    await scheduler.drain();
    expect(failures).toEqual([]);
    expect(await world.balance(driving.caller)).toBe(FUNDS);
  });

  it("is not lost on a driver who looked before the end and puts the payment off after it", async () => {
    const driving = await given();
    const { world, clock, later, kindOf, follow } = driving;
    const payment = await givenHeld(driving);
    clock.advance(5 * MINUTE);
    const now = clock.now();
    const until = new Date(now.getTime() + 15_000);
    const leased = (await leaseDue(database().db, { now, until, limit: 100 })).find(({ id }) => id === payment.id);
    if (leased === undefined) throw new Error("the payment was not due");
    const { cursor } = await world.node.finished("", 0);
    const answer = Promise.withResolvers<OutgoingStatus>();
    const looking = drivePayment(
      { ...world.drive, leases: new Map(), node: { ...world.node, lookupOutgoing: () => answer.promise } },
      leased,
    );

    settles(driving);
    await follow(cursor);
    answer.resolve({ kind: "in_flight" }); // as it was when the node was asked
    await looking;
    await later(0);

    expect(await kindOf(payment)).toBe("completed");
  });

  it("is not needed: what ended unheard is found at the beginning, and by the look-ups", async () => {
    const driving = await given();
    const { later, kindOf, follow } = driving;
    const unheard = await givenHeld(driving);
    settles(driving);
    await follow(""); // the process before died with its place in the list
    await later(0);
    expect(await kindOf(unheard)).toBe("completed");

    const untold = await givenHeld(driving);
    settles(driving);
    await later(5 * MINUTE);
    expect(await kindOf(untold)).toBe("completed");
  });

  it("leaves alone what its driver hears himself, what is over, and hashes of strangers", async () => {
    const driving = await given();
    const { world, pay, reread, follow } = driving;
    const { cursor } = await follow("");
    const answer = Promise.withResolvers<void>();
    const send = world.node.pay;
    world.node.pay = async (request) => {
      const outcome = await send(request);
      await answer.promise;
      return outcome;
    };
    const paying = pay();
    await expect.poll(() => world.node.paying.finished).toHaveLength(1);
    world.node.payUnasked(world.invoice({ amount: sats(1n) }).text);

    expect((await follow(cursor)).isWorkDue).toBe(false);
    answer.resolve();
    const paid = await paying;
    expect(paid.progress.kind).toBe("completed");

    expect((await follow(cursor)).isWorkDue).toBe(false);
    expect((await reread(paid)).version).toBe(paid.version);
  });

  it("keeps a payment from being sent again that was about to be", async () => {
    const driving = await given();
    const { world, clock, pay, later, kindOf, sent, follow } = driving;
    world.node.plan = cut();
    const payment = await pay();
    await later(1_000); // unknown, and the attempt is past
    clock.advance(MINUTE);
    const { cursor } = await world.node.finished("", 0);
    const { lookupOutgoing } = world.node;
    const looked = Promise.withResolvers<void>();
    const absent = Promise.withResolvers<OutgoingStatus>();
    world.node.lookupOutgoing = () => {
      looked.resolve();
      return absent.promise;
    };
    const resending = later(0);
    await looked.promise;
    world.node.lookupOutgoing = lookupOutgoing;

    world.node.payUnasked(sent().invoice); // the first attempt arrived late
    await follow(cursor);
    absent.resolve({ kind: "not_found" });
    await resending;
    await later(MINUTE);

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("completed");
  });

  it("is asked for again when the node was away", async () => {
    const driving = await given();
    const { world } = driving;
    const payment = await givenHeld(driving);
    const { finished } = world.node;
    let asked = 0;
    world.node.finished = (...question) => {
      asked += 1;
      return asked === 2 ? Promise.reject(new NodeUnavailable("gone")) : finished(...question);
    };
    const failures: unknown[] = [];
    const scheduler = machineScheduler({ failed: (_, error) => failures.push(error) });
    const loops = paymentLoops({ ...world.drive, pendingMax: world.pay.pendingMax, scheduler, look: noLook });
    await expect.poll(() => asked).toBe(3);

    settles(driving);

    await expect.poll(() => driving.kindOf(payment)).toBe("completed");
    await Promise.all(loops.map((loop) => loop.stop()));
    await scheduler.drain();
    expect(failures).toEqual([]);
  });
});
