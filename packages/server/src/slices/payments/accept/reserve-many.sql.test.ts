import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { MSATS_MAX, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import {
  answersLostOnce,
  FUNDS,
  givenDriving,
  whilePaused,
  withUniqueInternalIds,
} from "../testing/driving.harness.ts";
import { createWorld, type World } from "../testing/world.harness.ts";
import { pay as accept } from "./pay.ts";

onDatabase("reserving payments in one batch", (database) => {
  const request = (world: World, ...[caller, input]: Parameters<World["request"]>) =>
    accept(world.pay, world.request(caller, input));

  async function countPayments(walletId: string): Promise<bigint | undefined> {
    const [row] = await database().db.query<{ n: bigint }>(sql`
      select count(*) as n from payments.payment where wallet_id = ${walletId}`);
    return row?.n;
  }

  it("does and answers once what is carried out twice, over Lightning and inside", async () => {
    const { world, caller, breaches } = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const payee = await world.project("payee", msats(0n));
    const lnAddress = world.recipient("shop");
    world.pay.recipientOf = async ({ user }) => (user === "here" ? payee.wallet : undefined);

    const [outside, twin, inside] = await Promise.all([
      request(world, caller, { lnAddress, idempotencyKey: "a" }),
      request(world, caller, { lnAddress, idempotencyKey: "a" }),
      request(world, caller, { lnAddress: "here@example.com", amount: sats(7n), idempotencyKey: "b" }),
    ]);
    await world.settled();

    expect([outside.replayed, twin.replayed, inside.replayed]).toEqual([false, true, false]);
    expect(twin.payment.id).toBe(outside.payment.id);
    expect(outside.payment.progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(inside.payment.progress).toMatchObject({ kind: "completed", fee: 0n });
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n - 7_000n);
    expect(await world.balance(payee)).toBe(7_000n);
    expect(await breaches()).toEqual([]);
  });

  it("answers a duplicate of a request that replays an internalId with the same payment", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const lnAddress = world.recipient("shop");
    const draft = { lnAddress, internalId: "order-1" };
    const first = await request(world, caller, draft);

    const twins = await Promise.all(
      [1, 2].map(() => request(world, caller, { ...draft, idempotencyKey: "sent twice" })),
    );
    await world.settled();

    expect(twins.map(({ payment }) => payment.id)).toEqual([first.payment.id, first.payment.id]);
    expect(twins.map(({ replayed }) => replayed)).toEqual([true, true]);
  });

  it("gives requests of one batch that share an internalId, and some of them a key, one payment", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const draft = { lnAddress: world.recipient("shop"), internalId: "order-1" };

    const answers = await Promise.all(
      ["a", "b", "b"].map((idempotencyKey) => request(world, caller, { ...draft, idempotencyKey })),
    );
    await world.settled();

    expect(new Set(answers.map(({ payment }) => payment.id)).size).toBe(1);
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  });

  it("makes one payment of one internalId in one batch, and refuses another input of it", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const lnAddress = world.recipient("shop");

    const results = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => request(world, caller, { lnAddress, internalId: "order-2" })),
      request(world, caller, { lnAddress, internalId: "order-2", amount: sats(1n) }),
      request(world, caller, { lnAddress, internalId: "order-3" }),
    ]);
    await world.settled();

    const ids = results.map((result) => (result.status === "fulfilled" ? result.value.payment.id : undefined));
    expect(new Set(ids.slice(0, 10)).size).toBe(1);
    expect(results[10]).toMatchObject({ status: "rejected", reason: { code: "idempotency_mismatch" } });
    expect(await countPayments(caller.wallet.id)).toBe(2n);
  });

  it("answers the newest payment of an internalId that was made before internalIds were unique", async () => {
    const world = createWorld(database());
    const before = await world.project("payer", FUNDS);
    const stranger = await world.project("stranger", FUNDS);
    const draft = { lnAddress: world.recipient("shop"), internalId: "order-5" };
    await request(world, before, draft);
    const newest = await request(world, before, draft);
    await request(world, stranger, draft);
    await request(world, before, { ...draft, internalId: "order-6" });

    const caller = withUniqueInternalIds(before);
    const [again, twin] = await Promise.all([1, 2].map(() => request(world, caller, draft)));
    expect([again?.replayed, again?.payment.id]).toEqual([true, newest.payment.id]);
    expect([twin?.replayed, twin?.payment.id]).toEqual([true, newest.payment.id]);
    await expect(request(world, caller, { ...draft, amount: sats(1n) })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    await world.settled();
    expect(await countPayments(caller.wallet.id)).toBe(3n);
    expect((await request(world, withUniqueInternalIds(stranger), { ...draft, internalId: "" })).replayed).toBe(false);
  });

  it("refuses the duplicates of a refused internalId for the same reason and leaves it free", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", sats(50n)));
    const lnAddress = world.recipient("shop");

    const results = await Promise.allSettled(
      [1, 2].map(() => request(world, caller, { lnAddress, internalId: "order-4", amount: sats(100n) })),
    );
    expect(results.map((result) => result.status === "rejected" && result.reason.code)).toEqual([
      "insufficient_funds",
      "insufficient_funds",
    ]);
    const { replayed } = await request(world, caller, { lnAddress, internalId: "order-4", amount: sats(1n) });
    expect(replayed).toBe(false);
    await world.settled();
  });

  it("takes an empty internalId for none: two such requests are two payments", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const lnAddress = world.recipient("shop");

    const one = await request(world, caller, { lnAddress, internalId: "" });
    const two = await request(world, caller, { lnAddress, internalId: "" });
    await world.settled();

    expect(two.replayed).toBe(false);
    expect(two.payment.id).not.toBe(one.payment.id);
    expect(two.payment.internalId).toBe("");
  });

  it("replays by key and by internalId while sending is paused, and reserves nothing new", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const lnAddress = world.recipient("shop");
    const byKey = { lnAddress, idempotencyKey: "k" };
    const byInternalId = { lnAddress, internalId: "i" };
    const made = [await request(world, caller, byKey), await request(world, caller, byInternalId)];
    await world.settled();

    await whilePaused(database(), async () => {
      const again = [await request(world, caller, byKey), await request(world, caller, byInternalId)];
      expect(again.map(({ payment }) => payment.id)).toEqual(made.map(({ payment }) => payment.id));
      expect(again.map(({ replayed }) => replayed)).toEqual([true, true]);
      await expect(request(world, caller, { ...byKey, idempotencyKey: "new" })).rejects.toMatchObject({
        code: "sending_paused",
      });
    });
  });

  it("gives slots to those that come first in a batch, and answers the others whether waiting would help", async () => {
    const world = createWorld(database());
    world.node.plan = holds();
    world.pay.pendingMax = () => ({ wallet: 1, owner: 100, node: 200 });
    const caller = await world.project("payer", sats(1_000n));
    const lnAddress = world.recipient("shop");

    const results = await Promise.allSettled([
      request(world, caller, { lnAddress, amount: sats(10n), waitMs: 0 }),
      request(world, caller, { lnAddress, amount: sats(5_000n), waitMs: 0 }),
      request(world, caller, { lnAddress, amount: sats(10n), waitMs: 0 }),
    ]);
    await world.settled();

    expect(results.map((result) => (result.status === "rejected" ? result.reason.code : "taken"))).toEqual([
      "taken",
      "insufficient_funds",
      "too_many_pending",
    ]);
  });

  it("leaves the node's slots to those who can pay", async () => {
    const world = createWorld(database());
    world.node.plan = holds();
    world.pay.pendingMax = () => ({ wallet: 20, owner: 100, node: 5 });
    const [poor, rich] = [await world.project("poor", msats(0n)), await world.project("rich", sats(1_000n))];
    const lnAddress = world.recipient("shop");
    const reserve = (caller: Caller) => request(world, caller, { lnAddress, amount: sats(10n), waitMs: 0 });

    const results = await Promise.allSettled([...Array.from({ length: 30 }, () => reserve(poor)), reserve(rich)]);
    await world.settled();

    const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : "taken"));
    expect(codes).toEqual([...Array(30).fill("insufficient_funds"), "taken"]);
  });

  it("loses nothing in storms between two wallets from two processes", async () => {
    const { world, breaches } = await givenDriving(database());
    const [a, b] = [await world.project("a", sats(50n)), await world.project("b", sats(50n))];
    world.pay.recipientOf = async ({ user }) => (user === "a" ? a.wallet : b.wallet);
    const batches = [world.pay.batch, database().batchOn(world.drive.clock)];

    const results = await Promise.allSettled(
      Array.from({ length: 400 }, (_, i) => {
        const [from, to] = i % 2 === 0 ? [a, "b@example.com"] : [b, "a@example.com"];
        const deps = { ...world.pay, batch: batches[(i >> 1) % 2] ?? world.pay.batch };
        return accept(deps, world.request(from, { lnAddress: to, amount: sats(BigInt(1 + (i % 17))) }));
      }),
    );

    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused.filter((code) => code !== "insufficient_funds")).toEqual([]);
    expect((await world.balance(a)) + (await world.balance(b))).toBe(100_000n);
    expect(await breaches()).toEqual([]);
  });

  it("never passes a limit that two processes reach concurrently", async () => {
    const world = createWorld(database());
    world.node.plan = holds();
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");
    await database().admin.query(sql`update ledger.account set limit_day = 10000 where no = ${caller.wallet.account}`);
    const batches = [database().batch, database().batchOn(world.drive.clock)];

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        accept(
          { ...world.pay, batch: batches[i % 2] ?? world.pay.batch },
          world.request(caller, { lnAddress, amount: sats(3n), waitMs: 0 }),
        ),
      ),
    );
    await world.settled();

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await world.balance(caller)).toBe(FUNDS - 3n * 13_000n);
  });

  it("answers what the wallet lacks also for all the bitcoin there is, and how much each limit leaves", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");
    await expect(request(world, caller, { lnAddress, amount: msats(MSATS_MAX) })).rejects.toMatchObject({
      code: "insufficient_funds",
      details: [{ issue: String(FUNDS) }, { issue: String(MSATS_MAX + MSATS_MAX / 100n) }],
    });

    const limits = sql`update ledger.account set limit_day = 5000, limit_month = 7000 where no = ${caller.wallet.account}`;
    await database().admin.query(limits);
    await expect(request(world, caller, { lnAddress, amount: sats(6n) })).rejects.toMatchObject({
      code: "limit_exceeded",
      message: "the wallet's spending limits leave 5000 msats",
      details: [
        { field: "daily", issue: "5000" },
        { field: "monthly", issue: "7000" },
      ],
    });
  });
});
