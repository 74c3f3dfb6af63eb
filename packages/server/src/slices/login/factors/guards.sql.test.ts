import { expect, it } from "vitest";
import { runAudit } from "#audit";
import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createPasswordHasher } from "#platform/secrets/password-hasher.ts";
import { newestTotpStep, stepOfTotp, totpAt } from "#protocol/totp.ts";
import { closeAccount } from "../account/close-account.ts";
import { BROWSER, givenFactors, random, together } from "../testing/factors.harness.ts";
import { askWallet } from "./ask-wallet.ts";
import { checkTotp } from "./check-totp.ts";
import { factorInvariants } from "./factor-invariants.ts";
import { forgetExpired } from "./forget-expired.ts";
import { linkTotp, offerTotp } from "./link-totp.ts";
import { listFactors } from "./list-factors.ts";
import { decideLoginOf, needsSecondFactor } from "./needs-second-factor.ts";
import { newChallenge } from "./passkey-challenge.ts";
import { removeFactor } from "./remove-factor.ts";
import { setPassword } from "./set-password.ts";

/** What somebody with all rights may do to the tables by hand, and which invariant must see it. */
const DAMAGES: readonly [what: string, seenBy: string, damage: (admin: Db, userId: UserId) => Promise<unknown>][] = [
  [
    "a factor without a user",
    "I14f",
    (admin) => admin.query(sql`insert into login.factor_set values (gen_random_uuid(), now())`),
  ],
  [
    "a recovery code that was deleted",
    "I14r",
    (admin, id) =>
      admin.query(sql`
        delete from login.recovery_code
         where code_hash = (select code_hash from login.recovery_code where user_id = ${id} limit 1)`),
  ],
  [
    "an eleventh recovery code",
    "I14r",
    (admin, id) => admin.query(sql`insert into login.recovery_code values (${id}, ${new Uint8Array(32)}, now())`),
  ],
  [
    "eleven passkeys",
    "I14k",
    (admin, id) =>
      admin.query(sql`
        insert into login.passkey (id, user_id, public_key, counter, transports, name, is_synced, created_at)
        select decode(lpad(i::text, 4, '0'), 'hex'), ${id}, '', 0, '', 'x', false, now() from generate_series(1, 11) i`),
  ],
  [
    "eleven wallets",
    "I14k",
    (admin, id) =>
      admin.query(sql`
        insert into login.lightning_key (key, user_id, name, created_at)
        select decode(lpad(i::text, 66, '0'), 'hex'), ${id}, 'x', now() from generate_series(1, 11) i`),
  ],
];

