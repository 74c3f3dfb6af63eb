import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, expect, it } from "vitest";
import type { Reached } from "#kernel/clock.ts";
import { msats, sats } from "#kernel/money.ts";
import { resumeSending } from "#ledger";
import { listForeign, reconcileNode } from "#lightning";
import { drivePayment, endByHand, type Payment, releasePayments } from "#payments";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { matchWaiting } from "#restore";
import { cut, pays, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, invoiceOf, MINUTE, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { restored } from "./testing/restored.harness.ts";

const REASON = "read the node's list";

onDatabase("a database that was restored from a backup", (database) => {
  const { anew, given, resolving, kinds, liftAll, openLedger, expectWhole } = restored(database);
  beforeEach(anew);

  /** In the backup it had its invoice, and no attempt. */
  async function ready(driving: Driving): Promise<Payment> {
    const payment = await resolving(driving);
    await whilePaused(database(), () => driving.later(MINUTE));
    return await driving.reread(payment);
  }

  const reconcile = ({ world }: Driving) =>
    reconcileNode({ ...world.drive, mayBeWaiting: () => matchWaiting(database()) }, { reason: REASON });

  it("pauses sending at the start, and puts every pending payment on hold, with an incident", async () => {
    const driving = await given();
    const payments = [await ready(driving), await resolving(driving)];
    driving.paid(sats(100n));

    await driving.check();

    expect(await kinds()).toEqual(["foreign_payments", "restore"]);
    for (const payment of payments) {
      expect((await driving.reread(payment)).onHoldFor).toBe("restore");
      expect(await driving.incidentsOf(payment)).toEqual(["restored"]);
    }
    await expectWhole(driving, { foreign: 1 });
  });

  it("sends nothing that is on hold, also when every pause is lifted, and requests no invoice for it", async () => {
    const driving = await given();
    const { world, caller, later, check, paid, kindOf, breaches } = driving;
    const second = await ready(driving);
    const first = await resolving(driving);
    paid(sats(100n));
    await check();
    await liftAll();
    let asked = 0;
    world.recipient("shop", {
      invoice: () => {
        asked += 1;
      },
    });

    for (let hour = 0; hour < 3; hour += 1) await later(60 * MINUTE);

    expect([await kindOf(first), await kindOf(second)]).toEqual(["resolving", "ready"]);
    expect(world.node.requests).toHaveLength(0);
    expect(asked).toBe(0);
    expect(await world.balance(caller)).toBe(FUNDS - 220_000n);
    expect(await breaches()).toEqual([]);
  });

  it("neither sends again nor gives back what had been sent and the node does not know, until it is released", async () => {
    const driving = await given();
    const { world, caller, pay, later, check, paid, kindOf, breaches } = driving;
    world.node.plan = cut();
    const payment = await pay();
    world.node.plan = pays();
    paid(sats(100n));
    await check();
    await liftAll();

    for (let minute = 0; minute < 10; minute += 1) await later(10 * MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);

    await releasePayments(world.drive, { id: payment.id, reason: REASON, despiteForeign: false });
    await later(MINUTE);
    await later(2 * MINUTE);
    expect(await kindOf(payment), "its invoice has expired").toBe("failed");
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("sends nothing that is on hold in the moment before its dispatch", async () => {
    const driving = await given();
    const { world, lease, later, check, paid, reread } = driving;
    const payment = await lease();
    paid(sats(100n));
    const reached: Reached = async (point) => {
      if (point !== "before-dispatch") return;
      await check();
      await liftAll();
    };

    await drivePayment({ ...world.drive, reached }, payment);
    for (let minute = 0; minute < 10; minute += 1) await later(MINUTE);

    expect(world.node.requests).toHaveLength(0);
    expect(await reread(payment)).toMatchObject({ onHoldFor: "restore", progress: { kind: "ready" } });
    await expectWhole(driving, { foreign: 1 });
  });

  it("lets what was released go on, and ends its pause with the last of them", async () => {
    const driving = await given();
    const { world, caller, later, check, paid, kindOf } = driving;
    const second = await ready(driving);
    const first = await resolving(driving);
    paid(sats(70n));
    await check();
    await reconcile(driving);
    await resumeSending(database(), "foreign_payments");
    await openLedger();

    await releasePayments(world.drive, { id: first.id, reason: REASON, despiteForeign: false });
    await later(MINUTE);
    expect(await kinds()).toEqual(["restore"]);
    expect(world.node.requests, "another one is still on hold").toHaveLength(0);

    await releasePayments(world.drive, { id: undefined, reason: REASON, despiteForeign: false });
    expect(await kinds()).not.toContain("restore");
    await later(MINUTE);
    expect([await kindOf(first), await kindOf(second)]).toEqual(["completed", "completed"]);
    expect(world.node.requests).toHaveLength(2);
    expect(await world.balance(caller)).toBe(FUNDS - 203_000n);
    await expectWhole(driving);
  });

  it("neither books nor sends while a payment of the node may be the one on hold, unless the operator knows better", async () => {
    const driving = await given();
    const { world, later, check, paid, kindOf } = driving;
    const payment = await resolving(driving);
    paid(sats(100n));
    await check();

    expect((await reconcile(driving)).map(({ outcome }) => outcome)).toEqual(["on_hold"]);
    const release = (despiteForeign: boolean) =>
      releasePayments(world.drive, { id: payment.id, reason: REASON, despiteForeign });
    await expect(release(false)).rejects.toThrow(/not booked/);
    await liftAll();
    await later(MINUTE);
    expect(world.node.requests).toHaveLength(0);

    await release(true);
    expect((await reconcile(driving)).map(({ outcome }) => outcome)).toEqual(["booked"]);
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    await expectWhole(driving);
  });

  it("binds no payment to an invoice that the node has paid without us", async () => {
    const driving = await given();
    const { world, caller, pay, check, paid } = driving;
    const invoice = world.invoice({ amount: sats(100n) });
    paid(sats(100n), invoice);
    await check();
    await reconcile(driving);
    await liftAll();
    const before = world.node.requests.length;

    const lnAddress = world.recipient("again", { invoice: () => ({ pr: invoice.text }) });
    const payAnyway = bytesToHex(invoice.paymentHash);
    expect((await pay({ lnAddress, payAnyway })).progress).toMatchObject({
      kind: "failed",
      code: "invoice_already_paid",
    });
    expect(world.node.requests).toHaveLength(before);
    expect(await world.balance(caller)).toBe(FUNDS);
    await expectWhole(driving);
  });

  it("completes a payment by the foreign one that paid it, and sends nothing", async () => {
    const driving = await given();
    const { world, caller, later, check, paid } = driving;
    const payment = await resolving(driving);
    const rival = await resolving(driving);
    const foreignHash = paid(sats(100n));
    await check();
    const draft = { reason: REASON, as: { kind: "completed_by", foreignHash }, despite: [] } as const;

    const ended = await endByHand(world.drive, { id: payment.id, ...draft });

    expect(ended.progress).toMatchObject({ kind: "completed", fee: 1_500n, paymentHash: Buffer.from(foreignHash) });
    expect(await listForeign(database().db)).toEqual([]);
    await expect(endByHand(world.drive, { id: payment.id, ...draft })).rejects.toMatchObject({
      code: "payment_finished",
    });
    await expect(endByHand(world.drive, { id: rival.id, ...draft })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await kinds(), "another one is still on hold").toContain("restore");

    await endByHand(world.drive, { id: rival.id, ...draft, as: { kind: "failed" } });
    await liftAll();
    await later(MINUTE);
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectWhole(driving);
  });

  it("does not complete a payment with an invoice, or of another amount, by a foreign one", async () => {
    const driving = await given();
    const { world, check, paid, kindOf } = driving;
    const withInvoice = await ready(driving);
    const without = await resolving(driving);
    const same = paid(sats(100n));
    const others = [sats(99n), msats(99_999n), msats(100_001n), sats(101n)].map((amount) => ({
      amount,
      hash: paid(amount),
    }));
    await check();
    const by = (payment: Payment, foreignHash: Uint8Array) =>
      endByHand(world.drive, {
        id: payment.id,
        reason: REASON,
        as: { kind: "completed_by", foreignHash },
        despite: [],
      });

    await expect(by(withInvoice, same)).rejects.toThrow(/without an invoice/);
    for (const { amount, hash } of others)
      await expect(by(without, hash)).rejects.toThrow(`is over ${amount} msats, this payment over 100000`);

    expect([await kindOf(withInvoice), await kindOf(without)]).toEqual(["ready", "resolving"]);
    await expectWhole(driving, { foreign: 5 });
  });

  it("completes what was released and had been paid with its own invoice, and pays it once", async () => {
    const driving = await given();
    const { world, caller, later, check, paid, kindOf } = driving;
    const payment = await ready(driving);
    paid(sats(100n), invoiceOf(payment));
    paid(sats(5n));
    await check();
    await releasePayments(world.drive, { id: payment.id, reason: REASON, despiteForeign: false });
    await liftAll();

    await later(MINUTE);
    await later(MINUTE);

    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectWhole(driving, { foreign: 1 });
  });

  it("gives nothing back of what the node has paid with its own invoice, which has expired since", async () => {
    const driving = await given();
    const { world, caller, later, check, paid, kindOf } = driving;
    const payment = await ready(driving);
    paid(sats(100n), invoiceOf(payment));
    await check();

    await later(2 * 60 * MINUTE);

    expect(await kindOf(payment)).toBe("completed");
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectWhole(driving);
  });

  it("gives nothing back of what the node has paid when the first attempt after the release comes too late", async () => {
    const driving = await given();
    const { world, caller, later, check, paid, kindOf } = driving;
    const payment = await ready(driving);
    paid(sats(100n), invoiceOf(payment));
    paid(sats(5n));
    await check();
    await releasePayments(world.drive, { id: payment.id, reason: REASON, despiteForeign: false });
    await liftAll();
    let attempts = 0;
    const { lookupOutgoing } = world.node;
    world.node.lookupOutgoing = async () => {
      world.node.lookupOutgoing = lookupOutgoing; // before the attempt the node's list was late
      return { kind: "not_found" };
    };
    world.node.pay = async () => {
      attempts += 1;
      return { kind: "not_sent", reason: "expired" };
    };

    await later(MINUTE);
    await later(MINUTE);

    expect(attempts).toBe(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectWhole(driving, { foreign: 1 });
  });

  it("keeps the money of what the node calls settled with another preimage, with an incident", async () => {
    const driving = await given();
    const { world, caller, later, kindOf, incidentsOf } = driving;
    const payment = await ready(driving);
    world.node.payUnasked(invoiceOf(payment).text, settles({ preimage: new Uint8Array(32) }));

    await later(2 * 60 * MINUTE);

    expect(await kindOf(payment)).toBe("ready");
    expect(await incidentsOf(payment)).toEqual(["wrong_preimage"]);
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    await expectWhole(driving);
  });

  it("waits with an expired invoice while the node is silent, and gives the money back when the node has not paid it", async () => {
    const driving = await given();
    const { world, caller, later, kindOf, incidentsOf } = driving;
    const payment = await ready(driving);
    world.node.broken.add("lookupOutgoing");
    await later(2 * 60 * MINUTE);
    expect(await kindOf(payment)).toBe("ready");
    expect(await incidentsOf(payment)).toEqual([]);
    await later(26 * 60 * MINUTE);
    expect(await incidentsOf(payment)).toEqual(["overdue"]);
    await expectWhole(driving);

    world.node.broken.delete("lookupOutgoing");
    await later(6 * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS);
    await expectWhole(driving);
  });

  it("is found by two checks at the same moment as by one", async () => {
    const driving = await given();
    const payment = await resolving(driving);
    driving.paid(sats(100n));
    driving.paid(sats(7n));

    await Promise.all(Array.from({ length: 4 }, () => driving.check()));

    expect(await listForeign(database().db)).toHaveLength(2);
    expect(await kinds()).toEqual(["foreign_payments", "restore"]);
    expect((await driving.incidentsOf(payment)).length).toBe(1);
    await expectWhole(driving, { foreign: 2 });
  });
});
