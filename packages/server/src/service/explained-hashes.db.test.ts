import { beforeEach, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { listForeign } from "#lightning";
import type { Payment } from "#payments";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, invoiceOf, MINUTE, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { watchFinished } from "#slices/payments/watch/watch-finished.ts";
import { reconcile } from "./reconcile.ts";
import { quick, restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const LOSS = {
  reason: "read the node's list",
  requireJournal: async () => undefined,
  booked: () => undefined,
  isWhole: async () => true,
};

onDatabase("a hash that the node has paid and the database has", (database) => {
  const { anew, given, resolving, kinds, openLedger, expectWhole } = restored(database);
  beforeEach(anew);

  const watch = async ({ world }: Driving) => await watchFinished(world.drive, new AbortController().signal);
  const lossOf = async ({ world }: Driving) => await world.systemBalance("loss");
  const foreign = async () => await listForeign(database().db);

  /** It has failed in the copy, and the node has settled its hash since. */
  async function paidAfterItsFailure(driving: Driving): Promise<Payment> {
    const { world, pay } = driving;
    world.node.plan = fails("no_route");
    const payment = await pay();
    world.node.plan = pays();
    world.node.paying.settleFailed(driving.sent().paymentHash);
    return payment;
  }

  /** In the copy it had its invoice, and no attempt. */
  async function ready(driving: Driving): Promise<Payment> {
    const payment = await resolving(driving);
    await whilePaused(database(), () => driving.later(MINUTE));
    return await driving.reread(payment);
  }

  it("is not explained by a payment that had failed: it is a sign of a restore, and no late success meanwhile", async () => {
    const driving = await given();
    const payment = await paidAfterItsFailure(driving);
    const before = await lossOf(driving);
    await driving.check();
    expect(await foreign()).toHaveLength(1);
    expect(await kinds()).toContain("foreign_payments");

    driving.clock.advance(60 * MINUTE);
    await watch(driving);
    await openLedger();
    driving.clock.advance(60 * MINUTE);
    await watch(driving);
    expect(await lossOf(driving)).toBe(before);

    const { results } = await reconcile(quick(driving.world.drive), LOSS);
    expect(results.map(({ outcome }) => outcome)).toEqual(["booked"]);
    driving.clock.advance(24 * 60 * MINUTE);
    await Promise.all([watch(driving), watch(driving)]);
    expect((await lossOf(driving)) - before).toBe(-101_500n);
    expect(await driving.incidentsOf(payment)).toEqual([]);
    await expectWhole(driving);
  });

  it("is a late success where the ledger has not gone back, and books it once", async () => {
    const driving = await given();
    const payment = await paidAfterItsFailure(driving);
    const before = await lossOf(driving);
    await checkForeignPayments(driving.world.drive, true);
    expect(await foreign()).toEqual([]);
    driving.clock.advance(60 * MINUTE);
    await watch(driving);
    expect(await driving.incidentsOf(payment)).toEqual(["late_success"]);
    await driving.check(); // at the next start
    expect([await foreign(), (await lossOf(driving)) - before]).toEqual([[], -101_500n]);
    await expectWhole(driving);
  });

  it("is no sign of a restore when the node calls it in flight for ever, and it was given back here", async () => {
    const driving = await given();
    driving.world.node.plan = cut(holds());
    const payment = await driving.pay();
    const htlcs = { place: "gone", lockedUntilBlock: 1_000, atBlock: 2_000 } as const;
    driving.world.node.paying.lose(driving.sent().paymentHash, htlcs);
    await driving.later(MINUTE);
    await driving.later(120 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("failed");
    await driving.check();
    expect([await foreign(), await kinds()]).toEqual([[], []]);
    await expectWhole(driving);
  });

  it("is booked once when the late success is written between the comparison's look and its record", async () => {
    const driving = await given();
    const payment = await paidAfterItsFailure(driving);
    const before = await lossOf(driving);
    const { world } = driving;
    const transaction: typeof world.drive.db.transaction = async (work) => {
      driving.clock.advance(60 * MINUTE);
      await openLedger();
      await watch(driving);
      return await world.drive.db.transaction(work);
    };
    await checkForeignPayments({ ...world.drive, db: { ...world.drive.db, transaction } });
    expect(await driving.incidentsOf(payment)).toEqual(["late_success"]);
    expect(await foreign()).toHaveLength(1);
    const outcomes = async () => (await reconcile(quick(world.drive), LOSS)).results.map(({ outcome }) => outcome);
    expect([await outcomes(), await outcomes()]).toEqual([["ours"], []]);
    expect((await lossOf(driving)) - before).toBe(-101_500n);
    await expectWhole(driving);
  });

  it("is that of a payment which was never dispatched: it waits, is completed by its own look-up, and booked once", async () => {
    const driving = await given();
    const { world, caller } = driving;
    const payment = await ready(driving);
    const before = await lossOf(driving);
    driving.paid(sats(100n), invoiceOf(payment));
    await driving.check();
    expect(await driving.reread(payment)).toMatchObject({ onHoldFor: "restore" });
    const mine = await reconcile(quick(world.drive), { ...LOSS, mine: true });
    expect(mine.results.map(({ outcome }) => outcome)).toEqual(["ours"]);

    await driving.later(MINUTE);
    await driving.later(5 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("completed");
    expect([await foreign(), world.node.requests.length]).toEqual([[], 0]);
    expect([await world.balance(caller), await lossOf(driving)]).toEqual([FUNDS - 101_500n, before]);
    await expectWhole(driving);
  });

  it("that failed at the node is never sent again: the payment ends as failed, on hold or after a start", async () => {
    const driving = await given();
    const { world, caller } = driving;
    const payment = await ready(driving);
    world.node.payUnasked(invoiceOf(payment).text, fails("no_route"));
    await driving.later(MINUTE);
    expect(await driving.kindOf(payment)).toBe("failed");

    const held = await ready(driving);
    world.node.payUnasked(invoiceOf(held).text, fails("no_route"));
    driving.paid(sats(7n));
    await driving.check();
    await driving.later(5 * MINUTE);
    expect(await driving.kindOf(held)).toBe("failed");
    expect([world.node.requests.length, await world.balance(caller)]).toEqual([0, FUNDS]);
    await expectWhole(driving, { foreign: 1 });
  });

  it("that failed as another payment of the same invoice is tried again", async () => {
    const driving = await given();
    const { world } = driving;
    const invoice = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("twice", { invoice: () => ({ pr: invoice.text }) });
    world.node.plan = fails("no_route");
    expect((await driving.pay({ lnAddress })).progress.kind).toBe("failed");
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const second = await driving.pay({ lnAddress });
    world.pay.driver = driver;
    await driving.later(MINUTE);
    expect(await driving.kindOf(second)).toBe("failed");
    expect(world.node.requests).toHaveLength(2);
    await expectWhole(driving);
  });

  it("that failed as another payment of the same invoice fails this one while it is held: it may have been sent", async () => {
    const driving = await given();
    const { world } = driving;
    const invoice = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("twice", { invoice: () => ({ pr: invoice.text }) });
    world.node.plan = fails("no_route");
    expect((await driving.pay({ lnAddress })).progress.kind).toBe("failed");
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const second = await driving.pay({ lnAddress });
    world.pay.driver = driver;
    await whilePaused(database(), () => driving.later(MINUTE));
    driving.paid(sats(7n));
    await driving.check();
    expect(await driving.reread(second)).toMatchObject({ onHoldFor: "restore", progress: { kind: "ready" } });
    await driving.later(5 * MINUTE);
    expect(await driving.kindOf(second)).toBe("failed");
    expect(world.node.requests).toHaveLength(1);
    await expectWhole(driving, { foreign: 1 });
  });
});
