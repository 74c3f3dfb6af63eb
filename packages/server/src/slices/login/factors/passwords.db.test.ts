import { hash } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createPasswordHasher, HasherBusy, type PasswordHasher } from "#platform/secrets/password-hasher.ts";
import { dumpOf, givenFactors, mailsTo, random, securityEventsOf, together } from "../testing/factors.harness.ts";
import { checkPassword } from "./check-password.ts";
import { listFactors } from "./list-factors.ts";
import { removeFactor } from "./remove-factor.ts";
import { setPassword } from "./set-password.ts";

const RIGHT = "correct horse battery";

onDatabase("a password", (database) => {
  /** Counts the work, and does it quickly. */
  function countingHasher() {
    const seen = { verified: 0, withHash: 0 };
    const passwords: PasswordHasher = {
      hash: async (password) => `$argon2id$${Buffer.from(password).toString("hex")}`,
      verify: async (stored, password) => {
        seen.verified += 1;
        if (stored !== undefined) seen.withHash += 1;
        return stored === `$argon2id$${Buffer.from(password).toString("hex")}`;
      },
      isOutdated: () => false,
    };
    return { seen, passwords };
  }

  async function given(passwords: PasswordHasher = countingHasher().passwords) {
    const world = givenFactors(database());
    const deps = { ...world.deps, passwords };
    const owner = await world.user();
    const set = async (password = RIGHT, who = owner) => await setPassword(deps, who.login(), { password });
    // Tests share the counters: each has networks of its own.
    const home = `network ${random.uuid()}`;
    const check = async (password: string, { email = owner.email, network = home } = {}) =>
      await checkPassword(deps, { email, password, network, browser: random.bytes(32) });
    return { ...world, deps, owner, set, check };
  }

  it("logs its user in, by an address in capitals too, and from each keyboard", async () => {
    const { deps, owner, set, check } = await given(createPasswordHasher());
    await set("e\u0301clair-Abc-x");

    expect(await check("éclair-Abc-x")).toMatchObject({ kind: "passed", userId: owner.id });
    expect(await check("éclair-Abc-x", { email: ` ${owner.email.toUpperCase()} ` })).toMatchObject({ kind: "passed" });
    expect(await check("éclair-Abc-y")).toEqual({ kind: "wrong" });
    expect(await listFactors(deps, owner.id)).toMatchObject({ password: { setAt: expect.any(Date) } });
    expect(await securityEventsOf(database(), owner.id)).toEqual(["password_set"]);
    expect(await mailsTo(database(), owner.email)).toEqual([expect.stringContaining("A password was set")]);
  });

  it("is refused when it is the user's own names, and with an old login", async () => {
    const { deps, owner, set, advance } = await given();
    const old = owner.login();

    await expect(set(owner.email)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(set(`${owner.gamertag}1`)).rejects.toMatchObject({ code: "invalid_input" });
    advance(600_001);
    await expect(setPassword(deps, old, { password: RIGHT })).rejects.toMatchObject({ code: "login_too_old" });
    expect(await securityEventsOf(database(), owner.id)).toEqual([]);
  });

  it("is none any more when it was changed while it was checked", async () => {
    const { passwords } = countingHasher();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const verify: PasswordHasher["verify"] = async (...shown) => {
      const isRight = await passwords.verify(...shown);
      await meanwhile?.();
      return isRight;
    };
    const { owner, set, check } = await given({ ...passwords, verify });
    await set();
    expect(await check(RIGHT)).toMatchObject({ kind: "passed", userId: owner.id });
    meanwhile = () => set("another horse battery");
    expect(await check(RIGHT)).toEqual({ kind: "wrong" });
  });

  it("costs the same work and gets the same answer where there is none, and where there is no account", async () => {
    const { seen, passwords } = countingHasher();
    const { set, check, user } = await given(passwords);
    await set();
    const without = await user();

    const answers = [
      await check("wrong password"),
      await check("wrong password", { email: without.email }),
      await check("wrong password", { email: "nobody@example.com" }),
      await check("x".repeat(10_000)),
    ];
    expect(answers).toEqual(Array(4).fill({ kind: "wrong" }));
    expect(seen).toEqual({ verified: 4, withHash: 2 });
  });

  it("is guessed ten times in an hour for an address from one network, and right from another", async () => {
    const { set, check } = await given();
    await set();
    const kinds = await together(30, async (i) => (await check(`wrong ${i}`)).kind);
    expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(10);
    expect(await check(RIGHT)).toMatchObject({ kind: "too_many_tries" });
    expect(await check(RIGHT, { network: "elsewhere too" })).toMatchObject({ kind: "passed" });
  });

  it("is guessed thirty times in an hour for each address, of many guesses that come together, account or not", async () => {
    const { seen, passwords } = countingHasher();
    const { set, check, user, advance } = await given(passwords);
    await set();
    const other = await user();
    await set("another right one", other);

    for (const email of [undefined, `${random.uuid()}@example.com`]) {
      const kinds = await together(
        50,
        async (i) => (await check(`wrong ${i}`, { ...(email && { email }), network: `n ${i} ${email}` })).kind,
      );
      expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(30);
      expect(kinds.filter((kind) => kind === "too_many_tries")).toHaveLength(20);
    }
    expect(seen.verified).toBe(60);
    expect(await check(RIGHT)).toMatchObject({ kind: "too_many_tries", until: expect.any(Date) });
    expect(await check("another right one", { email: other.email })).toMatchObject({ kind: "passed" });
    advance(3_600_000);
    expect(await check(RIGHT)).toMatchObject({ kind: "passed" });
  });

  it("is guessed fifty times in an hour from each network, for however many addresses", async () => {
    const { check } = await given();
    const kinds = await together(
      60,
      async (i) => (await check("wrong", { email: `${i}-${random.uuid()}@example.com` })).kind,
    );

    expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(50);
    expect(await check("wrong", { network: "elsewhere" })).toEqual({ kind: "wrong" });
  });

  it("that is not looked at any more costs the network no try", async () => {
    const { check } = await given();
    const shutOut = `${random.uuid()}@example.com`;
    for (let i = 0; i < 70; i += 1) await check("wrong", { email: shutOut });

    expect(await check("wrong", { email: shutOut })).toMatchObject({ kind: "too_many_tries" });
    expect(await check("wrong", { email: `${random.uuid()}@example.com` })).toEqual({ kind: "wrong" });
  });

  it("may be right as often as one likes", async () => {
    const { set, check } = await given();
    await set();
    for (let login = 0; login < 60; login += 1) expect(await check(RIGHT)).toMatchObject({ kind: "passed" });
  });

  it("that is refused leaves no row behind, whatever address is made up for it", async () => {
    const { check } = await given();
    const anyone = () => check("wrong", { email: `${random.uuid()}@example.com` });
    for (let i = 0; i < 50; i += 1) expect(await anyone()).toEqual({ kind: "wrong" });
    const rows = async () => (await database().admin.query(sql`select from login.factor_try`)).length;
    const before = await rows();
    for (let i = 0; i < 10; i += 1) expect(await anyone()).toMatchObject({ kind: "too_many_tries" });
    expect(await rows()).toBe(before);
  });

  it("that cannot be checked now costs no try", async () => {
    const busy: PasswordHasher = { ...countingHasher().passwords, verify: () => Promise.reject(new HasherBusy()) };
    const { deps, check } = await given(busy);
    for (let i = 0; i < 15; i += 1) await expect(check(RIGHT)).rejects.toMatchObject({ code: "unavailable" });
    expect(deps.passwords).toBe(busy);
  });

  it("that was hashed with other parameters is hashed again when it is shown", async () => {
    const { owner, set, check } = await given(createPasswordHasher());
    await set();
    const old = await hash(RIGHT, { memoryCost: 8_192, timeCost: 1 });
    await database().admin.query(sql`update login.password set hash = ${old} where user_id = ${owner.id}`);
    const hashes = async () =>
      (
        await database().admin.query<{ hash: string }>(sql`select hash from login.password where user_id = ${owner.id}`)
      )[0]?.hash;

    expect(await check("wrong password")).toEqual({ kind: "wrong" });
    expect(await hashes()).toBe(old);
    expect(await check(RIGHT)).toMatchObject({ kind: "passed" });
    expect(await hashes()).toMatch(/m=19456,t=2,p=1/);
    expect(await check(RIGHT)).toMatchObject({ kind: "passed" });
  });

  it("is right also when there is no time to hash it again", async () => {
    const busy: PasswordHasher = {
      ...countingHasher().passwords,
      isOutdated: () => true,
      hash: () => Promise.reject(new HasherBusy()),
    };
    const { owner, check } = await given(busy);
    const stored = `$argon2id$${Buffer.from(RIGHT).toString("hex")}`;
    await database().admin.query(sql`insert into login.factor_set values (${owner.id}, now())`);
    await database().admin.query(sql`insert into login.password values (${owner.id}, ${stored}, now())`);

    expect(await check(RIGHT)).toMatchObject({ kind: "passed" });
  });

  it("is set twenty times in an hour", async () => {
    const { set } = await given();
    for (let i = 0; i < 20; i += 1) await set(`${RIGHT} ${i}`);

    await expect(set(`${RIGHT} 20`)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3_600 });
  });

  it("is one user's, changed and removed by its user alone, and then does nothing", async () => {
    const { deps, owner, user, set, check } = await given();
    await set();
    const other = await user();
    await set("another right one", other);

    expect(await check("another right one")).toEqual({ kind: "wrong" });
    await set("a third right one");
    expect(await check(RIGHT)).toEqual({ kind: "wrong" });
    await removeFactor(deps, owner.login(), { kind: "password" });
    expect(await check("a third right one")).toEqual({ kind: "wrong" });
    expect(await check("another right one", { email: other.email })).toMatchObject({
      kind: "passed",
      userId: other.id,
    });
    expect(await securityEventsOf(database(), owner.id)).toEqual(["password_set", "password_set", "password_removed"]);
  });

  it("is in the tables as a hash alone, and no address or network beside its tries", async () => {
    const { owner, set, check } = await given(createPasswordHasher());
    await set();
    await check("a wrong one", { network: "203.0.113.77" });
    const dump = await dumpOf(database());

    expect(dump).toContain("$argon2id$v=19$");
    expect(dump).not.toContain(RIGHT);
    const [tries] = await database().admin.query<{ all: string }>(
      sql`select string_agg(subject, ' ') as all from login.factor_try`,
    );
    expect(tries?.all).toContain("password address");
    for (const known of [owner.email, "203.0.113.77"]) expect(tries?.all).not.toContain(known);
  });
});
