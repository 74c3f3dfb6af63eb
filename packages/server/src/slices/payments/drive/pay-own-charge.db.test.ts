import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { type Charge, createCharge, findCharge, invariants as receivingInvariants } from "#receiving";
import { holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { lnurlOf } from "#slices/receiving/model/pay-link.ts";
import { createStaticCharge } from "#slices/receiving/offer/create-static-charge.ts";
import { listCharges } from "#slices/receiving/store/charges.ts";
import { answersLostOnce, type Driving, FUNDS, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";

onDatabase("paying an invoice of our own node", (database) => {
  /** A charge of a wallet of this service, and a recipient's server that gives out its invoice. */
  async function givenCharge({ world }: Driving, caller?: Caller): Promise<Given> {
    const payee = caller ?? (await world.project("payee", msats(0n)));
    const draft = { amount: sats(100n), description: "order", expirySeconds: 3_600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: payee, ...draft });
    const lnAddress = world.recipient("payee", { invoice: () => ({ pr: charge.invoice }) });
    return { charge, payee, lnAddress };
  }
  type Given = { readonly charge: Charge; readonly payee: Caller; readonly lnAddress: string };

  const stateOf = async ({ charge }: Given) =>
    (await findCharge(database().db, charge.walletId, charge.id))?.state.kind;

  async function expectWhole({ breaches, clock }: Driving): Promise<void> {
    expect(await breaches()).toEqual([]);
    const found = await database().db.snapshot(async (tx) => {
      const lines: string[] = [];
      for (const invariant of receivingInvariants(clock)) lines.push(...(await invariant.breaches(tx)));
      return lines;
    });
    expect(found).toEqual([]);
  }

  it("happens inside the ledger, without a fee and without the node, and takes the invoice back there", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay } = driving;
    const given = await givenCharge(driving);

    const payment = await pay({ lnAddress: given.lnAddress });

    expect(payment.progress).toMatchObject({ kind: "completed", fee: 0n, preimage: undefined });
    expect(payment.progress).toMatchObject({ invoice: given.charge.invoice });
    expect(await world.balance(caller)).toBe(FUNDS - 100_000n);
    expect(await world.balance(given.payee)).toBe(100_000n);
    expect(await stateOf(given)).toBe("completed");
    expect(await world.node.lookupIncoming(given.charge.paymentHash)).toEqual({ kind: "cancelled" });
    expect(world.node.requests).toHaveLength(0);
    await expectWhole(driving);
  });

  it("happens for the LNURL of a static charge, whose invoice is made without a request to ourselves", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay } = driving;
    const payee = await world.project("payee", msats(0n));
    const ours = { ...world.drive, ...world.pay };
    const { staticCharge } = await createStaticCharge(ours, {
      caller: payee,
      minAmount: sats(50n),
      maxAmount: sats(100n),
      description: "tips",
      successMessage: "",
      allowedSlots: 1,
      internalId: "jar",
    });
    const lnAddress = lnurlOf({ kind: "static", id: staticCharge.id }, world.pay.baseUrl);
    const codeOf = async (amount: bigint, comment?: string) =>
      (await pay({ lnAddress, amount: msats(amount), comment })).progress;

    expect(await codeOf(49_999n)).toMatchObject({ code: "amount_out_of_range" });
    expect(await codeOf(50_000n, "x".repeat(281))).toMatchObject({ code: "comment_too_long" });
    const payment = await pay({ lnAddress, amount: sats(70n), comment: "for you" });
    expect(payment.progress).toMatchObject({ kind: "completed", fee: 0n });
    expect(await codeOf(50_000n)).toMatchObject({
      code: "address_unreachable",
      detail: expect.stringContaining("all payments"),
    });

    expect(await world.balance(caller)).toBe(FUNDS - 70_000n);
    expect(await world.balance(payee)).toBe(70_000n);
    const [charge] = await listCharges(database().db, { wallet: payee.wallet.id, limit: 10 });
    expect(charge).toMatchObject({ internalId: "jar", origin: { comment: "for you" }, state: { kind: "completed" } });
    expect(world.node.requests).toHaveLength(0);
    await expectWhole(driving);
  });

  it("happens once when each answer of the database is lost once", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const given = await givenCharge(driving);
    const payment = await driving.pay({ lnAddress: given.lnAddress });
    expect(payment.progress.kind).toBe("completed");
    expect(await driving.world.balance(given.payee)).toBe(100_000n);
    await expectWhole(driving);
  });

  it("is refused when the node has settled it, and when payer and recipient are one", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay } = driving;
    const given = await givenCharge(driving);
    world.node.receiving.payInvoice(given.charge.invoice);
    expect((await pay({ lnAddress: given.lnAddress })).progress).toMatchObject({ code: "invoice_already_paid" });

    const own = await givenCharge(driving, caller);
    expect((await pay({ lnAddress: own.lnAddress })).progress).toMatchObject({ code: "self_payment" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect([await stateOf(given), await stateOf(own)]).toEqual(["pending", "pending"]);
  });

  it("is done for one of two wallets that pay it in one batch", async () => {
    const driving = await givenDriving(database());
    const { world, pay } = driving;
    const given = await givenCharge(driving);
    const rival = await world.project("rival", FUNDS);

    const payments = await Promise.all([
      pay({ lnAddress: given.lnAddress }),
      pay({ lnAddress: given.lnAddress, caller: rival }),
    ]);

    expect(payments.map(({ progress }) => progress.kind).sort()).toEqual(["completed", "failed"]);
    expect(payments.find(({ progress }) => progress.kind === "failed")?.progress).toMatchObject({
      code: expect.stringMatching(/^(invoice_in_use|invoice_already_paid)$/),
    });
    expect(await world.balance(given.payee)).toBe(100_000n);
    await expectWhole(driving);
  });

  it.each([false, true])(
    "asks a node that cancels no invoices whether it was paid there (it was: %s)",
    async (isPaid) => {
      const driving = await givenDriving(database(), { node: { capabilities: { cancel: false } } });
      const { world, caller, pay } = driving;
      const given = await givenCharge(driving);
      if (isPaid) world.node.receiving.receive(given.charge.paymentHash, 100_000n);

      const payment = await pay({ lnAddress: given.lnAddress });

      expect(payment.progress).toMatchObject(
        isPaid ? { kind: "failed", code: "invoice_already_paid" } : { kind: "completed" },
      );
      expect(await world.balance(caller)).toBe(isPaid ? FUNDS : FUNDS - 100_000n);
      await expectWhole(driving);
    },
  );

  it("waits while the node does not answer, and then goes on", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, kindOf } = driving;
    const given = await givenCharge(driving);
    world.node.broken.add("cancelInvoice");
    const payment = await pay({ lnAddress: given.lnAddress });
    expect(payment.progress.kind).toBe("ready");

    world.node.broken.delete("cancelInvoice");
    await later(2_000);
    expect(await kindOf(payment)).toBe("completed");
  });

  it.each(["the node is silent", "sending is paused"])(
    "waits with one incident, a day after its expiry, while %s",
    async (why) => {
      const driving = await givenDriving(database());
      const { world, caller, pay, later, kindOf, incidentsOf } = driving;
      const given = await givenCharge(driving);
      world.node.broken.add("cancelInvoice");
      const payment = await pay({ lnAddress: given.lnAddress });
      const wait = async () => {
        await later(24 * 60 * MINUTE);
        expect(await incidentsOf(payment)).toEqual([]);
        for (let hour = 0; hour < 4; hour += 1) await later(60 * MINUTE);
      };
      await (why === "sending is paused" ? whilePaused(database(), wait) : wait());

      expect(await incidentsOf(payment)).toEqual(["overdue"]);
      expect(await kindOf(payment)).toBe("ready");
      world.node.broken.delete("cancelInvoice");
      await later(60 * MINUTE);
      expect(await kindOf(payment), "the charge has expired").toBe("failed");
      expect(await world.balance(caller)).toBe(FUNDS);
      await expectWhole(driving);
    },
  );

  it("does not happen while sending is paused, and does not spoil the invoice meanwhile", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, kindOf } = driving;
    const given = await givenCharge(driving);
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const payment = await pay({ lnAddress: given.lnAddress });

    await whilePaused(database(), async () => {
      await later(60_000);
      expect(await kindOf(payment)).not.toBe("completed");
      expect(await stateOf(given)).toBe("pending");
      expect(await world.node.lookupIncoming(given.charge.paymentHash)).toEqual({ kind: "unpaid" });
    });
    world.pay.driver = driver;
    await later(60_000);
    expect(await kindOf(payment)).toBe("completed");
  });

  it("waits while the ledger is closed, without an error and without spoiling the invoice, and goes on when it opens", async () => {
    const driving = await givenDriving(database());
    const { world, lease, pay, later, kindOf } = driving;
    const given = await givenCharge(driving);
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const payment = await pay({ lnAddress: given.lnAddress });
    world.pay.driver = driver;
    await whilePaused(database(), () => later(MINUTE));
    expect(await kindOf(payment)).toBe("ready");
    await database().admin.query(sql`select ledger.close_book('comparing')`);
    try {
      for (let round = 0; round < 12; round += 1) await later(5_000);
      expect(await kindOf(payment)).toBe("ready");
      expect(await world.node.lookupIncoming(given.charge.paymentHash)).not.toEqual({ kind: "cancelled" });
      await expect(lease()).rejects.toMatchObject({ code: "restoring" });
    } finally {
      await database().admin.query(sql`select ledger.open_book('comparing')`);
    }
    await later(5_000);
    expect(await kindOf(payment)).toBe("completed");
    await expectWhole(driving);
  });

  it("is not what an invoice of another node does that carries a charge's hash", async () => {
    const driving = await givenDriving(database());
    const { world, pay } = driving;
    const given = await givenCharge(driving);
    const forged = world.invoice({ amount: sats(1n), paymentHash: given.charge.paymentHash });
    world.node.plan = settles({ preimage: randomBytes(32) });

    await pay({ lnAddress: world.recipient("thief", { invoice: () => ({ pr: forged.text }) }), amount: sats(1n) });

    expect(world.node.requests[0]?.invoice).toBe(forged.text);
    expect(await stateOf(given)).toBe("pending");
    expect(await world.balance(given.payee)).toBe(0n);
  });

  it("ends when somebody holds a payment of the same hash, and says why", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, kindOf, caller } = driving;
    const given = await givenCharge(driving);
    const forged = world.invoice({ amount: sats(1n), paymentHash: given.charge.paymentHash });
    const thief = await world.project("thief", FUNDS);
    world.node.plan = holds();
    await pay({
      caller: thief,
      lnAddress: world.recipient("thief", { invoice: () => ({ pr: forged.text }) }),
      amount: sats(1n),
    });

    const payment = await pay({ lnAddress: given.lnAddress }).catch(() => undefined);
    await later(60_000).catch(() => undefined);

    expect(payment?.progress).toMatchObject({ kind: "failed", code: "invoice_in_use" });
    expect(payment && (await kindOf(payment))).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await stateOf(given)).toBe("pending");
    expect(await world.node.lookupIncoming(given.charge.paymentHash)).toEqual({ kind: "unpaid" });
    await expectWhole(driving);
  });
});
