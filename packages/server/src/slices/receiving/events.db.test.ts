import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { EVENT_TYPES, type EventId, type EventRecord, type EventType } from "#events";
import type { Caller } from "#kernel/caller.ts";
import type { CrashPoint } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { IncomingStatus, LightningNode } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { deliveriesOf, givenEndpoint, typesOf } from "#slices/events/testing/written.harness.ts";
import { assignReceipt } from "./credit/assign-receipt.ts";
import { creditReceipt } from "./credit/credit-receipt.ts";
import { eventBodies } from "./event-bodies.ts";
import { lookUpDueCharges } from "./expire/look-up-due-charges.ts";
import type { Charge } from "./model/charge.ts";
import { presentCharge } from "./present-charge.ts";
import { expireMany } from "./store/batched.ts";
import { listSuspended } from "./store/receipts.ts";
import {
  breaches,
  chargeNow,
  creditDeps,
  givenCaller,
  givenCharge,
  random,
  receiptsOf,
} from "./testing/receiving.harness.ts";

const CALLBACK = "https://shop.example/charged";
const HOOK = "https://shop.example/hook";

onDatabase("the events of receiving", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  const deps = () => ({ ...creditDeps(database()), db: database().db, clock: machineClock });
  /** A charge of a project with an endpoint, with a callbackUrl. */
  const given = async (expirySeconds = 600) => {
    const caller = await givenCaller(database());
    await givenEndpoint(database().db, caller.wallet.owner.id, { url: HOOK });
    const charge = await givenCharge(database(), caller, { expirySeconds, callbackUrl: CALLBACK });
    return { caller, charge };
  };
  const pay = async ({ paymentHash }: Charge, amount: Msats, settledAt = new Date()) =>
    await creditReceipt(deps(), { paymentHash, amount, cost: msats(0n), settledAt }, undefined);
  const written = (object: string) => deliveriesOf(database().db, object);
  const receiptOf = async ({ paymentHash }: Charge) => (await receiptsOf(database(), paymentHash))[0]?.id ?? "none";

  /** Looks all due charges up at a node that answers this. */
  const lookUp = async (status: IncomingStatus, changes: object = {}) => {
    const node = { lookupIncoming: async () => status } as unknown as LightningNode;
    await lookUpDueCharges({ ...deps(), node, ...changes });
  };
  const makeDue = async ({ id }: Charge) =>
    await database().admin.query(sql`update receiving.charge set due_at = '2000-01-01' where id = ${id}`);

  /** As a worker reads it. */
  const bodiesOf = async (object: string) => {
    const events = await database().db.query<EventRecord>(sql`
      select id, owner_id as "ownerId", type, object_id as "objectId", sequence, facts, created_at as "createdAt"
        from events.event
       where object_id = ${object}
       order by sequence`);
    const bodies = await eventBodies(database().db, events);
    return events.map(({ id }) => bodies.get(id));
  };

  it("are written for a receipt and for the charge that it completes, once each", async () => {
    const { caller, charge } = await given();

    await pay(charge, msats(10_000n));
    await pay(charge, msats(10_000n)); // the node reports it again

    const owner = caller.wallet.owner.id;
    expect(await written(charge.id)).toMatchObject([
      { type: "charge.completed", owner, sequence: 2, url: CALLBACK, endpoint: null },
      { type: "charge.completed", owner, sequence: 2, url: HOOK, endpoint: expect.any(String) },
    ]);
    expect(await written(await receiptOf(charge))).toMatchObject([
      { type: "receipt.credited", owner, sequence: 1, url: HOOK },
    ]);
  });

  it("show the charge as it was then, and the receipt", async () => {
    const { charge } = await given(-1);
    await lookUp({ kind: "unpaid" });
    const expired = await chargeNow(database(), charge);
    await pay(charge, msats(10_000n));
    const completed = await chargeNow(database(), charge);
    // As a second payer would by another way.
    await database().admin.query(sql`update receiving.charge set received_msats = 30000 where id = ${charge.id}`);

    expect(await bodiesOf(charge.id)).toEqual(
      [expired, completed].map((then) => ({ data: presentCharge(then), callback: presentCharge(then) })),
    );
    await database().admin.query(sql`update receiving.charge set received_msats = 10000 where id = ${charge.id}`);
    const receipt = await receiptOf(charge);
    const body = {
      id: receipt,
      chargeId: charge.id,
      walletId: charge.walletId,
      amount: "10000",
      unit: "msats",
      flags: ["late"],
      comment: null,
      payerData: null,
      settledAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(await bodiesOf(receipt)).toEqual([{ data: body, callback: body }]);
  });

  it("have bodies for each of their types, and none for what does not exist", async () => {
    const { charge } = await given(-1);
    await lookUp({ kind: "unpaid" });
    await pay(charge, msats(10_000n));
    const receipt = await receiptOf(charge);
    const types = Object.keys(EVENT_TYPES).filter((type) => /^(charge|receipt)\./.test(type)) as EventType[];
    const record = (type: EventType, objectId: string): EventRecord => ({
      id: newId<EventId>(random),
      ownerId: random.uuid(),
      type,
      objectId,
      sequence: 1,
      facts: { received: "1", paidAt: "2026-11-22T12:00:00Z" },
      createdAt: new Date(),
    });
    const there = types.map((type) => record(type, type.startsWith("charge") ? charge.id : receipt));
    const gone = types.map((type) => record(type, random.uuid()));
    const bodies = await eventBodies(database().db, [...there, ...gone]);
    expect([...bodies.keys()].toSorted()).toEqual(there.map(({ id }) => id).toSorted());
  });

  it("are written for each part, for the charge when it is complete, and for what comes a second time", async () => {
    const { db } = database();
    const { charge } = await given();
    await pay(charge, msats(4_000n));
    expect(await typesOf(db, charge.id)).toEqual([]);

    // The rest, as a wallet of this service would pay it.
    await takeInternally(charge, 6_000n);
    expect((await written(charge.id)).map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
      "charge.completed 3",
      "charge.completed 3",
    ]);
    const receipts = await receiptsOf(database(), charge.paymentHash);
    expect(receipts).toHaveLength(2);
    for (const { id } of receipts) expect(await typesOf(db, id)).toEqual(["receipt.credited"]);
  });

  /** Counts a receipt from inside the ledger with its posting, of any amount. */
  const takeInternally = async (charge: Charge, amount: bigint) => {
    const [payment, transfer] = [random.uuid(), random.uuid()];
    await database().admin.query(sql`
      with posted as (
        select ledger.post_many(now(), array[${transfer}]::uuid[], array[7::bigint], array[${charge.account}]::bigint[],
                                array[${amount}]::bigint[], null, null, array['payment'], array[${payment}]::uuid[])),
      received as (
        insert into receiving.receipt (payment_hash, via, id, charge_id, transfer_id, credit_no, wallet_id, amount_msats,
                                       settled_at, recorded_at, flags)
        select ${charge.paymentHash}, 'ledger', ${payment}, ${charge.id}, ${transfer}, ${charge.account}, ${charge.walletId},
               ${amount}, now(), now(), array['second']
          from posted)
      select receiving.count_receipt(now(), c, ${amount}, now(), ${payment}, ${random.uuid()}, ${random.uuid()})
        from receiving.charge c
       where c.id = ${charge.id}`);
  };

  it("are written for a second receipt of a completed charge, and not for the charge again", async () => {
    const { db } = database();
    const { charge } = await given();
    await pay(charge, msats(10_000n));
    await takeInternally(charge, 10_000n);

    const receipts = await receiptsOf(database(), charge.paymentHash);
    expect(receipts).toHaveLength(2);
    for (const { id } of receipts) expect(await typesOf(db, id)).toEqual(["receipt.credited"]);
    expect(await typesOf(db, charge.id)).toEqual(["charge.completed", "charge.completed"]);
  });

  it("are written for a charge when it expires, once, and with a higher sequence when it is paid late", async () => {
    const { charge } = await given(-1);
    const before = new Date();
    await lookUp({ kind: "unpaid" });
    await makeDue(charge);
    await lookUp({ kind: "unpaid" });
    expect((await chargeNow(database(), charge)).state.kind).toBe("expired");
    expect(await written(charge.id)).toMatchObject([
      { type: "charge.expired", sequence: 2, url: CALLBACK },
      { type: "charge.expired", sequence: 2, url: HOOK },
    ]);

    await makeDue(charge);
    await lookUp({ kind: "settled", amount: msats(10_000n), cost: msats(0n), settledAt: before });

    const after = (await written(charge.id)).slice(2);
    expect(after).toMatchObject([
      { type: "charge.completed", sequence: 3, url: CALLBACK },
      { type: "charge.completed", sequence: 3, url: HOOK },
    ]);
  });

  it("are written for the expiry of a charge that got less than it asked for", async () => {
    const { charge } = await given(-1);
    await lookUp({ kind: "settled", amount: msats(1n), cost: msats(0n), settledAt: new Date() });
    expect(await typesOf(database().db, await receiptOf(charge))).toEqual(["receipt.credited"]);
    expect(await written(charge.id)).toMatchObject([
      { type: "charge.expired", sequence: 3, facts: { received: "1" } },
      { type: "charge.expired", sequence: 3 },
    ]);
  });

  it("are not written for money that no wallet got, until an operator gives it to one", async () => {
    const { db } = database();
    const caller = await givenCaller(database());
    await givenEndpoint(db, caller.wallet.owner.id, { url: HOOK });
    const paymentHash = randomBytes(32);
    const receipt = { paymentHash, amount: msats(5n), cost: msats(0n), settledAt: new Date() };
    await creditReceipt(deps(), receipt, undefined);
    const suspended = (await listSuspended(db, 1_000)).find(
      (one) => Buffer.compare(one.paymentHash, paymentHash) === 0,
    );
    const id = suspended?.id ?? "none";
    expect(await written(id)).toEqual([]);

    await assignReceipt(deps(), { receipt: id, wallet: caller.wallet, reason: "test" });
    await expect(assignReceipt(deps(), { receipt: id, wallet: caller.wallet, reason: "again" })).rejects.toThrow(
      "no money",
    );

    expect(await written(id)).toMatchObject([
      { type: "receipt.credited", owner: caller.wallet.owner.id, sequence: 1, url: HOOK },
    ]);
    expect(await bodiesOf(id)).toMatchObject([
      { data: { id, chargeId: null, walletId: caller.wallet.id, amount: "5", flags: ["unknown"] } },
    ]);
  });

  it("are written for a charge whose money had to go to suspense, but not for a receipt", async () => {
    const { db, admin } = database();
    const { charge, caller } = await given();
    const full = 2n ** 63n - 1n;
    await admin.query(sql`update ledger.account set balance = ${full} where no = ${caller.wallet.account}`);
    await pay(charge, msats(10_000n));
    await admin.query(sql`update ledger.account set balance = 0 where no = ${caller.wallet.account}`);
    expect((await receiptsOf(database(), charge.paymentHash))[0]?.flags).toContain("suspense");
    expect(await typesOf(db, charge.id)).toEqual(["charge.completed", "charge.completed"]);
    expect(await typesOf(db, await receiptOf(charge))).toEqual([]);
  });

  it("go to the project alone whose wallet it is", async () => {
    const rival: Caller = await givenCaller(database());
    await givenEndpoint(database().db, rival.wallet.owner.id, { url: "https://rival.example/" });
    const { charge } = await given();
    await pay(charge, msats(10_000n));
    const urls = [...(await written(charge.id)), ...(await written(await receiptOf(charge)))].map(({ url }) => url);
    expect(urls).toEqual([CALLBACK, HOOK, HOOK]);
  });

  it("are not written for a project that receives none", async () => {
    const charge = await givenCharge(database(), await givenCaller(database()), { expirySeconds: -1 });
    await lookUp({ kind: "unpaid" });
    await pay(charge, msats(10_000n));
    expect(await written(charge.id)).toEqual([]);
    expect(await written(await receiptOf(charge))).toEqual([]);
  });

  it("are written once when eight credit and eight expire a charge at the same time", async () => {
    // Processes of their own, each with its queue.
    const batches = Array.from({ length: 8 }, () => database().batchOn(machineClock));
    for (let round = 0; round < 5; round += 1) {
      const { charge } = await given(-1);
      const receipt = {
        paymentHash: charge.paymentHash,
        amount: msats(10_000n),
        cost: msats(0n),
        settledAt: new Date(),
      };
      await Promise.all(
        batches.flatMap((batch) => [
          creditReceipt({ ...deps(), batch }, receipt, undefined),
          batch(expireMany, { id: charge.id, dueAt: undefined, event: newId<EventId>(random) }),
        ]),
      );
      const types = await typesOf(database().db, charge.id);
      expect(types.filter((type) => type === "charge.completed")).toHaveLength(2);
      expect([0, 2]).toContain(types.filter((type) => type === "charge.expired").length);
      expect(await typesOf(database().db, await receiptOf(charge))).toEqual(["receipt.credited"]);
    }
  });

  const points: readonly [CrashPoint, boolean][] = [
    ["before-credit", false],
    ["after-credit", true],
    ["before-expire", false],
    ["after-expire", true],
  ];
  it.each(points)("are written with the change and once when the process dies at %s", async (point, isWritten) => {
    const { db } = database();
    const { charge } = await given(-1);
    const dying = {
      reached: (at: CrashPoint) => {
        if (at === point) throw new Error("killed");
      },
    };
    const isExpiry = point.endsWith("expire");
    const work = (changes: object) =>
      isExpiry
        ? lookUp({ kind: "unpaid" }, changes)
        : creditReceipt(
            { ...deps(), ...changes },
            { paymentHash: charge.paymentHash, amount: msats(10_000n), cost: msats(0n), settledAt: new Date() },
            undefined,
          );
    const type = isExpiry ? "charge.expired" : "charge.completed";

    await expect(work(dying)).rejects.toThrow("killed");
    expect(await typesOf(db, charge.id)).toEqual(isWritten ? [type, type] : []);

    await makeDue(charge);
    await work({});
    expect(await typesOf(db, charge.id)).toEqual([type, type]);
  });
});
