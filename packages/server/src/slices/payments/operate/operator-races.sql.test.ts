import { afterEach, expect, it } from "vitest";
import { PAUSE_KINDS, pauseSending, resumeSending } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "../drive/drive-due.ts";
import { isFinished, type Payment } from "../model/payment.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { endByHand } from "./end-by-hand.ts";
import { endRestore, putPendingOnHold, releasePayments } from "./put-on-hold.ts";

const PAID = 101_500n;
const PAYMENTS = 8;

onDatabase("an operator and a driver at the same moment", (database) => {
  afterEach(async () => {
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
  });

  /** Payments that are reserved and due. */
  async function pending({ pay, world }: Driving, count = PAYMENTS): Promise<Payment[]> {
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const payments: Payment[] = [];
    for (let i = 0; i < count; i += 1) payments.push(await pay());
    world.pay.driver = driver;
    return payments;
  }

  /** Payments that a driver or an operator finished: each once, and the wallet has given what was paid. */
  async function expectPaidOnce({ world, caller, breaches }: Driving, payments: readonly Payment[]): Promise<void> {
    const completed = payments.filter(({ progress }) => progress.kind === "completed").length;
    expect(world.node.requests.length).toBe(completed);
    expect(new Set(world.node.requests.map(({ invoice }) => invoice)).size).toBe(completed);
    expect(await world.balance(caller)).toBe(FUNDS - BigInt(completed) * PAID);
    expect(await breaches()).toEqual([]);
  }

  // The pause comes at another turn each time.
  it.each([0, 1, 2, 4, 8, 16])("dispatch nothing after the pause has returned (%i turns later)", async (turns) => {
    const driving = await givenDriving(database());
    const { world, clock, later, reread } = driving;
    const payments = await pending(driving);
    const attempts = async () =>
      (await Promise.all(payments.map(reread))).filter(({ progress }) => "attempt" in progress);
    const released = Promise.withResolvers<void>();
    world.node.plan = async () => {
      await released.promise; // a payment stays dispatched
      return pays();
    };

    const driving1 = driveDue(world.drive);
    for (let turn = 0; turn < turns; turn += 1) await clock.turn();
    await pauseSending(world.drive, { kind: "operator", reason: "a race" });
    const dispatched = (await attempts()).length;
    await driving1;
    for (let i = 0; i < 3; i += 1) await driveDue(world.drive);
    expect((await attempts()).length).toBe(dispatched);
    released.resolve();
    await world.settled();
    await later(MINUTE);
    expect(world.node.requests.length).toBe(dispatched);

    await resumeSending(database(), "operator");
    await later(MINUTE);
    const ended = await Promise.all(payments.map(reread));
    expect(ended.every(({ progress }) => progress.kind === "completed")).toBe(true);
    await expectPaidOnce(driving, ended);
  });

  it("release and end by hand: each payment is either paid or given back", async () => {
    const driving = await givenDriving(database());
    const { world, later, reread } = driving;
    const payments = await pending(driving);
    await putPendingOnHold(world.drive);
    await resumeSending(database(), "restore");

    const results = await Promise.allSettled(
      payments.flatMap(({ id }, i) => {
        const release = () => releasePayments(world.drive, { id, reason: "race", despiteForeign: false });
        const end = () => endByHand(world.drive, { id, reason: "race", as: { kind: "failed" }, despite: [] });
        return (i % 2 === 0 ? [release, end] : [end, release]).map((act) => act());
      }),
    );
    await later(0);
    await later(MINUTE);

    const ended = await Promise.all(payments.map(reread));
    expect(ended.every(isFinished)).toBe(true);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    expect(
      refusals.filter((text) => !/moved on|no payment with this id|already|on its way|settled/.test(text)),
    ).toEqual([]);
    await expectPaidOnce(driving, ended);
  });

  it("end by hand and a driver that sends: each payment is either paid or given back", async () => {
    const driving = await givenDriving(database());
    const { world, later, reread } = driving;
    const payments = await pending(driving);

    const ends = payments.map(({ id }) =>
      endByHand(world.drive, { id, reason: "race", as: { kind: "failed" }, despite: [] }),
    );
    await Promise.allSettled([driveDue(world.drive), ...ends]);
    await world.settled();
    await later(MINUTE);

    const ended = await Promise.all(payments.map(reread));
    expect(ended.every(isFinished)).toBe(true);
    await expectPaidOnce(driving, ended);
  });

  it("hold and a driver that sends: what was not dispatched by then is sent after the release, once", async () => {
    const driving = await givenDriving(database());
    const { world, later, reread } = driving;
    const payments = await pending(driving);

    await Promise.all([driveDue(world.drive), putPendingOnHold(world.drive)]);
    await world.settled();
    const sent = world.node.requests.length;
    await resumeSending(database(), "restore");
    await later(10 * MINUTE);
    expect(world.node.requests.length).toBe(sent);

    await releasePayments(world.drive, { id: undefined, reason: "race", despiteForeign: false });
    await later(10 * MINUTE);
    const ended = await Promise.all(payments.map(reread));
    expect(ended.every(({ progress }) => progress.kind === "completed")).toBe(true);
    await expectPaidOnce(driving, ended);
  });

  it("two releases of all: each payment goes on once, and the pause ends", async () => {
    const driving = await givenDriving(database());
    const { world, later, reread } = driving;
    const payments = await pending(driving);
    await putPendingOnHold(world.drive);

    const release = () => releasePayments(world.drive, { id: undefined, reason: "race", despiteForeign: false });
    const released = await Promise.all([release(), release(), endRestore(database().db)]);
    expect(released[0].length + released[1].length).toBe(PAYMENTS);
    await later(MINUTE);

    await expectPaidOnce(driving, await Promise.all(payments.map(reread)));
    expect(world.node.requests).toHaveLength(PAYMENTS);
  });
});
