import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { expect, it } from "vitest";
import type { EventId } from "#events";
import type { CrashPoint } from "#kernel/clock.ts";
import { newId, type PaymentId, type TransferId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { deliveriesOf, givenEndpoint, typesOf } from "#slices/events/testing/written.harness.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay as accept } from "./accept/pay.ts";
import { driverOf } from "./drive/drive-payment.ts";
import { completePayment, failPayment } from "./drive/finish-payment.ts";
import type { Payment } from "./model/payment.ts";
import { endByHand } from "./operate/end-by-hand.ts";
import { type Finish, finishMany, reserveMany } from "./store/batched.ts";
import { answersLostOnce, type Driving, givenDriving, MINUTE } from "./testing/driving.harness.ts";

const CALLBACK = "https://shop.example/paid";
const HOOK = "https://shop.example/hook";

onDatabase("the events of payments", (database) => {
  /** A payer whose endpoint takes every type. */
  const given = async (options?: Parameters<typeof givenDriving>[1]) => {
    const driving = await givenDriving(database(), options);
    await givenEndpoint(database().db, driving.caller.wallet.owner.id, { url: HOOK });
    const pay: Driving["pay"] = (request) => driving.pay({ callbackUrl: CALLBACK, ...request });
    return { ...driving, pay };
  };
  type Given = Awaited<ReturnType<typeof given>>;

  /** That one event was written, for both receivers, with the version that the payment has. */
  async function expectWritten({ caller, reread, breaches }: Given, payment: Payment, type: string): Promise<void> {
    const { version } = await reread(payment);
    const common = { type, owner: caller.wallet.owner.id, sequence: version, facts: null, state: "waiting" };
    const written = await deliveriesOf(database().db, payment.id);
    expect(written).toMatchObject([
      { ...common, url: HOOK, endpoint: expect.any(String) },
      { ...common, url: CALLBACK, endpoint: null },
    ]);
    expect(written[0]?.id).toBe(written[1]?.id);
    expect(await breaches()).toEqual([]);
  }

  const internal = async ({ world }: Given) => {
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = async () => payee.wallet;
    return payee;
  };
  const toNode = async ({ node }: Given["world"]) =>
    ({
      kind: "node",
      nodeId: await node.counterparty.nodeId(),
      records: [{ type: 70_000, value: "00" }],
      metadata: { draft: 7 },
    }) as const;
  const preimageOf = ({ world }: Given, { progress }: Payment) => {
    if (!("invoice" in progress) || typeof progress.invoice !== "object") throw new Error("no invoice");
    return world.preimageOf(progress.invoice.paymentHash);
  };
  const unclear = async (driving: Given) => {
    driving.world.node.plan = cut();
    return await driving.pay();
  };

  const ends: Record<string, { type: string; end: (driving: Given) => Promise<Payment> }> = {
    "is completed over Lightning": { type: "payment.completed", end: ({ pay }) => pay() },
    "fails over Lightning": {
      type: "payment.failed",
      async end({ world, pay }) {
        world.node.plan = fails();
        return await pay();
      },
    },
    "fails before anything was sent": {
      type: "payment.failed",
      end: ({ pay }) => pay({ lnAddress: "nobody@example.com" }),
    },
    "is paid to a wallet of this service": {
      type: "payment.completed",
      async end(driving) {
        await internal(driving);
        return await driving.pay();
      },
    },
    "pays an invoice": {
      type: "payment.completed",
      end: ({ world, pay }) =>
        pay({ destination: { kind: "invoice", invoice: world.invoice({ amount: sats(100n) }).text } }),
    },
    "pays another wallet": {
      type: "payment.completed",
      async end({ world, pay }) {
        const { wallet } = await world.project("payee", msats(0n));
        return await pay({ destination: { kind: "wallet", walletId: wallet.id } });
      },
    },
    "pays a node": {
      type: "payment.completed",
      end: async ({ world, pay }) => await pay({ destination: await toNode(world) }),
    },
    "is completed after a lost answer": {
      type: "payment.completed",
      async end({ world, pay, later }) {
        world.node.plan = cut(settles());
        const payment = await pay();
        await later(MINUTE);
        return payment;
      },
    },
    "is ended by hand": {
      type: "payment.failed",
      async end(driving) {
        const payment = await unclear(driving);
        driving.clock.advance(MINUTE);
        const as = { kind: "failed" } as const;
        return await endByHand(driving.world.drive, { id: payment.id, reason: "test", as, despite: [] });
      },
    },
    "was paid before the database was restored": {
      type: "payment.completed",
      async end({ world, lease }) {
        const payment = await lease();
        await database().admin.query(sql`
          update payments.payment set callback_url = ${CALLBACK}, callback_after = now() where id = ${payment.id}`);
        const preimage = randomBytes(32);
        const proof = { preimage, fee: msats(1n), foreignHash: sha256(preimage) };
        await database().admin.query(sql`
          insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
          values (${proof.foreignHash}, ${payment.amount}, now())`);
        expect(["finished", "same_outcome"]).toContain(await completePayment(world.drive, payment, proof));
        return payment;
      },
    },
  };
  const cases = Object.entries(ends);

  it.each(cases)("are written once for one that %s", async (_how, { type, end }) => {
    const driving = await given();
    await expectWritten(driving, await end(driving), type);
  });

  it.each(cases)(
    "are written once for one that %s, also when each answer of the database is lost once",
    async (_how, { type, end }) => {
      const driving = await given({ batchOn: answersLostOnce(database()) });
      await expectWritten(driving, await end(driving), type);
    },
  );

  it("of an invoice of our own node go to payer and payee, to each what is theirs", async () => {
    const { db } = database();
    const driving = await given({ batchOn: answersLostOnce(database()) });
    const { world } = driving;
    const payee = await world.project("payee", msats(0n));
    await givenEndpoint(db, payee.wallet.owner.id, { url: "https://payee.example/" });
    const draft = { amount: sats(100n), description: "order", expirySeconds: 600 };
    const { charge } = await createCharge(
      { ...world.drive, ...world.pay },
      { caller: payee, ...draft, callbackUrl: "https://payee.example/charged" },
    );
    const payment = await driving.pay({
      lnAddress: world.recipient("payee", { invoice: () => ({ pr: charge.invoice }) }),
    });

    const written = await deliveriesOf(db, payment.id);
    expect(written.map(({ type, owner, url }) => ({ type, owner, url }))).toEqual([
      { type: "receipt.credited", owner: payee.wallet.owner.id, url: "https://payee.example/" },
      { type: "payment.completed", owner: driving.caller.wallet.owner.id, url: HOOK },
      { type: "payment.completed", owner: driving.caller.wallet.owner.id, url: CALLBACK },
    ]);
    expect((await deliveriesOf(db, charge.id)).map(({ type, owner, url }) => ({ type, owner, url }))).toEqual([
      { type: "charge.completed", owner: payee.wallet.owner.id, url: "https://payee.example/" },
      { type: "charge.completed", owner: payee.wallet.owner.id, url: "https://payee.example/charged" },
    ]);
    expect(await driving.breaches()).toEqual([]);
  });

  it("are written once when eight processes finish a payment at the same time, with either outcome", async () => {
    const driving = await given();
    const drives = Array.from({ length: 8 }, () => ({
      ...driving.world.drive,
      batch: database().batchOn(driving.clock),
    }));
    for (let round = 0; round < 3; round += 1) {
      const payment = await unclear(driving);
      const preimage = preimageOf(driving, payment);
      const failure = { attempt: 1, code: "no_route", detail: "test", isWatched: true } as const;
      const outcomes = await Promise.all(
        drives.map((drive, i) =>
          i % 2 === 0
            ? completePayment(drive, payment, { preimage, fee: msats(7n) })
            : failPayment(drive, payment, failure),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "finished")).toHaveLength(1);
      const { progress } = await driving.reread(payment);
      expect(await typesOf(database().db, payment.id)).toEqual(Array(2).fill(`payment.${progress.kind}`));
    }
    expect(await driving.breaches()).toEqual([]);
  });

  it("are not written again for a payment that is found paid after it had failed, or failed after it had been paid", async () => {
    const driving = await given();
    const { world, pay } = driving;
    const payment = await unclear(driving);
    const preimage = preimageOf(driving, payment);
    const failure = { attempt: 1, code: "no_route", detail: "test", isWatched: true } as const;
    expect(await failPayment(world.drive, payment, failure)).toBe("finished");
    expect(await completePayment(world.drive, payment, { preimage, fee: msats(7n) })).toBe("late_success");
    expect(await completePayment(world.drive, payment, { preimage, fee: msats(7n) })).toBe("same_outcome");
    expect(await typesOf(database().db, payment.id)).toEqual(["payment.failed", "payment.failed"]);

    world.node.plan = settles();
    const paid = await pay();
    expect(await failPayment(world.drive, paid, failure)).toBe("late_failure");
    await expectWritten(driving, paid, "payment.completed");
  });

  const points: CrashPoint[] = ["before-reserve", "after-reserve", "before-dispatch", "before-finish", "after-finish"];

  it.each(points)("are written with the outcome and once when the process dies at %s", async (point) => {
    const driving = await given();
    const { world, caller, later } = driving;
    const die = (at: CrashPoint) => {
      if (at === point) throw new Error("the process died");
    };
    const dying = { ...world.drive, reached: die };
    const draft = {
      lnAddress: world.recipient("shop"),
      callbackUrl: CALLBACK,
      idempotencyKey: `crash-${point}`,
      waitMs: 0,
    };
    const deps: typeof world.pay = {
      ...world.pay,
      reached: die,
      driver: driverOf(() => dying),
    };
    await accept(deps, world.request(caller, draft)).catch(() => undefined);
    await world.settled().catch(() => undefined);
    expect(await driving.breaches()).toEqual([]);

    for (let round = 0; round < 3; round += 1) await later(MINUTE);
    const { payment } = await accept(world.pay, world.request(caller, { ...draft, waitMs: 5_000 }));
    await world.settled();

    await expectWritten(driving, payment, "payment.completed");
  });

  it("are not written for a payment that is pending, replayed, or refused", async () => {
    const { db } = database();
    const driving = await given();
    const { world, pay, caller } = driving;
    world.node.plan = holds();
    const accepted = await pay();
    expect(await typesOf(db, accepted.id)).toEqual([]);

    world.node.plan = settles();
    const draft = { idempotencyKey: "twice" };
    const [first, second] = [await pay(draft), await pay(draft)];
    expect(second.id).toBe(first.id);
    await expectWritten(driving, first, "payment.completed");

    await internal(driving);
    await Promise.all([1, 2, 3].map(() => pay({ idempotencyKey: "in one batch" })));
    await expect(pay({ amount: sats(1_000_000n) })).rejects.toMatchObject({ code: "insufficient_funds" });
    const [count] = await db.query<{ n: bigint }>(sql`
      select count(*) as n from events.event where owner_id = ${caller.wallet.owner.id}`);
    expect(count?.n).toBe(2n);
  });

  it("are not written without a receiver", async () => {
    const { db } = database();
    const driving = await givenDriving(database());
    const silent = await driving.pay();
    expect(await deliveriesOf(db, silent.id)).toEqual([]);
    expect(await driving.breaches()).toEqual([]);
  });

  it("of a payment of a system account go to the payee alone", async () => {
    const { db } = database();
    const { world } = await given();
    const [system] = await db.query<{ no: bigint }>(sql`select ledger.system('vouchers_outstanding') as no`);
    const payee = await world.project("payee", msats(0n));
    await givenEndpoint(db, payee.wallet.owner.id);
    await db.query(sql`
      select ledger.post_many(now(), array[${world.drive.random.uuid()}]::uuid[], array[ledger.system('lightning_node')],
                              array[${system?.no}]::bigint[], array[1000::bigint], null, null, array['test'],
                              array[${world.drive.random.uuid()}]::uuid[])`);
    const id = newId<PaymentId>(world.drive.random);
    const reserved = await world.pay.batch(reserveMany, {
      id,
      transactionId: newId<TransferId>(world.drive.random),
      payer: { account: system?.no as Payment["payer"]["account"], wallet: undefined },
      origin: { kind: "voucher", id: world.drive.random.uuid() },
      recipient: payee.wallet,
      destination: { kind: "address", lnAddress: "payee@example.com" },
      keysendPreimage: undefined,
      invoice: undefined,
      amount: msats(1_000n),
      feeLimit: msats(0n),
      comment: undefined,
      internalId: undefined,
      internalIdIsUnique: false,
      callbackUrl: CALLBACK,
      callbackDelayMs: 0,
      event: newId<EventId>(world.drive.random),
      receiptEvent: newId<EventId>(world.drive.random),
      idempotency: undefined,
      pendingMax: { wallet: 1, owner: 1, node: 1 },
      leaseMs: undefined,
    });
    expect(reserved.kind).toBe("completed");
    expect(await deliveriesOf(db, id)).toMatchObject([{ type: "receipt.credited", owner: payee.wallet.owner.id }]);
  });

  it("are written for the payments of a batch that are finished in it, and no other", async () => {
    const driving = await given();
    const { world } = driving;
    const payments = await Promise.all(Array.from({ length: 12 }, () => unclear(driving)));
    const failure = { kind: "failed", attempt: 1, code: "no_route", detail: "test", watchUntil: undefined } as const;
    const finish = ({ id }: Payment, outcome: Finish["outcome"]) =>
      world.drive.batch(finishMany, {
        id,
        transfer: newId<TransferId>(world.drive.random),
        event: newId<EventId>(world.drive.random),
        outcome,
      });
    const kinds = ["finished", "late_success", "stale"] as const;
    const kindOf = (i: number) => kinds[i % kinds.length];
    for (const [i, payment] of payments.entries()) if (kindOf(i) === "late_success") await finish(payment, failure);

    // A queue takes at most half of what it has in one call, so there are some of each kind in one.
    const outcomes = await Promise.all(
      payments.map((payment, i) => {
        if (kindOf(i) === "stale") return finish(payment, { ...failure, attempt: 9 });
        return finish(payment, { kind: "completed", preimage: preimageOf(driving, payment), fee: msats(1n) });
      }),
    );

    expect(outcomes.map(({ kind }) => kind)).toEqual(payments.map((_, i) => kindOf(i)));
    const [paid, failed] = ["completed", "failed"].map((state) => Array(2).fill(`payment.${state}`));
    const expected = { finished: paid, late_success: failed, stale: [] };
    const types = await Promise.all(payments.map(({ id }) => typesOf(database().db, id)));
    expect(types).toEqual(outcomes.map(({ kind }) => expected[kind as keyof typeof expected]));
    expect(await driving.breaches()).toEqual([]);
  });
});