onDatabase("the factors of users", (database) => {
  async function given() {
    const world = givenFactors(database());
    const owner = await world.user();
    let secret = new Uint8Array();
    const link = async () => {
      const { offer } = await offerTotp(world.deps, owner.login());
      const about = `totp offer:${owner.id}`;
      secret = Uint8Array.from(world.deps.sealer.open(Buffer.from(offer, "base64url"), about).subarray(8));
      await linkTotp(world.deps, owner.login(), { offer, code: totpAt(secret, world.clock.now()) });
    };
    const audit = async () =>
      (await runAudit({ db: database().db, invariants: factorInvariants(world.clock) }))
        .filter(({ breaches }) => breaches.length > 0)
        .map(({ id }) => id);
    return { ...world, owner, link, audit, secret: () => secret };
  }

  it.each(DAMAGES)("are found damaged: %s", async (_what, seenBy, damage) => {
    const { owner, link, audit } = await given();
    await link();
    expect(await audit()).toEqual([]);

    await damage(database().admin, owner.id);
    expect(await audit()).toEqual([seenBy]);
    await database().admin.query(sql`truncate login.factor_set cascade`);
  });

  it("are found damaged: a code of a step that has not come was taken", async () => {
    const { owner, link, clock } = await given();
    await link();
    const now = clock.now();
    const take = (step: number) => (tx: Tx) =>
      tx.query(sql`update login.totp set last_step = ${BigInt(step)} where user_id = ${owner.id}`);
    const seen = (step: number) => seenAfter(database().admin, factorInvariants({ now: () => now }), take(step));
    expect(await seen(newestTotpStep(now))).toEqual([]);
    expect(await seen(newestTotpStep(now) + 1)).toEqual(["I14t"]);
  });

  it("decide every login from the database: an app is asked for from the moment when it is on", async () => {
    const { deps, owner, link } = await given();
    const needsMore = needsSecondFactor(deps);
    const needs = async (...methods: string[]) => await needsMore({ userId: owner.id, methods, isSameNetwork: true });

    for (const method of ["email", "password", "lightning", "passkey"]) expect(await needs(method)).toBe(false);
    const elsewhere = { userId: owner.id, methods: ["lightning"] };
    expect([await needsMore(elsewhere), await needsMore({ ...elsewhere, isSameNetwork: false })]).toEqual([true, true]);
    expect(await needsMore({ ...elsewhere, methods: ["lightning", "email"] })).toBe(false);
    await link();
    for (const method of ["email", "password", "lightning"]) expect(await needs(method)).toBe(true);
    expect(await needs("passkey")).toBe(false);
    expect(await needs("password", "totp")).toBe(false);
    expect(await decideLoginOf(deps, { userId: owner.id, shown: [{ method: "email" }] })).toEqual({
      kind: "second_factor_due",
      methods: ["totp", "recovery"],
    });
    await expect(needs("sms")).rejects.toThrow("no method");
    await removeFactor(deps, owner.login(), { kind: "totp" });
    expect(await needs("email")).toBe(false);
  });

  it("take nothing of a user while a change is rolled back", async () => {
    const { deps, owner, link, secret, advance, clock } = await given();
    await link();
    advance(60_000);
    const broken = {
      ...deps,
      outlet: () => {
        throw new Error("no mails now");
      },
    };

    await expect(removeFactor(broken, owner.login(), { kind: "totp" })).rejects.toThrow("no mails now");
    expect(stepOfTotp(secret(), totpAt(secret(), clock.now()), clock.now())).toBeDefined();
    expect(
      await checkTotp(deps, { userId: owner.id, code: totpAt(secret(), clock.now()), browser: BROWSER }),
    ).toMatchObject({
      kind: "passed",
    });
  });

  it("go with an account that is closed, and no other user's", async () => {
    const { deps, owner, user, link, secret, advance, clock, audit } = await given();
    const other = await user();
    await link();
    const passwords = createPasswordHasher();
    for (const who of [owner, other])
      await setPassword({ ...deps, passwords }, who.login(), { password: "correct horse" });
    advance(60_000);

    await closeAccount({ ...deps, onAccountClosed: async () => undefined }, owner);
    const nothing = { passkeys: [], lightningKeys: [], password: undefined, totp: undefined };
    expect(await listFactors(deps, owner.id)).toEqual(nothing);
    expect(await listFactors(deps, other.id)).toMatchObject({ password: { setAt: expect.any(Date) } });
    expect(await checkTotp(deps, { userId: owner.id, code: totpAt(secret(), clock.now()), browser: BROWSER })).toEqual({
      kind: "wrong",
    });
    expect(await audit()).toEqual([]);
  });

  it("are forgotten where they are over: questions and counters, and no others", async () => {
    const { deps, owner, advance } = await given();
    const left = async () => {
      const [row] = await database().admin.query<{ rows: number }>(sql`
        select (select count(*)::int from login.passkey_challenge)
             + (select count(*)::int from login.wallet_challenge)
             + (select count(*)::int from login.factor_try) as rows`);
      return row?.rows;
    };
    const fill = async () => {
      await newChallenge(deps, { browser: random.bytes(32), use: "check", userId: undefined });
      await askWallet(deps, { browser: random.bytes(32), network: "192.0.2.1", action: "login" });
      await checkTotp(deps, { userId: owner.id, code: "000000", browser: BROWSER });
    };
    await database().admin.query(sql`truncate login.factor_try`);
    await fill();
    expect(await forgetExpired(deps)).toBe(0);
    advance(3_600_000);
    await together(3, fill);
    await fill();

    // Of the first three two are over; the counter has begun anew.
    expect(await forgetExpired(deps)).toBe(2);
    expect(await left()).toBe(9);
    advance(3_600_000);
    expect(await forgetExpired(deps)).toBe(9);
    expect(await left()).toBe(0);
  });
});
