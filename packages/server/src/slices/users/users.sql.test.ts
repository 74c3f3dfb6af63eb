import { afterEach, expect, it } from "vitest";
import type { AppError } from "#kernel/errors.ts";
import { newId, type UserId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { findLimits } from "#ledger";
import { one, type Statement, sql } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { APP_ROLE, connect } from "#platform/database/pool.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createProject } from "#projects";
import { findWallet, listNames } from "#wallets";
import { createUser } from "./create-user.ts";
import { invariants } from "./invariants.ts";
import type { User } from "./model/user.ts";
import { proposeGamertag } from "./propose-gamertag.ts";
import { setLevels } from "./set-levels.ts";
import { findUser, findUserByAny, findUserByEmail, findUserByGamertag, listUsers } from "./store.ts";
import { breaches, givenNoLimits, givenUser, NO_LIMITS, newGamertag, random } from "./testing/users.harness.ts";

onDatabase("users", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === "rejected" ? [(result.reason as AppError).code] : []));

  it("have a wallet with their name, and limits from the first moment on", async () => {
    const { batch, db } = database();
    const limits = { daily: msats(1_000n), weekly: msats(2_000n), monthly: undefined, maxBalance: msats(0n) };
    const own = microBatch({ db: connectOwn(), clock: machineClock });
    await setLevels({ db }, { unverified: limits, email_verified: NO_LIMITS, identity_verified: NO_LIMITS });
    const user = await createUser({ batch: own, random }, { email: " A@Example.com ", gamertag: "Annika" });

    expect(user).toMatchObject({ email: "a@example.com", gamertag: "Annika", emailVerifiedAt: undefined });
    const wallet = await findWallet(db, user.walletId);
    expect(wallet).toMatchObject({ id: user.walletId, owner: { kind: "user", id: user.id } });
    expect(wallet && (await findLimits(db, wallet.account))).toEqual(limits);
    expect(await listNames(db, user.walletId)).toMatchObject([{ name: "annika", releasedAt: undefined }]);
    await givenNoLimits(database());
    const other = await createUser({ batch, random }, { email: "b@b.example", gamertag: "annik" });
    const without = await findWallet(db, other.walletId);
    expect(without && (await findLimits(db, without.account))).toEqual(NO_LIMITS);
  });

  it("are found by id, e-mail address and gamertag in any case", async () => {
    const { db } = database();
    const user = await givenUser(database(), { gamertag: "Finder", email: "finder@example.com" });

    expect(await findUser(db, user.id)).toEqual(user);
    expect(await findUserByEmail(db, "finder@example.com")).toEqual(user);
    expect(await findUserByGamertag(db, "fINDER")).toEqual(user);
    for (const text of [user.id.toUpperCase(), " Finder@Example.com", "FINDER"])
      expect(await findUserByAny(db, text)).toEqual(user);

    expect(await findUser(db, newId<UserId>(random))).toBeUndefined();
    expect(await findUserByEmail(db, "finder")).toBeUndefined();
    expect(await findUserByGamertag(db, "finder@example.com")).toBeUndefined();
    expect(await findUserByAny(db, "nothing")).toBeUndefined();
  });

  it("are listed newest first, page by page", async () => {
    const { db } = database();
    const users: User[] = [];
    for (let n = 0; n < 3; n += 1) users.unshift(await givenUser(database()));

    const first = await listUsers(db, { limit: 2 });
    expect(first).toEqual(users.slice(0, 2));
    expect(await listUsers(db, { before: first[1]?.id, limit: 1 })).toEqual([users[2]]);
  });

  it("are one when 64 requests from two processes create one e-mail address", async () => {
    const { batch, db } = database();
    const other = microBatch({ db: connectOwn(), clock: machineClock });
    const email = `${random.uuid()}@example.com`;

    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, n) =>
        givenUser(database(), { email: n % 3 === 0 ? email.toUpperCase() : email, batch: n % 2 === 0 ? batch : other }),
      ),
    );

    expect(codesOf(results)).toEqual(Array(63).fill("email_taken"));
    const rows = await db.query<{ count: bigint }>(sql`
      select count(*) as count from wallets.list_owned('user') w join users.user u on u.id = w.owner where u.email = ${email}`);
    expect(one(rows).count).toBe(1n);
  });

  it("of whom two want one gamertag: exactly one gets it, and the other gets nothing", async () => {
    const { batch, db } = database();
    const other = microBatch({ db: connectOwn(), clock: machineClock });
    for (let round = 0; round < 20; round += 1) {
      const tag = newGamertag("race");
      const emails = [random.uuid(), random.uuid()].map((local) => `${local}@example.com`);
      const results = await Promise.allSettled([
        givenUser(database(), { gamertag: tag, email: emails[0] as string, batch }),
        givenUser(database(), { gamertag: tag.toUpperCase(), email: emails[1] as string, batch: other }),
      ]);
      expect(codesOf(results)).toEqual(["gamertag_taken"]);
      const found = await Promise.all(emails.map((email) => findUserByEmail(db, email)));
      expect(found.filter((user) => user !== undefined)).toHaveLength(1);
    }
  });

  it("do not get the name of a project, nor a project that of a user", async () => {
    const { batch, db } = database();
    const project = await createProject({ batch, random }, { name: "Corner Shop" });
    await expect(givenUser(database(), { gamertag: "Corner-Shop" })).rejects.toMatchObject({ code: "gamertag_taken" });
    expect(project.handle).toBe("corner-shop");

    await givenUser(database(), { gamertag: "Kiosk" });
    expect((await createProject({ batch, random }, { name: "kiosk" })).handle).toBe("kiosk-2");
    const lost = await db.query(sql`
      select from wallets.wallet w where not exists (select from wallets.name n where n.wallet_id = w.id)`);
    expect(lost).toEqual([]);
  });

  it("are answered again when the call that made them is repeated", async () => {
    const { db } = database();
    const [id, wallet] = [random.uuid(), random.uuid()];
    const repeat = () =>
      db.query(sql`
        select *
          from users.create_many(
                 '2026-01-01', array[${id}]::uuid[], array[${wallet}]::uuid[], array['twice@example.com'],
                 array['Twice'], array['twice'], array[true])`);

    const first = await repeat();
    expect(first).toMatchObject([{ i: 1, outcome: "created" }]);
    expect(await repeat()).toEqual(first);
  });

  it("of one call are answered in order, and a refused one does not hinder the others", async () => {
    const emails = ["one", "two", "one", "three"].map((local) => `${local}@order.example`);
    const tags = ["order-1", "order-1", "order-2", "order-3"];
    const { batch } = database();
    const results = await Promise.allSettled(
      tags.map((gamertag, n) => createUser({ batch, random }, { gamertag, email: emails[n] as string })),
    );
    expect(
      results.map((result) => (result.status === "rejected" ? result.reason.code : result.value.gamertag)),
    ).toEqual(["order-1", "gamertag_taken", "email_taken", "order-3"]);
  });

  it("are proposed a free gamertag, from the e-mail address when it can be one", async () => {
    const { db } = database();
    const propose = (email?: string) => proposeGamertag({ db, clock: machineClock, random }, { email });

    expect(await propose("Proposal@example.com".toLowerCase())).toBe("proposal");
    await givenUser(database(), { gamertag: "Proposal" });
    expect(await propose("proposal@example.com")).toMatch(/^proposal[0-9]{2}$/);
    expect(await propose()).toMatch(/^[a-z]+-[a-z]+[0-9]{2}$/);
    await givenUser(database(), { gamertag: await propose() });
  });

  it("are noticed by the audit when wallet or name are not theirs", async () => {
    const { id, walletId } = await givenUser(database());
    const damages: readonly [string[], Statement][] = [
      [["I3u", "I3o"], sql`update wallets.wallet set owner_id = ${random.uuid()} where id = ${walletId}`],
      [["I3u", "I3o"], sql`update users.user set wallet_id = ${random.uuid()} where id = ${id}`],
      [["I3u"], sql`update users.user set name = 'other' where id = ${id}`],
      [["I3u"], sql`update users.user set gamertag = 'Other' where id = ${id}`],
      [["I3u"], sql`update wallets.name set released_at = now() where wallet_id = ${walletId}`],
    ];
    for (const [seenBy, damage] of damages)
      expect(await seenAfter(database().admin, invariants, (tx) => tx.query(damage))).toEqual(seenBy);
  });

  /** Connections of another process. */
  function connectOwn() {
    const pool = connect({ url: database().url, role: APP_ROLE, max: 4, name: "test other" });
    opened.push(pool);
    return pool;
  }
  const opened: ReturnType<typeof connect>[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => pool.close()));
  });
});
