import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { givenPayer, givenUser, newGamertag, rename } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { createRecipientCache, recipientsByGamertag } from "#wallets";
import { answersLostOnce, FUNDS, givenDriving, withUniqueInternalIds } from "../testing/driving.harness.ts";
import { createTestClock } from "../testing/test-clock.harness.ts";
import { pay } from "./pay.ts";

onDatabase("a payment to a gamertag", (database) => {
  const to = (gamertag: string) => ({ destination: { kind: "gamertag", gamertag } }) as const;
  const walletOf = async (user: User): Promise<Caller> => await givenPayer(database(), user, msats(0n));
  /** What another process knows: it has looked up nothing yet. */
  const anew = () => recipientsByGamertag({ db: database().db, recipientCache: createRecipientCache(machineClock) });

  it("is completed in the answer, belongs to the user, and keeps the gamertag of the request", async () => {
    const { world, caller, reread, breaches } = await givenDriving(database());
    const alice = await givenUser(database(), { gamertag: newGamertag("Alice") });
    const asked = alice.gamertag.toUpperCase();

    const { payment } = await pay(world.pay, world.request(caller, { ...to(asked), amount: sats(70n) }));

    expect(payment).toMatchObject({
      destination: { kind: "gamertag", gamertag: asked, userId: alice.id },
      feeLimit: 0n,
      progress: { kind: "completed", fee: 0n },
    });
    expect(await reread(payment)).toEqual(payment);
    expect([await world.balance(caller), await world.balance(await walletOf(alice))]).toEqual([
      FUNDS - 70_000n,
      70_000n,
    ]);
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });

  it("stays that of the user who was paid when the gamertag changes, and the former gamertag finds no user", async () => {
    const { world, caller, reread } = await givenDriving(database());
    const alice = await givenUser(database());
    const request = (gamertag: string) =>
      pay({ ...world.pay, walletOfGamertag: anew() }, world.request(caller, { ...to(gamertag), amount: sats(1n) }));
    const { payment } = await request(alice.gamertag);
    const next = newGamertag();

    await rename(database(), machineClock, alice, next);

    expect((await reread(payment)).destination).toEqual({ ...to(alice.gamertag).destination, userId: alice.id });
    await expect(request(alice.gamertag)).rejects.toMatchObject({ code: "user_not_found", status: 404 });
    expect((await request(next)).payment.destination).toMatchObject({ userId: alice.id });
    expect(await world.balance(await walletOf(alice))).toBe(2_000n);
  });

  it("finds a changed gamertag after five seconds at the latest, and asks the database once meanwhile", async () => {
    const clock = createTestClock();
    let asked = 0;
    const { db } = database();
    const counted: Db = {
      ...db,
      async query(statement) {
        asked += 1;
        return await db.query(statement);
      },
    };
    const find = recipientsByGamertag({ db: counted, recipientCache: createRecipientCache(clock) });
    const alice = await givenUser(database());
    await find(alice.gamertag);
    const first = asked;
    await rename(database(), machineClock, alice, newGamertag());

    expect(find(alice.gamertag.toUpperCase())).toMatchObject({ owner: { kind: "user", id: alice.id } });
    expect(asked).toBe(first);
    clock.advance(5_001);
    expect(await find(alice.gamertag)).toBeUndefined();
  });

  it("marks the gamertag as used, so that it never leads to another user", async () => {
    const alice = await givenUser(database());
    await anew()(alice.gamertag);
    const names = await database().db.query(sql`
      select was_used as "wasUsed" from wallets.name where wallet_id = ${alice.walletId}`);
    expect(names).toEqual([{ wasUsed: true }]);
  });

  it.each(["no-such-user", "", " ", "alice smith", "alice@leyden.example", "\u0000", "\u212Aate", "x".repeat(64)])(
    "is refused when no user can have the gamertag %j, and nothing moves",
    async (gamertag) => {
      const { world, caller } = await givenDriving(database());
      await givenUser(database(), { gamertag: newGamertag() });
      const refused = pay(world.pay, world.request(caller, to(gamertag)));
      await expect(refused).rejects.toMatchObject({
        code: "user_not_found",
        status: 404,
        message: "No user found with this gamertag",
      });
      expect(await world.balance(caller)).toBe(FUNDS);
    },
  );

  it("does not take a letter of another script for the one that it becomes in lower case", async () => {
    const alice = await givenUser(database(), { gamertag: newGamertag("Kate") });
    expect(await anew()(alice.gamertag)).toMatchObject({ id: alice.walletId });
    expect(await anew()(alice.gamertag.replace("K", "\u212A"))).toBeUndefined();
  });

  it("is refused to a project's handle, which an address finds", async () => {
    const { world, caller } = await givenDriving(database());
    const payee = await world.project("payee", msats(0n));
    const [row] = await database().db.query<{ handle: string }>(sql`
      select handle from projects.project where id = ${payee.wallet.owner.id}`);
    const handle = row?.handle ?? "";
    expect(handle).not.toBe("");
    await expect(pay(world.pay, world.request(caller, to(handle)))).rejects.toMatchObject({ code: "user_not_found" });
    expect(await world.balance(payee)).toBe(0n);
  });

  it("is refused to oneself, above what the user may hold, and above what the payer has", async () => {
    const { world, caller } = await givenDriving(database());
    const alice = await givenUser(database());
    const payee = await walletOf(alice);
    await database().admin.query(sql`
      update ledger.account set max_balance = 50000 where no = ${payee.wallet.account}`);
    const request = (amount: bigint, payer = caller) =>
      pay(world.pay, world.request(payer, { ...to(alice.gamertag), amount: sats(amount) }));

    await expect(request(1n, payee)).rejects.toMatchObject({ code: "self_payment", status: 400 });
    await expect(request(51n)).rejects.toMatchObject({
      code: "receive_limit_exceeded",
      message: expect.not.stringMatching(/\d/),
      details: [],
    });
    await request(50n);
    await expect(request(1n)).rejects.toMatchObject({ code: "receive_limit_exceeded" });
    await expect(request(100_000n)).rejects.toMatchObject({ code: "insufficient_funds" });
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([FUNDS - 50_000n, 50_000n]);
  });

  it("lets 64 parallel ones of the whole balance, from two processes, move it once", async () => {
    const { world, breaches } = await givenDriving(database());
    const [caller, alice] = [await world.project("payer", sats(1_000n)), await givenUser(database())];
    const other = { ...world.pay, batch: database().batchOn(machineClock), walletOfGamertag: anew() };

    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        pay(i % 2 === 0 ? world.pay : other, world.request(caller, { ...to(alice.gamertag), amount: sats(1_000n) })),
      ),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["insufficient_funds"]));
    expect([await world.balance(caller), await world.balance(await walletOf(alice))]).toEqual([0n, 1_000_000n]);
    expect(await breaches()).toEqual([]);
  });

  it("is answered again to its key, also when its user has another gamertag since, and to its internalId", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const { world, breaches } = driving;
    const caller = withUniqueInternalIds(driving.caller);
    const [alice, bob] = [await givenUser(database()), await givenUser(database())];
    const asked = { ...to(alice.gamertag), amount: sats(7n), internalId: "order", idempotencyKey: "key" };
    const request = (input: object) =>
      pay({ ...world.pay, walletOfGamertag: anew() }, world.request(caller, { ...asked, ...input }));

    const { payment, replayed } = await request({});
    expect(replayed).toBe(false);
    for (const again of [{}, { idempotencyKey: undefined }])
      expect(await request(again)).toMatchObject({ replayed: true, payment: { id: payment.id } });
    for (const other of [to(bob.gamertag), { ...to(bob.gamertag), idempotencyKey: undefined }, { amount: sats(8n) }])
      await expect(request(other)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await rename(database(), machineClock, alice, newGamertag());
    expect(await request({})).toMatchObject({ replayed: true, payment: { id: payment.id } });
    expect([await world.balance(await walletOf(alice)), await world.balance(await walletOf(bob))]).toEqual([
      7_000n,
      0n,
    ]);
    expect(await breaches()).toEqual([]);
  });
});
