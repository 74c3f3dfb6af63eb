import { expect, it } from "vitest";
import type { EventId } from "#events";
import { type ChargeId, newId, type TransferId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { LEASE_MS, RENEW_MS } from "../model/lease.ts";
import type { BoundInvoice, Payment } from "../model/payment.ts";
import { completeInternalMany, dispatchMany, storeInvoiceMany } from "../store/batched.ts";
import { leaseDue, renewLeases } from "../store/leases.ts";
import { postponeMany } from "../store/postpone.ts";
import { type Driving, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";

/** Version and state are as each caller knows them, so that nothing but token and time of its lease can refuse it. */
onDatabase("a lease of a payment", (database) => {
  const given = () => givenDriving(database());

  async function leasedNow({ clock }: Driving): Promise<Payment[]> {
    const now = clock.now();
    return await leaseDue(database().db, { now, until: new Date(now.getTime() + LEASE_MS), limit: 100 });
  }

  /** Two holders of one payment: the first one's lease has expired, the second one has it now. */
  async function givenTwo(driving: Driving, beforeSecond: (first: Payment) => Promise<void> = async () => undefined) {
    const first = await driving.lease();
    await beforeSecond(first);
    driving.clock.advance(LEASE_MS);
    const second = (await leasedNow(driving)).find(({ id }) => id === first.id);
    if (second === undefined) throw new Error("an expired lease was not given to another");
    return { first, second };
  }

  function invoiceOf({ world, clock }: Driving): BoundInvoice {
    const { text, paymentHash } = world.invoice({ amount: sats(100n) });
    return {
      text,
      paymentHash,
      expiresAt: new Date(clock.now().getTime() + 60 * MINUTE),
      isOwn: false,
      payee: undefined,
    };
  }

  const store = ({ world }: Driving, { id, lease }: Payment, invoice: BoundInvoice) =>
    world.drive.batch(storeInvoiceMany, { id, leaseToken: lease.token, invoice, descriptionHashMatches: true });

  const dispatch = ({ world, clock }: Driving, { id, lease }: Payment, version: number) =>
    world.drive.batch(dispatchMany, { id, leaseToken: lease.token, version, deadline: clock.now() });

  const postpone = ({ world, clock }: Driving, { id, lease, version }: Payment, detail: string) =>
    world.drive.batch(postponeMany, {
      id,
      leaseToken: lease.token,
      version,
      state: "resolving",
      reason: "on_hold",
      detail,
      dueAt: clock.now(),
      isAbsent: false,
      isMissing: false,
      notSent: undefined,
      incident: undefined,
    });

  it("is nobody else's until it expires, and has a token of its own each time", async () => {
    const driving = await given();
    const first = await driving.lease();

    driving.clock.advance(LEASE_MS - RENEW_MS);
    expect((await leasedNow(driving)).map(({ id }) => id)).not.toContain(first.id);
    driving.clock.advance(RENEW_MS);
    const again = (await leasedNow(driving)).find(({ id }) => id === first.id);

    expect(again?.lease.token).toBe(first.lease.token + 1n);
  });

  it("is renewed by its holder alone, and not once it has expired", async () => {
    const driving = await given();
    const { first, second } = await givenTwo(driving);
    const untilOf = async () => (await driving.reread(first)).lease.until?.getTime();
    const renew = async ({ id, lease }: Payment) => {
      const now = driving.clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      await renewLeases(database().db, { leases: new Map([[id, lease.token]]), now, until });
      return until.getTime();
    };
    driving.clock.advance(1_000);

    await renew(first);
    expect(await untilOf(), "by another").toBe(second.lease.until?.getTime());
    const renewed = await renew(second);
    expect(await untilOf(), "by its holder").toBe(renewed);
    driving.clock.advance(LEASE_MS);
    await renew(second);
    expect(await untilOf(), "too late").toBe(renewed);
  });

  it("is needed to bind an invoice to the payment", async () => {
    const driving = await given();
    const { first, second } = await givenTwo(driving);
    const invoice = invoiceOf(driving);

    expect(await store(driving, first, invoiceOf(driving))).toEqual({ kind: "lease_lost" });
    expect((await driving.reread(first)).progress.kind).toBe("resolving");
    expect(await store(driving, second, invoice)).toEqual({ kind: "stored" });
    expect((await driving.reread(first)).progress).toMatchObject({ kind: "ready", invoice: { text: invoice.text } });
  });

  it("is needed to send the invoice, and must not have expired", async () => {
    const driving = await given();
    const { first, second } = await givenTwo(driving, async (holder) => {
      await store(driving, holder, invoiceOf(driving));
    });

    expect(await dispatch(driving, first, second.version), "by another").toEqual({ kind: "lease_lost" });
    driving.clock.advance(LEASE_MS);
    expect(await dispatch(driving, second, second.version), "too late").toEqual({ kind: "lease_lost" });
    expect((await driving.reread(first)).progress.kind).toBe("ready");
    const third = (await leasedNow(driving)).find(({ id }) => id === first.id) as Payment;
    driving.clock.advance(LEASE_MS - RENEW_MS);
    expect(await dispatch(driving, third, third.version)).toMatchObject({ kind: "dispatched", attempt: 1 });
  });

  it("is needed to record what is known, and is not given back by another", async () => {
    const driving = await given();
    const { first, second } = await givenTwo(driving);

    expect(await postpone(driving, first, "of the first holder")).toBe("lease_lost");
    const unchanged = await driving.reread(first);
    expect(unchanged.lease).toEqual(second.lease);
    expect(unchanged.progress).toMatchObject({ reason: undefined, detail: undefined });
    expect(await postpone(driving, second, "of the second holder")).toBe("postponed");
    expect((await driving.reread(first)).progress).toMatchObject({
      reason: "on_hold",
      detail: "of the second holder",
    });
  });

  it("is needed to complete the payment inside the ledger", async () => {
    const driving = await given();
    const { world } = driving;
    const { charge, invoice } = await givenCharge(driving);
    const { first, second } = await givenTwo(driving, async (holder) => {
      await store(driving, holder, invoice);
    });
    const complete = ({ id, lease }: Payment) => {
      const transfer = newId<TransferId>(world.drive.random);
      return world.drive.batch(completeInternalMany, {
        id,
        leaseToken: lease.token,
        charge,
        transfer,
        events: eventsOf(driving),
      });
    };

    expect(await complete(first)).toBe("lease_lost");
    expect((await driving.reread(first)).progress.kind).toBe("ready");
    expect(await complete(second)).toBe("completed");
    expect(await driving.breaches()).toEqual([]);
  });

  it("is not enough to send or to pay inside the ledger while sending is paused", async () => {
    const driving = await given();
    const { world } = driving;
    const { charge, invoice } = await givenCharge(driving);
    const [outside, inside] = [await driving.lease(), await driving.lease()];
    await store(driving, outside, invoiceOf(driving));
    await store(driving, inside, invoice);
    const transfer = newId<TransferId>(world.drive.random);
    const complete = () =>
      world.drive.batch(completeInternalMany, {
        id: inside.id,
        leaseToken: inside.lease.token,
        charge,
        transfer,
        events: eventsOf(driving),
      });

    await whilePaused(database(), async () => {
      expect(await dispatch(driving, outside, outside.version + 1)).toEqual({ kind: "paused" });
      expect(await complete()).toBe("paused");
    });

    expect(await driving.kindOf(inside)).toBe("ready");
    expect(await dispatch(driving, outside, outside.version + 1)).toMatchObject({ kind: "dispatched" });
    expect(await complete()).toBe("completed");
  });

  /** A charge of another wallet, with an invoice of our node. */
  async function givenCharge(driving: Driving): Promise<{ charge: ChargeId; invoice: BoundInvoice }> {
    const { world } = driving;
    const payee = await world.project("payee", sats(1n));
    const { text, paymentHash } = world.invoice({ amount: sats(100n), key: world.nodeKey });
    const expiresAt = new Date(driving.clock.now().getTime() + 60 * MINUTE);
    const node = { ...world.node, createInvoice: async () => ({ invoice: text, paymentHash, expiresAt }) };
    const { charge } = await createCharge(
      { ...world.drive, ...world.pay, node },
      {
        caller: payee,
        amount: sats(100n),
        description: "an order",
        expirySeconds: 3_600,
      },
    );
    return { charge: charge.id, invoice: { text, paymentHash, expiresAt, isOwn: true, payee: undefined } };
  }
});

function eventsOf({ world }: Driving) {
  const id = () => newId<EventId>(world.drive.random);
  return { payment: id(), receipt: id(), charge: id() };
}
