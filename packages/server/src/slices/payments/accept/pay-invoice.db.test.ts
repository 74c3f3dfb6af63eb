import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePayment, driverOf } from "../drive/drive-payment.ts";
import type { BegunAttempt } from "../model/attempt.ts";
import {
  answersLostOnce,
  CRASH_POINTS,
  type Driving,
  diesAt,
  FUNDS,
  givenDriving,
  MINUTE,
  whilePaused,
  withUniqueInternalIds,
} from "../testing/driving.harness.ts";
import type { Asked } from "../testing/world.harness.ts";
import { pay } from "./pay.ts";

const PAID = 101_500n;
const RESERVED = 110_000n;

onDatabase("a payment of an invoice", (database) => {
  const given = () => givenDriving(database());
  const to = (invoice: string): Pick<Asked, "destination"> => ({ destination: { kind: "invoice", invoice } });
  /** An invoice over 100 sat, unless the test says otherwise. */
  const invoiceOf = ({ world }: Driving, options: Partial<Parameters<typeof world.invoice>[0]> = {}) =>
    world.invoice({ amount: sats(100n), ...options }).text;

  const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));

  async function countPayments({ wallet }: Caller): Promise<bigint> {
    const [row] = await database().db.query<{ n: bigint }>(sql`
      select count(*) as n from payments.payment where wallet_id = ${wallet.id}`);
    return row?.n ?? -1n;
  }

  it("takes amount and real fee, and is dispatched from the beginning", async () => {
    const driving = await given();
    const { world, caller, breaches } = driving;
    const text = invoiceOf(driving);
    const asked = world.request(caller, { ...to(`LIGHTNING:${text.toUpperCase()}`), amount: undefined, waitMs: 0 });

    const driven = Promise.withResolvers<BegunAttempt | undefined>();
    const drive = async (_: unknown, begun: BegunAttempt | undefined) => driven.resolve(begun);
    const driver = { ...driverOf(() => world.drive), drive };
    const { payment } = await pay({ ...world.pay, driver }, asked);
    const { progress } = payment;
    if (progress.kind !== "dispatched") throw new Error(`it is ${progress.kind}`);
    const { dispatchedAt, dispatchDeadline } = progress;
    expect(progress).toMatchObject({ attempt: 1, invoice: { text, isOwn: false } });
    expect(await driving.reread(payment)).toEqual({
      ...payment,
      progress: expect.objectContaining({ kind: "dispatched", attempt: 1, dispatchedAt, dispatchDeadline }),
    });
    expect(world.node.requests).toEqual([]);
    await drivePayment(world.drive, payment, { begun: await driven.promise });

    expect(await driving.reread(payment)).toMatchObject({
      destination: { kind: "invoice", invoice: text },
      progress: { kind: "completed", fee: 1_500n, invoice: text },
    });
    expect(world.node.requests).toMatchObject([{ invoice: text, amount: undefined, feeLimit: sats(10n) }]);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("takes the request's amount for an invoice that has none, and needs it", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    const text = invoiceOf(driving, { amount: undefined });

    await expect(pay({ ...to(text), amount: undefined })).rejects.toMatchObject({
      code: "invalid_input",
      details: [{ field: "amount" }],
    });
    const payment = await pay({ ...to(text), amount: sats(100n) });

    expect(payment.progress.kind).toBe("completed");
    expect(world.node.requests).toMatchObject([{ invoice: text, amount: 100_000n }]);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is refused with another amount than the invoice's, and taken with the same", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    const text = invoiceOf(driving);
    for (const amount of [sats(99n), sats(101n), msats(100_001n)])
      await expect(pay({ ...to(text), amount })).rejects.toMatchObject({
        code: "invalid_input",
        details: [{ field: "amount" }],
      });
    expect([await world.balance(caller), await countPayments(caller)]).toEqual([FUNDS, 0n]);
    expect((await pay({ ...to(text), amount: sats(100n) })).progress.kind).toBe("completed");
  });

  const refused: [string, string, (driving: Driving) => string][] = [
    ["is none", "invoice_invalid", () => "lnbcrt1nonsense"],
    [
      "has a wrong checksum",
      "invoice_invalid",
      (d) => invoiceOf(d).replace(/.$/, (last) => (last === "x" ? "q" : "x")),
    ],
    ["is of another network", "invoice_invalid", (d) => invoiceOf(d, { network: "mainnet" })],
    ["has expired", "invoice_expired", (d) => invoiceOf(d, { timestamp: new Date(Date.now() - 3_601_000) })],
    ["wants the money locked for too long", "final_cltv_too_large", (d) => invoiceOf(d, { minFinalCltvExpiry: 289 })],
  ];

  it.each(refused)("that %s is refused with %s, before anything is reserved", async (_what, code, make) => {
    const driving = await given();
    const { world, caller, pay } = driving;
    const asked = { ...to(make(driving)), amount: undefined, idempotencyKey: "again" };

    await expect(pay(asked)).rejects.toMatchObject({ code, status: 400 });

    expect([await world.balance(caller), await countPayments(caller)]).toEqual([FUNDS, 0n]);
    const draft = { ...to(invoiceOf(driving)), idempotencyKey: "again" };
    expect((await pay(draft)).progress.kind, "the key stays free").toBe("completed");
    expect(world.node.requests).toHaveLength(1);
  });

  it("is refused as long as the service has never heard of its node", async () => {
    const driving = await given();
    driving.world.pay.ownNode = async () => undefined;
    await expect(driving.pay(to(invoiceOf(driving)))).rejects.toMatchObject({ code: "unavailable", status: 503 });
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
  });

  it("is answered again to its key, also when the invoice has expired since, and refused with another body", async () => {
    const driving = await given();
    const { world, caller, pay: payAgain, clock } = driving;
    const text = invoiceOf(driving);
    const request = (invoice: string, amount?: Msats) =>
      pay(world.pay, world.request(caller, { ...to(invoice), amount, idempotencyKey: "order" }));
    const { payment } = await request(text);
    clock.advance(2 * 60 * MINUTE);

    expect(await request(text)).toMatchObject({ replayed: true, payment: { id: payment.id } });
    await expect(request(invoiceOf(driving))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await expect(request(text, sats(100n))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await expect(payAgain(to(text))).rejects.toMatchObject({ code: "invoice_already_paid" });
    expect(world.node.requests).toHaveLength(1);
  });

  it("is answered again to its internalId where the project wants that, also when the invoice has expired since", async () => {
    const driving = await given();
    const { world, clock } = driving;
    const caller = withUniqueInternalIds(driving.caller);
    const text = invoiceOf(driving);
    const request = (input: Asked) => pay(world.pay, world.request(caller, { internalId: "order-7", ...input }));

    const [one, two] = await Promise.all([request(to(text)), request(to(text))]);
    expect(one.payment.id).toBe(two.payment.id);
    clock.advance(2 * 60 * MINUTE);
    expect(await request(to(text))).toMatchObject({ replayed: true, payment: { id: one.payment.id } });
    await expect(request(to(invoiceOf(driving)))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await expect(request({ lnAddress: world.recipient("shop") })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    expect(world.node.requests).toHaveLength(1);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is one of many that two processes make of it at the same time; the others reserve nothing", async () => {
    const driving = await given();
    const { world } = driving;
    world.node.plan = holds();
    const callers = await Promise.all([1, 2, 3, 4].map((i) => world.project(`rival ${i}`, FUNDS)));
    const other = database().batchOn(machineClock);
    const text = invoiceOf(driving);

    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        pay(
          i % 2 === 0 ? world.pay : { ...world.pay, batch: other },
          world.request(callers[i % 4] ?? driving.caller, { ...to(text), waitMs: 0 }),
        ),
      ),
    );
    await world.settled();

    expect(codes(results)).toEqual(Array(39).fill("invoice_in_use"));
    const balances = await Promise.all(callers.map(world.balance));
    expect(balances.toSorted((a, b) => Number(a - b))).toEqual([FUNDS - RESERVED, FUNDS, FUNDS, FUNDS]);
    expect(world.node.requests).toHaveLength(1);
    expect(await driving.breaches()).toEqual([]);
  });

  it("of one batch goes to the first that can pay it, not to the first that asks", async () => {
    const driving = await given();
    const { world, caller } = driving;
    world.node.plan = holds();
    const [poor, rival] = [await world.project("poor", sats(5n)), await world.project("rival", FUNDS)];
    const text = invoiceOf(driving);
    const request = (from: Caller, invoice = text) =>
      pay(world.pay, world.request(from, { ...to(invoice), waitMs: 0 }));

    const results = await Promise.allSettled([
      request(poor),
      request(caller),
      request(rival),
      request(poor),
      request(rival, invoiceOf(driving)),
    ]);
    await world.settled();

    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(codes(results)).toEqual(["insufficient_funds", "invoice_in_use", "invoice_in_use"]);
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await world.balance(rival)).toBe(FUNDS - RESERVED);
    expect(await driving.breaches()).toEqual([]);
  });

  it("and one whose recipient's server gives out the same invoice do not both pay it", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    const text = invoiceOf(driving);
    const lnAddress = world.recipient("same", { invoice: () => ({ pr: text }) });
    world.node.plan = holds();

    await pay({ lnAddress, waitMs: 0 });
    await expect(pay(to(text))).rejects.toMatchObject({ code: "invoice_in_use", status: 409 });
    world.node.paying.settle(driving.sent().paymentHash);
    await driving.later(5 * MINUTE);

    await expect(pay(to(text))).rejects.toMatchObject({ code: "invoice_already_paid", status: 409 });
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(world.node.requests).toHaveLength(1);
  });

  it("is refused when the node has paid the invoice without us", async () => {
    const driving = await given();
    const { paymentHash, text } = driving.world.invoice({ amount: sats(100n) });
    await database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${paymentHash}, 100000, now())`);
    await expect(driving.pay(to(text))).rejects.toMatchObject({ code: "invoice_already_paid" });
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
  });

  it("is made when an earlier one of the same invoice has failed, and refused when that one settled after all", async () => {
    const driving = await givenDriving(database(), { node: { retriesFailed: true } });
    const { world, caller, pay } = driving;
    const text = invoiceOf(driving);
    world.node.plan = fails("no_route");
    expect((await pay(to(text))).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect((await pay(to(text))).progress).toMatchObject({ kind: "failed", code: "no_route" });
    world.node.plan = settles();
    expect((await pay(to(text))).progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - PAID);

    const late = invoiceOf(driving);
    world.node.plan = fails("no_route");
    const failed = await pay(to(late));
    await database().admin.query(sql`update payments.payment set hash_is_frozen = true where id = ${failed.id}`);
    await expect(pay(to(late))).rejects.toMatchObject({ code: "invoice_already_paid" });
    await database().admin.query(sql`update payments.payment set hash_is_frozen = false where id = ${failed.id}`);
    expect(await driving.breaches()).toEqual([]);
  });

  it("fails when its invoice expires before it is sent, and the money comes back", async () => {
    const driving = await given();
    const { world, caller, later, reread, breaches } = driving;
    world.pay.driver = undefined;
    const payment = await driving.pay(to(invoiceOf(driving, { expirySeconds: 60 })));
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);

    await later(2 * MINUTE);

    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "invoice_expired" });
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("keeps its money while the node's answer is lost, and completes on proof", async () => {
    const driving = await given();
    const { world, caller, later, reread } = driving;
    world.node.plan = cut(settles());
    const payment = await driving.pay(to(invoiceOf(driving)));
    expect(payment.progress.kind).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    await later(2_000);
    expect((await reread(payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
  });

  it("sends an invoice without amount again with the same amount", async () => {
    const driving = await given();
    const { world, later, kindOf } = driving;
    world.node.plan = cut();
    const payment = await driving.pay({ ...to(invoiceOf(driving, { amount: undefined })), amount: sats(100n) });
    world.node.plan = settles();
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    expect(world.node.requests.map(({ amount }) => amount)).toEqual([100_000n, 100_000n]);
  });

  it("does and answers once what is carried out twice", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const { world, caller, breaches } = driving;
    const texts = [invoiceOf(driving), invoiceOf(driving)];
    const asked = texts.map((text) => pay(world.pay, world.request(caller, to(text))));
    const answers = await Promise.all(asked);
    await world.settled();

    expect(answers.map(({ replayed }) => replayed)).toEqual([false, false]);
    expect(answers.map(({ payment }) => payment.progress.kind)).toEqual(["completed", "completed"]);
    expect(await world.balance(caller)).toBe(FUNDS - 2n * PAID);
    expect(await breaches()).toEqual([]);
  });

  it("lets 64 parallel payments of the whole balance, from two processes, move it once", async () => {
    const driving = await given();
    const { world } = driving;
    const caller = await world.project("payer", sats(1_010n));
    const other = database().batchOn(machineClock);
    const texts = Array.from({ length: 64 }, () => invoiceOf(driving, { amount: sats(1_000n) }));

    const results = await Promise.allSettled(
      texts.map((text, i) =>
        pay(
          i % 2 === 0 ? world.pay : { ...world.pay, batch: other },
          world.request(caller, { ...to(text), amount: undefined }),
        ),
      ),
    );
    await world.settled();

    expect(codes(results)).toEqual(Array(63).fill("insufficient_funds"));
    expect(await world.balance(caller)).toBe(10_000n - 1_500n);
    expect(world.node.requests).toHaveLength(1);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is refused while sending is paused, and above the pending limits", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    await whilePaused(database(), async () => {
      await expect(pay(to(invoiceOf(driving)))).rejects.toMatchObject({ code: "sending_paused" });
    });
    world.node.plan = holds();
    world.pay.pendingMax = () => ({ wallet: 1, owner: 1, node: 10_000 });
    const pending = invoiceOf(driving);
    await pay(to(pending));
    await expect(pay(to(invoiceOf(driving)))).rejects.toMatchObject({ code: "too_many_pending" });
    await expect(pay(to(pending))).rejects.toMatchObject({ code: "invoice_in_use" });
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
  });

  const crashes = [...CRASH_POINTS.accept, ...CRASH_POINTS.drive].filter(
    (point) => point !== "after-resolve" && point !== "after-store-invoice", // of an address
  );

  it.each(crashes)("is finished once when the process dies at %s", async (point) => {
    const driving = await given();
    const { world, caller, later, breaches } = driving;
    const reached = diesAt(point);
    const dying = { ...world.drive, reached };
    const request = world.request(caller, { ...to(invoiceOf(driving)), idempotencyKey: `crash-${point}`, waitMs: 0 });
    await pay({ ...world.pay, reached, driver: driverOf(() => dying) }, request).catch(() => undefined);
    await world.settled().catch(() => undefined);

    // The next process: its worker goes on, and the client repeats its request.
    for (let minute = 0; minute < 3; minute += 1) await later(MINUTE);
    const { payment } = await pay(world.pay, { ...request, waitMs: 5_000 });
    await world.settled();

    expect(payment.progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await countPayments(caller)).toBe(1n);
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });
});
