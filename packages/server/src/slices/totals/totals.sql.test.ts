import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { assignReceipt, createCharge } from "#receiving";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { completePayment, failPayment } from "#slices/payments/drive/finish-payment.ts";
import {
  answersLostOnce,
  CRASH_POINTS,
  type Driving,
  diesAt,
  givenDriving,
  invoiceOf,
} from "#slices/payments/testing/driving.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { countNew } from "./count-new.ts";
import { invariants } from "./invariants.ts";
import { countNewPostings, listTotals } from "./store.ts";

const HOUR = 3_600_000;

onDatabase("the totals of a project", (database) => {
  /** The hour of the test's clock, of this owner: nothing where nothing was counted. */
  async function totalsOf({ clock }: Pick<Driving, "clock">, { wallet }: Caller, ago = 0) {
    await countAll();
    const from = new Date(Math.floor(clock.now().getTime() / HOUR) * HOUR - ago * HOUR);
    const period = { by: "hour", from, to: new Date(from.getTime() + HOUR) } as const;
    const [totals] = await listTotals(database().db, { projectId: wallet.owner.id, ...period });
    if (totals === undefined) return undefined;
    const { at, ...counted } = totals;
    expect(at).toEqual(from);
    return counted;
  }
  const countAll = async (db = database().db) => {
    while ((await countNew({ db })) > 0);
  };
  const NONE = {
    completed: 0n,
    completedMsats: 0n,
    feesMsats: 0n,
    tookMs: 0n,
    took: [0n, 0n, 0n, 0n, 0n, 0n],
    failed: 0n,
    failedMsats: 0n,
    received: 0n,
    receivedMsats: 0n,
  };

  /** A clock at the begin of an hour, so that nothing of a test is counted in the next. */
  async function given(...options: [Parameters<typeof givenDriving>[1]?]) {
    const driving = await givenDriving(database(), ...options);
    const { clock } = driving;
    clock.advance(HOUR - (clock.now().getTime() % HOUR));
    const payee = await driving.world.project("payee", msats(0n));
    return { ...driving, payee };
  }

  it("count what was paid within the service, for the one that paid and the one that was paid", async () => {
    const driving = await given();
    const { world, pay, caller, payee, breaches } = driving;
    world.pay.recipientOf = async () => payee.wallet;
    await Promise.all([7n, 5n].map((amount) => pay({ lnAddress: "payee@example.com", amount: sats(amount) })));
    await pay({ lnAddress: "payee@example.com", amount: sats(3n) });

    expect(await totalsOf(driving, caller)).toEqual({
      ...NONE,
      completed: 3n,
      completedMsats: 15_000n,
      took: [3n, 0n, 0n, 0n, 0n, 0n],
    });
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 3n, receivedMsats: 15_000n });
    expect(await breaches()).toEqual([]);
  });

  it("count what ended over Lightning when it ended, with its fee and how long it took", async () => {
    const driving = await given();
    const { world, pay, caller, clock, breaches } = driving;
    world.node.plan = settles({ fee: msats(123n) });
    await pay();
    world.node.plan = fails("no_route");
    await pay({ amount: sats(9n) });
    world.node.plan = cut();
    const slow = await pay();
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 1n, failed: 1n, failedMsats: 9_000n });

    clock.advance(2 * HOUR);
    const preimage = world.preimageOf(invoiceOf(slow).paymentHash);
    expect(await completePayment(world.drive, slow, { preimage, fee: msats(1n) })).toBe("finished");

    expect(await totalsOf(driving, caller, 2)).toMatchObject({
      completed: 1n,
      completedMsats: 100_000n,
      feesMsats: 123n,
      failed: 1n,
    });
    const late = await totalsOf(driving, caller);
    expect(late).toMatchObject({ completed: 1n, completedMsats: 100_000n, feesMsats: 1n, failed: 0n });
    expect(late?.took).toEqual([0n, 0n, 0n, 0n, 0n, 1n]);
    expect(Number(late?.tookMs) - 2 * HOUR).toBeGreaterThanOrEqual(0);
    expect(await breaches()).toEqual([]);
  });

  it.each([
    [1_000, 0],
    [1_001, 1],
    [5_000, 1],
    [5_001, 2],
    [30_000, 2],
    [30_001, 3],
    [300_000, 3],
    [300_001, 4],
    [3_600_000, 4],
    [3_600_001, 5],
    [-5_000, 0],
  ])("count what took %i ms within its bound", async (ms, place) => {
    const driving = await given();
    const { id } = await driving.pay();
    await database().admin.query(sql`
      update payments.payment
         set created_at = processed_at - ${ms}::int * interval '1 millisecond'
       where id = ${id}`);
    const took = Array(6).fill(0n);
    took[place] = 1n;
    expect(await totalsOf(driving, driving.caller)).toMatchObject({
      completed: 1n,
      tookMs: BigInt(Math.max(ms, 0)),
      took,
    });
    expect(await driving.breaches()).toEqual([]);
  });

  it("count a charge that another wallet here pays, and one that is paid over Lightning", async () => {
    const driving = await given();
    const { world, pay, caller, payee, breaches } = driving;
    const draft = { amount: sats(100n), description: "order", expirySeconds: 3_600 };
    const deps = { ...world.drive, ...world.pay };
    const { charge } = await createCharge(deps, { caller: payee, ...draft });
    await pay({ lnAddress: world.recipient("billed", { invoice: () => ({ pr: charge.invoice }) }) });
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 1n, completedMsats: 100_000n, feesMsats: 0n });
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 1n, receivedMsats: 100_000n });

    const { charge: second } = await createCharge(deps, { caller: payee, ...draft });
    const { clock } = driving;
    const receipt = {
      paymentHash: second.paymentHash,
      amount: msats(123_000n),
      cost: msats(0n),
      settledAt: clock.now(),
    };
    const crediting = { ...creditDeps(database()), batch: world.pay.batch };
    await Promise.all([1, 2, 3].map(() => creditReceipt(crediting, receipt, undefined)));
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 2n, receivedMsats: 223_000n });
    expect(await breaches()).toEqual([]);
  });

  it("count what lay in suspense when it was recorded, once a wallet has it", async () => {
    const driving = await given();
    const { world, payee, clock, breaches } = driving;
    const crediting = { ...creditDeps(database()), batch: world.pay.batch };
    const paymentHash = randomBytes(32);
    await creditReceipt(
      crediting,
      { paymentHash, amount: msats(7_000n), cost: msats(0n), settledAt: clock.now() },
      undefined,
    );
    expect(await totalsOf(driving, payee)).toBeUndefined();
    const [receipt] = await database().admin.query<{ id: string }>(sql`
      select id from receiving.receipt where payment_hash = ${paymentHash}`);

    clock.advance(3 * HOUR);
    const assigned = { receipt: receipt?.id as string, wallet: payee.wallet, reason: "it was theirs" };
    await assignReceipt({ ...world.drive, ...crediting, log: world.drive.log }, assigned);
    expect(await totalsOf(driving, payee)).toBeUndefined();
    expect(await totalsOf(driving, payee, 3)).toEqual({ ...NONE, received: 1n, receivedMsats: 7_000n });
    expect(await breaches()).toEqual([]);
  });

  it("count nothing of users, of what is pending, of what was refused, and of what comes twice", async () => {
    const driving = await given({ batchOn: answersLostOnce(database()) });
    const { world, pay, caller, payee, breaches } = driving;
    const alice = await givenUser(database(), { gamertag: newGamertag("Alice") });
    await pay({ destination: { kind: "gamertag", gamertag: alice.gamertag }, amount: sats(3n) });
    world.node.plan = holds();
    await pay();
    await expect(pay({ amount: sats(1_000_000n) })).rejects.toThrow();
    world.pay.recipientOf = async () => payee.wallet;
    const once = { lnAddress: "payee@example.com", idempotencyKey: "one", amount: sats(2n) };
    for (const _ of [1, 2, 3]) await pay(once);

    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 2n, completedMsats: 5_000n, failed: 0n });
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 1n, receivedMsats: 2_000n });
    const ofUsers = await database().admin.query(sql`
      select t.project_id from totals.project_hour t where t.project_id = ${alice.id}`);
    expect(ofUsers).toEqual([]);
    expect(await breaches()).toEqual([]);
  });

  it("count each payment once when reports of its end race", async () => {
    const driving = await given();
    const { world, pay, caller, breaches } = driving;
    world.node.plan = cut();
    const payments = await Promise.all(Array.from({ length: 8 }, () => pay({ amount: sats(2n) })));
    await Promise.all(
      payments.flatMap((payment, i) => {
        const preimage = world.preimageOf(invoiceOf(payment).paymentHash);
        const failure = { attempt: 1, code: "no_route", detail: "as the node says", isWatched: false } as const;
        return Array.from({ length: 4 }, () =>
          i < 5
            ? completePayment(world.drive, payment, { preimage, fee: msats(1n) })
            : failPayment(world.drive, payment, failure),
        );
      }),
    );
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 5n, feesMsats: 5n, failed: 3n });
    expect(await breaches()).toEqual([]);
  });

  it("count each payment once when several processes pay at the same time in an hour that has no row yet", async () => {
    const driving = await given();
    const { world, payee, caller, clock, breaches } = driving;
    const others = await Promise.all([1, 2, 3].map((i) => world.project(`payer ${i}`, sats(100n))));
    const payers = [caller, ...others];
    world.pay.recipientOf = async () => payee.wallet;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const deps = { ...world.pay, batch: database().batchOn(clock) };
        for (let i = 0; i < 10; i += 1)
          await Promise.all(
            payers.map((payer) =>
              pay(deps, world.request(payer, { lnAddress: "payee@example.com", amount: msats(10n) })),
            ),
          );
      }),
    );
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 160n, receivedMsats: 1_600n });
    for (const payer of payers)
      expect(await totalsOf(driving, payer)).toMatchObject({ completed: 40n, completedMsats: 400n });
    expect(await breaches()).toEqual([]);
  });

  it("count each posting once when several processes count while others pay", async () => {
    const driving = await given();
    const { world, payee, caller, breaches } = driving;
    world.pay.recipientOf = async () => payee.wallet;
    let isPaying = true;
    const counting = Array.from({ length: 3 }, async () => {
      while (isPaying) await countNewPostings(database().db, 7);
    });
    const request = () => world.request(caller, { lnAddress: "payee@example.com", amount: msats(10n) });
    for (let i = 0; i < 30; i += 1) await Promise.all([1, 2, 3, 4].map(() => pay(world.pay, request())));
    isPaying = false;
    await Promise.all(counting);
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 120n, completedMsats: 1_200n });
    expect(await totalsOf(driving, payee)).toEqual({ ...NONE, received: 120n, receivedMsats: 1_200n });
    expect(await breaches()).toEqual([]);
  });

  it("count what a process had counted when it died, if it did not commit", async () => {
    const driving = await given();
    const { pay, caller, breaches } = driving;
    await pay();
    const died = database().db.transaction(async (tx) => {
      await tx.query(sql`select totals.count_new(1000)`);
      throw new Error("the process died");
    });
    await expect(died).rejects.toThrow("the process died");
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 1n });
    expect(await breaches()).toEqual([]);
  });

  it("come to the same whatever the size of a step", async () => {
    const driving = await given();
    const { pay, caller, world, breaches } = driving;
    for (const plan of [settles({ fee: msats(3n) }), fails("no_route"), settles({ fee: msats(4n) })]) {
      world.node.plan = plan;
      await pay();
    }
    while ((await countNewPostings(database().db, 1)) > 0n) expect(await breaches()).toEqual([]);
    expect(await totalsOf(driving, caller)).toMatchObject({ completed: 2n, feesMsats: 7n, failed: 1n });
  });

  it.each([...CRASH_POINTS.accept, ...CRASH_POINTS.drive])(
    "count a payment once when its process dies at %s and another takes it over",
    async (point) => {
      const driving = await given();
      const { world, pay, caller, breaches, later } = driving;
      const reached = world.drive.reached;
      Object.assign(world.drive, { reached: diesAt(point) });
      Object.assign(world.pay, { reached: diesAt(point) });
      await pay().catch(() => undefined);
      await world.settled();
      Object.assign(world.drive, { reached });
      Object.assign(world.pay, { reached });
      await later(120_000);

      const { completed = 0n, completedMsats = 0n } = (await totalsOf(driving, caller)) ?? {};
      // whether the node was asked is not known until the invoice has expired
      const isOpen = ["before-reserve", "after-store-invoice", "after-dispatch"].includes(point);
      expect([completed, completedMsats]).toEqual(isOpen ? [0n, 0n] : [1n, 100_000n]);
      expect(await breaches()).toEqual([]);
    },
  );

  it("are found wrong when a row of them, of a payment or of a receipt was changed, and there is nothing to see before", async () => {
    const driving = await given();
    const { world, pay, caller, payee } = driving;
    world.node.plan = settles({ fee: msats(5n) });
    await pay();
    world.node.plan = fails("no_route");
    await pay();
    world.pay.recipientOf = async () => payee.wallet;
    await pay({ lnAddress: "payee@example.com" });
    await countAll();
    await pay({ lnAddress: "payee@example.com" });
    const payer = caller.wallet.owner.id;
    const change =
      (set: string): Damage<object>[2] =>
      (tx) =>
        tx.query({ text: `update totals.project_hour set ${set} where project_id = $1`, values: [payer] });
    const columns = [
      "completed = completed + 1",
      "took_1s = took_1s + 1",
      "completed_msats = completed_msats + 1",
      "fees_msats = fees_msats - 1",
      "took_ms = took_ms + 1",
      "failed = 0",
      "failed_msats = failed_msats + 1",
      "received = 1",
      "received_msats = 1",
      "hour = hour + 1",
    ];
    const damages: readonly Damage<object>[] = [
      ...columns.map((set): Damage<object> => [set, ["I19"], change(set)]),
      ["a row too few", ["I19"], (tx) => tx.query(sql`delete from totals.project_hour where project_id = ${payer}`)],
      [
        "a row of nobody",
        ["I19"],
        (tx) =>
          tx.query(sql`
            insert into totals.project_hour
            select gen_random_uuid(), hour, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
              from totals.project_hour
             limit 1`),
      ],
      [
        "postings that were not counted",
        ["I19"],
        (tx) => tx.query(sql`update totals.counted set posting_no = ledger.newest_no()`),
      ],
      [
        "postings that are counted again",
        ["I19"],
        (tx) => tx.query(sql`update totals.counted set posting_no = posting_no - 3`),
      ],
      [
        "the amount of a payment",
        ["I19"],
        (tx) =>
          tx.query(sql`
            update payments.payment set amount_msats = amount_msats + 1 where owner_id = ${payer} and state = 'completed'`),
      ],
    ];
    expect(await seenAfter(database().admin, invariants)).toEqual([]);
    expect(await unseenOf(database().admin, invariants, damages, {})).toEqual([]);
  });
});
