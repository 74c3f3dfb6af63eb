import { expect, it } from "vitest";
import { newId, type UserId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { blockUser, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { applyLevels } from "./apply-levels.ts";
import { createUser } from "./create-user.ts";
import { markEmailVerified, markIdentityVerified } from "./mark-verified.ts";
import { setLevels } from "./set-levels.ts";
import { setUserLimits } from "./set-user-limits.ts";
import { findUser } from "./store.ts";
import { changeEmail } from "./testing/change-email.harness.ts";
import { LEVEL_LIMITS, limitsOf, limitsOfUser } from "./testing/levels.harness.ts";
import { breaches, newGamertag, random } from "./testing/users.harness.ts";

onDatabase("the level of a user", (database) => {
  const deps = () => ({ db: database().db, journal: database().journal, clock: machineClock });
  const newEmail = () => `${random.uuid()}@example.com`;
  async function given({ emailIsVerified = false, levels = LEVEL_LIMITS } = {}) {
    await setLevels(database(), levels);
    await applyLevels(deps());
    const { batch } = database();
    const user = await createUser({ batch, random }, { email: newEmail(), gamertag: newGamertag(), emailIsVerified });
    const limits = () => limitsOfUser(database(), user.id);
    const level = async () => (await findUser(database().db, user.id))?.level;
    return { user, limits, level };
  }

  it("decides the limits from the first moment on, and changes them with itself", async () => {
    const { user, limits, level } = await given();
    expect([user.level, await level(), await limits()]).toEqual(["unverified", "unverified", limitsOf(1n)]);

    expect(await markEmailVerified(deps(), user)).toBe(true);
    expect([await level(), await limits()]).toEqual(["email_verified", limitsOf(2n)]);
    await markIdentityVerified(deps(), user);
    expect([await level(), await limits()]).toEqual(["identity_verified", limitsOf(3n)]);

    const verified = await given({ emailIsVerified: true });
    expect([verified.user.level, await verified.limits()]).toEqual(["email_verified", limitsOf(2n)]);
    expect(await breaches(database())).toEqual([]);
  });

  it("keeps the time of its first proof, and asks for the address that the user has now", async () => {
    const { user, level } = await given();
    expect(await markEmailVerified(deps(), { id: user.id, email: "old@example.com" })).toBe(false);
    expect(await level()).toBe("unverified");
    const early = { ...machineClock, now: () => new Date("2026-01-01T00:00:00Z") };
    await markEmailVerified({ ...deps(), clock: early }, user);
    await markEmailVerified(deps(), user);
    expect((await findUser(database().db, user.id))?.emailVerifiedAt).toEqual(early.now());
    const nobody = { id: newId<UserId>(random), email: user.email };
    for (const mark of [markEmailVerified, markIdentityVerified])
      await expect(mark(deps(), nobody)).rejects.toMatchObject({ code: "user_not_found" });
  });

  it("falls with an address that is not proved, and not with one that is", async () => {
    const { user, limits, level } = await given({ emailIsVerified: true });
    const [proved, guessed] = [newEmail(), newEmail()];
    await changeEmail(deps(), { id: user.id, email: ` ${proved.toUpperCase()}`, isVerified: true });
    expect([(await findUser(database().db, user.id))?.email, await level()]).toEqual([proved, "email_verified"]);
    await changeEmail(deps(), { id: user.id, email: proved, isVerified: false });
    expect(await level()).toBe("email_verified");
    await changeEmail(deps(), { id: user.id, email: guessed, isVerified: false });
    expect([await level(), await limits()]).toEqual(["unverified", limitsOf(1n)]);

    const { user: other } = await given();
    const taken = changeEmail(deps(), { id: other.id, email: guessed, isVerified: true });
    await expect(taken).rejects.toMatchObject({ code: "email_taken" });
    expect((await findUser(database().db, other.id))?.email).toBe(other.email);
    await markIdentityVerified(deps(), user);
    await changeEmail(deps(), { id: user.id, email: newEmail(), isVerified: false });
    expect([await level(), await limits()]).toEqual(["identity_verified", limitsOf(3n)]);
  });

  it("leaves limits that were set by hand as they are, until they are given back", async () => {
    const { user, limits } = await given();
    await setUserLimits(deps(), user.id, { set: { daily: sats(7n), maxBalance: undefined }, byLevel: [] });
    const byHand = { daily: sats(7n), maxBalance: undefined };
    expect(await limits()).toEqual({ ...limitsOf(1n), ...byHand });
    expect((await findUser(database().db, user.id))?.limitsByHand).toEqual(["daily", "maxBalance"]);
    await markEmailVerified(deps(), user);
    expect(await limits()).toEqual({ ...limitsOf(2n), ...byHand });

    await setUserLimits(deps(), user.id, { set: { weekly: sats(9n) }, byLevel: ["daily"] });
    expect(await limits()).toEqual({ ...limitsOf(2n), weekly: sats(9n), maxBalance: undefined });
    expect((await findUser(database().db, user.id))?.limitsByHand).toEqual(["weekly", "maxBalance"]);
    await setUserLimits(deps(), user.id, { set: {}, byLevel: ["weekly", "maxBalance"] });
    expect(await limits()).toEqual(limitsOf(2n));
    expect(await breaches(database())).toEqual([]);
    const nobody = setUserLimits(deps(), newId<UserId>(random), { set: {}, byLevel: [] });
    await expect(nobody).rejects.toMatchObject({ code: "user_not_found" });
  });

  it.each(["daily", "weekly", "monthly", "maxBalance"] as const)(
    "leaves %s alone when it alone was set",
    async (name) => {
      const { user, limits } = await given();
      await setUserLimits(deps(), user.id, { set: { [name]: sats(7n) }, byLevel: [] });
      await markIdentityVerified(deps(), user);
      await setLevels(database(), { ...LEVEL_LIMITS, identity_verified: limitsOf(6n) });
      await applyLevels(deps());
      expect(await limits()).toEqual({ ...limitsOf(6n), [name]: sats(7n) });
      expect(await breaches(database())).toEqual([]);
    },
  );

  it("is brought to a configuration that comes while another one is brought", async () => {
    const { limits } = await given();
    await setLevels(database(), { ...LEVEL_LIMITS, unverified: limitsOf(21n) });
    const last = { ...LEVEL_LIMITS, unverified: limitsOf(22n) };
    const { db } = database();
    const slow: typeof db = {
      ...db,
      async query(statement) {
        const rows = await db.query(statement);
        if (rows.length === 0) await setLevels(database(), last); // the walk is at its end
        return rows as never;
      },
    };
    await applyLevels({ ...deps(), db: slow });
    expect(await limits()).toEqual(limitsOf(21n));
    expect(await applyLevels(deps())).toBeGreaterThan(0);
    expect(await limits()).toEqual(limitsOf(22n));
  });

  it("has other limits in every account after a start with another configuration", async () => {
    const users = [await given(), await given(), await given({ emailIsVerified: true })];
    const [, second] = users;
    await setUserLimits(deps(), (second as (typeof users)[number]).user.id, { set: { daily: sats(1n) }, byLevel: [] });
    const none = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };
    await setLevels(database(), { ...LEVEL_LIMITS, unverified: limitsOf(5n), email_verified: none });
    expect(await users[0]?.limits()).toEqual(limitsOf(1n)); // not yet, and new ones have them already
    expect(await breaches(database())).toEqual([]);

    expect(await applyLevels(deps())).toBeGreaterThanOrEqual(3);
    const all = await Promise.all(users.map(({ limits }) => limits()));
    expect(all).toEqual([limitsOf(5n), { ...limitsOf(5n), daily: sats(1n) }, none]);
    expect(await applyLevels(deps())).toBe(0);
    await setLevels(database(), { ...LEVEL_LIMITS, unverified: limitsOf(5n), email_verified: none });
    expect(await applyLevels(deps())).toBe(0);
    expect(await breaches(database())).toEqual([]);
  });

  it("is brought to the last configuration of several, in many steps, while users come and change", async () => {
    const { user, limits } = await given();
    await Promise.all(Array.from({ length: 220 }, () => given({ levels: LEVEL_LIMITS })));
    const work = Array.from({ length: 12 }, async (_, i) => {
      const levels = {
        ...LEVEL_LIMITS,
        unverified: limitsOf(BigInt(10 + i)),
        email_verified: limitsOf(BigInt(40 + i)),
      };
      await setLevels(database(), levels);
      await Promise.all([applyLevels(deps()), given({ levels }), i === 6 && markEmailVerified(deps(), user)]);
    });
    await Promise.all(work);
    await setLevels(database(), LEVEL_LIMITS);
    await applyLevels(deps());
    expect(await limits()).toEqual(limitsOf(2n));
    expect(await breaches(database())).toEqual([]);
  });

  it("fits the account after proofs, other addresses, limits by hand and configurations that all come together", async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => given()));
    const work = Array.from({ length: 64 }, async (_, i) => {
      const { user } = users[i % 4] as (typeof users)[number];
      switch (Math.floor(i / 4) % 6) {
        case 0:
          return await markEmailVerified(deps(), user);
        case 1:
          return await changeEmail(deps(), { id: user.id, email: newEmail(), isVerified: i % 3 === 0 });
        case 2:
          return await setUserLimits(deps(), user.id, { set: { daily: sats(BigInt(i)) }, byLevel: ["weekly"] });
        case 3:
          return await setUserLimits(deps(), user.id, { set: { weekly: undefined }, byLevel: ["daily"] });
        case 4:
          return await markIdentityVerified(deps(), user);
        default:
          await setLevels(database(), { ...LEVEL_LIMITS, email_verified: limitsOf(BigInt(i)) });
          return await applyLevels(deps());
      }
    });
    await Promise.all(work);
    await applyLevels(deps());
    expect(await breaches(database())).toEqual([]);
  });

  it("stops at a signal and goes on with the next run", async () => {
    await given();
    await setLevels(database(), { ...LEVEL_LIMITS, unverified: limitsOf(77n) });
    expect(await applyLevels(deps(), AbortSignal.abort())).toBe(0);
    expect(await applyLevels(deps())).toBeGreaterThan(0);
  });

  it.each([
    ["limit_day", "daily", "daily"],
    ["limit_week", "weekly", "weekly"],
    ["limit_month", "monthly", "monthly"],
    ["max_balance", "max_balance", "maxBalance"],
  ] as const)(
    "is compared by the audit with the account's %s, unless that was set by hand",
    async (column, name, limit) => {
      const { user } = await given();
      const { admin } = database();
      await admin.query({
        text: `update ledger.account a set ${column} = a.${column} + 1
               from wallets.wallet w where w.id = $1 and a.no = w.account_no`,
        values: [user.walletId],
      });
      const setByHand = (one: string) =>
        admin.query(sql`update users.user set limits_by_hand = array[${one}] where id = ${user.id}`);

      expect(await breaches(database())).toEqual([
        `the wallet of user ${user.id} has other limits than level unverified, and not by hand`,
      ]);
      await setByHand(name);
      expect(await breaches(database())).toEqual([]);
      await setByHand(name === "daily" ? "weekly" : "daily");
      expect(await breaches(database())).toHaveLength(1);
      await setUserLimits(deps(), user.id, { set: {}, byLevel: [limit, "daily", "weekly"] });
      expect(await breaches(database())).toEqual([]);
    },
  );

  it("stays while a user is blocked, and the first moment of it", async () => {
    const { user, limits } = await given();
    const early = { ...machineClock, now: () => new Date("2026-01-01T00:00:00Z") };
    await blockUser({ ...deps(), clock: early }, user.id);
    await blockUser(deps(), user.id);
    expect((await findUser(database().db, user.id))?.blockedAt).toEqual(early.now());
    expect(await limits()).toEqual(limitsOf(1n));
    await unblockUser(deps(), user.id);
    expect((await findUser(database().db, user.id))?.blockedAt).toBeUndefined();
    const nobody = newId<UserId>(random);
    for (const change of [blockUser, unblockUser])
      await expect(change(deps(), nobody)).rejects.toMatchObject({ code: "user_not_found" });
  });
});
