import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge, findCharge } from "#receiving";
import { type Driving, FUNDS, givenDriving } from "../testing/driving.harness.ts";

onDatabase("a payment of an invoice of our own node", (database) => {
  async function givenCharge({ world }: Driving, caller?: Caller) {
    const payee = caller ?? (await world.project("payee", msats(0n)));
    const draft = { amount: sats(100n), description: "order", expirySeconds: 3_600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: payee, ...draft });
    const asked = { destination: { kind: "invoice", invoice: charge.invoice }, amount: undefined } as const;
    return { charge, payee, asked };
  }

  it("moves the amount inside the ledger, and reserves no fee", async () => {
    const driving = await givenDriving(database());
    const { world, pay, breaches } = driving;
    const { charge, payee, asked } = await givenCharge(driving);
    const caller = await world.project("exact", sats(100n));

    const payment = await pay({ caller, ...asked });

    expect(payment.feeLimit).toBe(0n);
    expect(payment.progress).toMatchObject({
      kind: "completed",
      fee: 0n,
      invoice: charge.invoice,
      preimage: undefined,
    });
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([0n, 100_000n]);
    expect((await findCharge(database().db, charge.walletId, charge.id))?.state.kind).toBe("completed");
    expect(await world.node.lookupIncoming(charge.paymentHash)).toEqual({ kind: "cancelled" });
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });

  it("is made once, and refused afterwards", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay } = driving;
    const { payee, asked } = await givenCharge(driving);

    const results = await Promise.allSettled([1, 2, 3].map(() => pay(asked)));
    await expect(pay(asked)).rejects.toMatchObject({ code: "invoice_already_paid", status: 409 });

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([FUNDS - 100_000n, 100_000n]);
  });

  it("fails when it was paid over Lightning before, when the payer is the payee, and when no charge has it", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay, breaches } = driving;
    const settled = await givenCharge(driving);
    world.node.receiving.payInvoice(settled.charge.invoice);
    expect((await pay(settled.asked)).progress).toMatchObject({ kind: "failed", code: "invoice_already_paid" });
    const own = await givenCharge(driving, caller);
    expect((await pay(own.asked)).progress).toMatchObject({ kind: "failed", code: "self_payment" });
    const { text } = world.invoice({ amount: sats(100n), key: world.nodeKey });
    const unknown = await pay({ destination: { kind: "invoice", invoice: text } });
    expect(unknown.progress).toMatchObject({ kind: "failed", code: "self_payment" });

    expect(await world.balance(caller)).toBe(FUNDS);
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });
});
