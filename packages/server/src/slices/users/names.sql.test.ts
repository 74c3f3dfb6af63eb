import { afterEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { AppError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createProject } from "#projects";
import { pay as payDestination } from "#slices/payments/accept/pay.ts";
import { createTestClock, type TestClock } from "#slices/payments/testing/test-clock.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { createRecipientCache, listNames, recipientsAt } from "#wallets";
import { changeGamertag } from "./change-gamertag.ts";
import type { User } from "./model/user.ts";
import { findUserByGamertag } from "./store.ts";
import {
  breaches,
  DAY_MS,
  givenPayer,
  givenUser,
  HOUR_MS,
  newGamertag,
  random,
  rename,
} from "./testing/users.harness.ts";

const HOST = "leyden.example";
/** What processes may remember of a look-up. */
const CACHE_MS = 5_000;

type Given = {
  readonly clock: TestClock;
  readonly batch: Batch;
  readonly world: World;
  user(gamertag?: string): Promise<User>;
  change(user: User, gamertag: string): Promise<void>;
  payer(funds?: Msats): Promise<Caller>;
  /** Pays 10 sat to a name of this service, as a process that has looked nothing up yet unless `cached`. */
  pay(caller: Caller, name: string, options?: { amount?: Msats; cached?: boolean }): Promise<string>;
  balance(user: User): Promise<bigint>;
};

onDatabase("gamertags as Lightning addresses", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  function given(): Given {
    const clock = createTestClock();
    const batch = database().batchOn(clock);
    const world = createWorld(database(), { clock, batch });
    const { db } = database();
    const remembered = createRecipientCache(clock);
    return {
      clock,
      batch,
      world,
      user: (gamertag = newGamertag()) => givenUser(database(), { gamertag, batch }),
      change: (user, gamertag) => changeGamertag({ db, clock }, { id: user.id, gamertag }),
      payer: async (funds = sats(1_000n)) =>
        await givenPayer(database(), await givenUser(database(), { batch }), funds),
      async pay(caller, name, { amount = sats(10n), cached = false } = {}) {
        const recipientCache = cached ? remembered : createRecipientCache(clock);
        const deps = { ...world.pay, recipientOf: recipientsAt(HOST, { db, recipientCache }) };
        const request = world.request(caller, { lnAddress: `${name}@${HOST}`, amount });
        const { payment } = await payDestination(deps, request);
        return payment.progress.kind;
      },
      balance: async (user) => await world.balance(await givenPayer(database(), user, msats(0n))),
    };
  }
  const refusal = async (attempt: Promise<unknown>) => await attempt.catch((error: AppError) => error.code);
  const wasUsed = async (user: User) => (await listNames(database().db, user.walletId)).map((name) => name.wasUsed);

  it("are paid inside the ledger, by projects and by users, without the node", async () => {
    const { world, user, pay, balance, payer } = given();
    const alice = await user(newGamertag("Alice"));
    const project = await world.project("payer", sats(100n));
    const bob = await payer(sats(100n));

    expect(await pay(project, alice.gamertag)).toBe("completed");
    expect(await pay(bob, alice.gamertag.toUpperCase())).toBe("completed");

    expect(await balance(alice)).toBe(sats(20n));
    expect([await world.balance(project), await world.balance(bob)]).toEqual([sats(90n), sats(90n)]);
    expect(world.node.requests).toEqual([]);
  });

  it("are refused as one's own, as unknown, and above the maximum balance of the user", async () => {
    const { clock, user, pay, payer } = given();
    const rich = await payer();
    const alice = await user();
    const aliceAsPayer = await givenPayer(database(), alice, sats(50n));
    await setLimits({ db: database().db, clock }, aliceAsPayer.wallet.account, { maxBalance: sats(55n) });

    expect(await refusal(pay(aliceAsPayer, alice.gamertag))).toBe("self_payment");
    expect(await refusal(pay(rich, "no-such-name"))).toBe("address_not_found");
    expect(await refusal(pay(rich, alice.gamertag))).toBe("receive_limit_exceeded");
    expect(await pay(rich, alice.gamertag, { amount: sats(5n) })).toBe("completed");
  });

  it("are kept by the spending limits of the user who pays", async () => {
    const { clock, user, pay, payer, world } = given();
    const [alice, bob] = [await user(), await payer(sats(100n))];
    await setLimits({ db: database().db, clock }, bob.wallet.account, { daily: sats(25n) });

    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => pay(bob, alice.gamertag)));

    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await world.balance(bob)).toBe(sats(80n));
  });

  it("can be changed once in 24 hours; the old one still pays its owner and is no identity", async () => {
    const { clock, user, change, pay, payer, balance } = given();
    const bob = await payer();
    const old = newGamertag("Old");
    const alice = await user(old);
    const next = newGamertag("Next");

    await change(alice, next);

    const { db } = database();
    expect((await findUserByGamertag(db, next))?.id).toBe(alice.id);
    expect(await findUserByGamertag(db, old)).toBeUndefined();
    expect([await pay(bob, old), await pay(bob, next)]).toEqual(["completed", "completed"]);
    expect(await balance(alice)).toBe(sats(20n));
    expect(await listNames(db, alice.walletId)).toMatchObject([
      { name: next.toLowerCase(), releasedAt: undefined },
      { name: old.toLowerCase(), releasedAt: expect.any(Date) },
    ]);

    clock.advance(24 * HOUR_MS - 60_000);
    expect(await refusal(change(alice, newGamertag()))).toBe("gamertag_changed_lately");
    clock.advance(60_000);
    await change(alice, newGamertag());
  });

  it("can be written in another case; the same again changes nothing and waits for nothing", async () => {
    const { user, change } = given();
    const alice = await user();
    const loud = alice.gamertag.toUpperCase();

    await change(alice, loud);
    await change(alice, loud);

    expect((await findUserByGamertag(database().db, alice.gamertag))?.gamertag).toBe(loud);
    expect(await listNames(database().db, alice.walletId)).toHaveLength(1);
    expect(await refusal(change(alice, alice.gamertag))).toBe("gamertag_changed_lately");
  });

  it("that are not allowed, taken, or of a user who does not exist change nothing", async () => {
    const { batch, user, change } = given();
    const [alice, bob] = [await user(), await user()];
    const project = await createProject({ batch, random }, { name: newGamertag("shop") });

    expect(await refusal(change(alice, "no"))).toBe("invalid_input");
    expect(await refusal(change(alice, "Admin"))).toBe("invalid_input");
    expect(await refusal(change(alice, bob.gamertag.toUpperCase()))).toBe("gamertag_taken");
    expect(await refusal(change(alice, project.handle))).toBe("gamertag_taken");
    expect(await refusal(change({ ...alice, id: newId<User["id"]>(random) }, newGamertag()))).toBe("user_not_found");
    expect(await findUserByGamertag(database().db, alice.gamertag)).toEqual(alice);
  });

  it("go to one of two users who change to it at the same time, and the other keeps the own one", async () => {
    const { user, change } = given();
    for (let round = 0; round < 20; round += 1) {
      const [alice, bob] = [await user(), await user()];
      const wanted = newGamertag("wanted");
      const codes = await Promise.all([refusal(change(alice, wanted)), refusal(change(bob, wanted.toUpperCase()))]);
      expect(codes.filter((code) => code === "gamertag_taken")).toHaveLength(1);
      const loser = codes[0] === "gamertag_taken" ? alice : bob;
      expect(await findUserByGamertag(database().db, loser.gamertag)).toEqual(loser);
    }
  });

  it("can be swapped by two users at the same time without a deadlock", async () => {
    const { user, change, clock } = given();
    const [alice, bob] = [await user(), await user()];
    const third = newGamertag();
    await change(alice, third);
    clock.advance(91 * DAY_MS);

    // Both want names of the other: the freed one and, too early, the present one.
    const codes = await Promise.all([refusal(change(bob, alice.gamertag)), refusal(change(alice, bob.gamertag))]);

    expect(codes[0]).toBeUndefined();
    expect(codes[1]).toBe("gamertag_taken");
  });

  it("are paid while they are changed: every payment arrives at the user", async () => {
    const { user, pay, payer, balance, clock } = given();
    const bob = await payer();
    const alice = await user();
    const tags = [alice.gamertag, ...Array.from({ length: 5 }, () => newGamertag())];
    let paid = 0;

    const paying = async () => {
      for (let n = 0; n < 20; n += 1) {
        await pay(bob, tags[0] as string, { cached: n % 2 === 0 });
        paid += 1;
      }
    };
    const changing = async () => {
      for (const tag of tags.slice(1)) await rename(database(), clock, alice, tag);
    };
    await Promise.all([paying(), paying(), changing()]);

    expect(paid).toBe(40);
    expect(await balance(alice)).toBe(sats(400n));
    expect(await pay(bob, tags.at(-1) as string)).toBe("completed");
  });

  it("that were released and never used go to another user after 90 days, not earlier", async () => {
    const { clock, user, change } = given();
    const [alice, bob] = [await user(), await user()];
    await change(alice, newGamertag());

    clock.advance(90 * DAY_MS - 60_000);
    expect(await refusal(change(bob, alice.gamertag))).toBe("gamertag_taken");
    expect(await refusal(user(alice.gamertag))).toBe("gamertag_taken");
    clock.advance(60_000);
    await change(bob, alice.gamertag);

    expect((await findUserByGamertag(database().db, alice.gamertag))?.id).toBe(bob.id);
    expect(await refusal(change(alice, alice.gamertag))).toBe("gamertag_taken"); // the old owner is too late
  });

  it("that were freed go to a new user or a project too", async () => {
    const { clock, batch, user, change } = given();
    const [alice, bob] = [await user(), await user()];
    await change(alice, newGamertag());
    await change(bob, newGamertag());
    clock.advance(90 * DAY_MS);

    const carol = await user(alice.gamertag);
    expect(carol.gamertag).toBe(alice.gamertag);
    expect((await createProject({ batch, random }, { name: bob.gamertag })).handle).toBe(bob.gamertag);
  });

  it("to which a payment was about to be made stay their owner's for ever, also when it was refused", async () => {
    const { clock, user, change, pay, payer, balance } = given();
    const bob = await payer(sats(1n));
    const alice = await user();
    expect(await wasUsed(alice)).toEqual([false]);
    expect(await refusal(pay(bob, alice.gamertag))).toBe("insufficient_funds");
    expect(await wasUsed(alice)).toEqual([true]);

    await change(alice, newGamertag());
    clock.advance(10_000 * DAY_MS);

    expect(await refusal(user(alice.gamertag))).toBe("gamertag_taken");
    expect(await pay(bob, alice.gamertag, { amount: sats(1n) })).toBe("completed");
    expect(await balance(alice)).toBe(sats(1n));
  });

  it("go back to the owner who released them, whenever that is, while no other wallet has them", async () => {
    const { clock, user, change, pay, payer, balance } = given();
    const bob = await payer();
    const alice = await user();
    const next = newGamertag();
    await change(alice, next);
    clock.advance(200 * DAY_MS);

    await change(alice, alice.gamertag);

    expect(await listNames(database().db, alice.walletId)).toMatchObject([
      { name: alice.gamertag, releasedAt: undefined },
      { name: next, releasedAt: expect.any(Date) },
    ]);
    expect(await refusal(user(alice.gamertag))).toBe("gamertag_taken");
    expect([await pay(bob, alice.gamertag), await pay(bob, next)]).toEqual(["completed", "completed"]);
    expect(await balance(alice)).toBe(sats(20n));
  });

  it("lead to one wallet when a first payment and a new owner come at the same time", async () => {
    const { clock, user, change, pay, payer, balance } = given();
    const bob = await payer(sats(10_000n));
    for (let round = 0; round < 20; round += 1) {
      const [alice, carol] = [await user(), await user()];
      await change(alice, newGamertag());
      clock.advance(90 * DAY_MS);

      const [code, end] = await Promise.all([refusal(change(carol, alice.gamertag)), pay(bob, alice.gamertag)]);

      expect(end).toBe("completed");
      const owner = code === undefined ? carol : alice;
      expect(await pay(bob, alice.gamertag)).toBe("completed");
      expect(await balance(owner)).toBe(sats(20n));
      expect(await balance(owner === carol ? alice : carol)).toBe(0n);
    }
  });

  it("are looked up once in 5 seconds, and can be paid at the latest then", async () => {
    const { clock, user, pay, payer } = given();
    const bob = await payer();
    const tag = newGamertag();
    expect(await refusal(pay(bob, tag, { cached: true }))).toBe("address_not_found");
    await user(tag);
    expect(await refusal(pay(bob, tag, { cached: true }))).toBe("address_not_found");

    clock.advance(CACHE_MS);

    expect(await pay(bob, tag, { cached: true })).toBe("completed");
    await database().admin.query(sql`update wallets.name set was_used = false where name = ${tag.toLowerCase()}`);
    expect(await pay(bob, tag, { cached: true })).toBe("completed");
    const [name] = await database().db.query<{ wasUsed: boolean }>(sql`
      select was_used as "wasUsed" from wallets.name where name = ${tag.toLowerCase()}`);
    expect(name?.wasUsed).toBe(false); // the second payment looked nothing up
  });
});
