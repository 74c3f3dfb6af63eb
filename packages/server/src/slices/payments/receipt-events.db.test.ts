import { expect, it } from "vitest";
import type { EventRecord } from "#events";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { deliveriesOf, givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { eventBodies } from "./event-bodies.ts";
import type { Payment } from "./model/payment.ts";
import { answersLostOnce, givenDriving } from "./testing/driving.harness.ts";

const HOOK = "https://payee.example/hook";
/** What is the payer's and must not reach the payee. */
const REQUEST = { comment: "for the fish", internalId: "order 4711", callbackUrl: "https://payer.example/paid" };

onDatabase("the receipts of payments between wallets of this service", (database) => {
  const given = async (options?: Parameters<typeof givenDriving>[1]) => {
    const driving = await givenDriving(database(), options);
    const payee = await driving.world.project("payee", msats(0n));
    driving.world.pay.recipientOf = async () => payee.wallet;
    const transfer = { destination: { kind: "wallet", walletId: payee.wallet.id } } as const;
    return { ...driving, payee, transfer };
  };
  const ownerOf = ({ wallet }: Caller) => wallet.owner.id;
  const receiving = (caller: Caller) => givenEndpoint(database().db, ownerOf(caller), { url: HOOK });
  const listen = (caller: Caller) =>
    database().db.query(sql`select events.listen(now(), array[${ownerOf(caller)}]::uuid[], '2999-01-01')`);
  const written = async ({ id }: Payment) =>
    (await deliveriesOf(database().db, id)).map(({ type, owner, url }) => ({ type, owner, url }));
  const eventsOf = (caller: Caller) =>
    database().db.query<EventRecord>(sql`
      select id, owner_id as "ownerId", type, object_id as "objectId", sequence, facts, created_at as "createdAt"
        from events.event
       where owner_id = ${ownerOf(caller)}
       order by no`);

  it.each(["address", "wallet"] as const)("reach the endpoint of the payee, which was paid by its %s", async (kind) => {
    const { pay, payee, transfer, breaches } = await given();
    await receiving(payee);

    const payment = await pay({ ...REQUEST, callbackUrl: undefined, ...(kind === "wallet" ? transfer : {}) });

    expect(await deliveriesOf(database().db, payment.id)).toMatchObject([
      { type: "receipt.credited", owner: ownerOf(payee), sequence: 1, url: HOOK, state: "waiting" },
    ]);
    expect(await breaches()).toEqual([]);
  });

  it("say what the payee got, and nothing of the payer", async () => {
    const { pay, payee, caller } = await given();
    await receiving(payee);
    const payment = await pay({ ...REQUEST, amount: sats(7n) });
    const events = await eventsOf(payee);

    const bodies = await eventBodies(database().db, events);

    const { createdAt } = payment;
    const at = createdAt.toISOString();
    const shown = {
      id: payment.id,
      chargeId: null,
      walletId: payee.wallet.id,
      amount: "7000",
      unit: "msats",
      flags: [],
      comment: null,
      payerData: null,
    };
    expect([...bodies.values()].map(({ data }) => JSON.stringify(data))).toEqual([
      JSON.stringify({ ...shown, settledAt: at, createdAt: at }),
    ]);
    for (const hidden of [...Object.values(REQUEST), caller.wallet.id, ownerOf(caller), payment.transactionId])
      expect(JSON.stringify([...bodies.values(), events])).not.toContain(hidden);
  });

  it("are written for the stream alone while the payee reads it", async () => {
    const { pay, payee, breaches } = await given();
    await listen(payee);
    const payment = await pay();
    expect(await written(payment)).toEqual([{ type: "receipt.credited", owner: ownerOf(payee), url: null }]);
    expect(await breaches()).toEqual([]);
  });

  it("are not written for a payee without a receiver, also when the payer has one", async () => {
    const { pay, payee, caller } = await given();
    const silent = await pay();
    await givenEndpoint(database().db, ownerOf(payee), { state: "disabled" });
    await givenEndpoint(database().db, ownerOf(payee), { types: ["payment.completed"] });
    await receiving(caller);
    const heard = await pay();
    expect(await written(silent)).toEqual([]);
    expect(await written(heard)).toEqual([{ type: "payment.completed", owner: ownerOf(caller), url: HOOK }]);
    expect(await eventsOf(payee)).toEqual([]);
  });

  it("come beside the event of the payer, which is as it is without them", async () => {
    const { pay, payee, caller, breaches } = await given();
    await receiving(caller);
    const alone = await pay(REQUEST);
    await receiving(payee);
    await listen(payee);
    const both = await pay(REQUEST);

    const payers = [
      { type: "payment.completed", owner: ownerOf(caller), url: HOOK },
      { type: "payment.completed", owner: ownerOf(caller), url: REQUEST.callbackUrl },
    ];
    expect(await written(alone)).toEqual(payers);
    expect(await written(both)).toEqual([...payers, { type: "receipt.credited", owner: ownerOf(payee), url: HOOK }]);
    const [before, after] = await eventsOf(caller);
    const different = { id: expect.any(String), objectId: both.id, createdAt: expect.any(Date) };
    expect(after).toEqual({ ...before, ...different });
    const bodies = await eventBodies(database().db, [before, after] as EventRecord[]);
    const [first, second] = [...bodies.values()].map(({ callback }) => Object.entries(callback ?? {}));
    const own = new Set(["id", "transactionId", "createdAt", "processedAt", "confirmedAt"]);
    const same = (entries: typeof first) => entries?.filter(([name]) => !own.has(name));
    expect(same(second)).toEqual(same(first));
    expect(await breaches()).toEqual([]);
  });

  it("are as many as payments of one batch reach the same payee, and none of those that are refused", async () => {
    const { pay, payee, breaches } = await given();
    await receiving(payee);
    const amounts = [sats(1n), sats(2n), sats(1_000_000n), sats(3n), sats(4n)];
    const made = await Promise.allSettled(amounts.map((amount) => pay({ amount })));
    expect(made.map(({ status }) => status).filter((status) => status === "rejected")).toHaveLength(1);
    const events = await eventsOf(payee);
    const bodies = await eventBodies(database().db, events);
    const got = [...bodies.values()].map(({ data }) => (data as { amount: string }).amount);
    expect(got.sort()).toEqual(["1000", "2000", "3000", "4000"]);
    expect(await breaches()).toEqual([]);
  });

  it("of both sides reach a project that has both wallets, and a payment to the same wallet has none", async () => {
    const { world, pay, caller, payee, breaches } = await given();
    const { admin } = database();
    await admin.query(sql`update wallets.wallet set owner_id = ${ownerOf(caller)} where id = ${payee.wallet.id}`);
    world.pay.recipientOf = async () => ({ ...payee.wallet, owner: caller.wallet.owner });
    await receiving(caller);
    const payment = await pay();
    expect((await written(payment)).map(({ type }) => type).sort()).toEqual(["payment.completed", "receipt.credited"]);
    world.pay.recipientOf = async () => caller.wallet;
    await expect(pay()).rejects.toMatchObject({ code: "self_payment" });
    expect(await eventsOf(caller)).toHaveLength(2);
    expect(await breaches()).toEqual([]);
  });

  it("are written once when the answer is lost, the request comes again, or comes twice in one batch", async () => {
    const { pay, payee, breaches } = await given({ batchOn: answersLostOnce(database()) });
    await receiving(payee);
    const first = await pay({ idempotencyKey: "again" });
    expect((await pay({ idempotencyKey: "again" })).id).toBe(first.id);
    expect(await eventsOf(payee)).toHaveLength(1);
    await Promise.all([1, 2, 3, 4].map(() => pay({ idempotencyKey: "in one batch" })));
    expect(await eventsOf(payee)).toHaveLength(2);
    expect(await breaches()).toEqual([]);
  });

  it("are written among payments over Lightning of the same batch, which have none", async () => {
    const { world, pay, payee, breaches } = await given();
    world.pay.recipientOf = async ({ user }) => (user === "payee" ? payee.wallet : undefined);
    await receiving(payee);
    const shop = world.recipient("shop");
    const made = await Promise.all(
      ["payee@example.com", shop, "payee@example.com", shop, shop].map((lnAddress) => pay({ lnAddress })),
    );
    const counts = await Promise.all(made.map(async (payment) => (await written(payment)).length));
    expect(counts).toEqual([1, 0, 1, 0, 0]);
    expect(await breaches()).toEqual([]);
  });

  const damages: Record<string, (id: string) => ReturnType<typeof sql>> = {
    "that does not exist": (id) => sql`
      update events.event set object_id = ${crypto.randomUUID()} where object_id = ${id}`,
    "that paid no wallet": (id) => sql`
      update payments.payment set recipient_no = null where id = ${id}`,
    "whose receipt went to another project": (id) => sql`
      update events.event set owner_id = ${crypto.randomUUID()} where object_id = ${id}`,
    "whose receipt names another wallet": (id) => sql`
      update events.event set facts = jsonb_build_object('walletId', ${crypto.randomUUID()}::text) where object_id = ${id}`,
    "with two receipts": (id) => sql`
      insert into events.event
      select ${crypto.randomUUID()}, owner_id, type, object_id, sequence + 1, facts, true, -no, created_at
        from events.event where object_id = ${id}`,
  };

  it.each(Object.entries(damages))("are compared with the payment: the audit notices one %s", async (_what, damage) => {
    const { admin } = database();
    await admin.query(sql`truncate events.event, events.delivery cascade`);
    const { pay, payee, breaches } = await given();
    await listen(payee);
    const { id } = await pay();
    const before = await breaches();
    await admin.query(damage(id));
    const found = (await breaches()).filter((breach) => !before.includes(breach));
    expect(found).toContainEqual(expect.stringContaining("brought a wallet"));
    await admin.query(sql`truncate events.event, events.delivery cascade`);
  });
});
