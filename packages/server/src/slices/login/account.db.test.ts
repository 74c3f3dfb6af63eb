import { expect, it } from "vitest";
import type { AppError } from "#kernel/errors.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay as payDestination } from "#slices/payments/accept/pay.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenCharge } from "#slices/receiving/testing/receiving.harness.ts";
import { breaches, givenPayer, givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { findUser, findUserByEmail, type User } from "#users";
import { createRecipientCache, recipientsAt } from "#wallets";
import { unblockUser } from "./account/block-user.ts";
import { browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";

const anEmail = () => `${newGamertag("mail")}@example.com`;
const MINUTE_MS = 60_000;

onDatabase("the account's pages", (database) => {
  async function given() {
    const world = createLoginWorld(database());
    const app = await world.app();
    const loggedIn = async (user: User) => {
      const browser = browserOf(app);
      await logIn(world, browser, { email: user.email });
      return browser;
    };
    const [alice, bob] = [await givenUser(database()), await givenUser(database())];
    return { world, app, loggedIn, alice, bob };
  }
  const fresh = async (id: User["id"]) => await findUser(database().db, id);

  it("change what others see, and say beside the field what is wrong", async () => {
    const { alice, loggedIn } = await given();
    const browser = await loggedIn(alice);
    const profile = {
      decision: "profile",
      publicBio: "I <b>play</b>",
      image: "https://example.com/a.png",
      twitter: "@alice",
      website: "",
    };
    const saved = await browser.post("/account", profile);
    expect([saved.statusCode, saved.body.includes("Your profile was saved.")]).toEqual([200, true]);
    expect(saved.body).toContain("I &#60;b&#62;play");
    expect(await fresh(alice.id)).toMatchObject({
      publicBio: "I <b>play</b>",
      image: "https://example.com/a.png",
      twitter: "alice",
    });

    const refused = await browser.post("/account", { ...profile, image: "http://example.com/a.png" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toMatch(/id="image"[^>]*aria-describedby="image-hint image-wrong"[^>]*aria-invalid="true"/);
    expect(refused.body).toMatch(/id="image-wrong" role="alert">This must be an address that begins with https/);
    expect((await fresh(alice.id))?.image).toBe("https://example.com/a.png");
  });

  it("change the gamertag once a day", async () => {
    const { world, alice, bob, loggedIn } = await given();
    const browser = await loggedIn(alice);
    const gamertag = newGamertag("Other");
    expect((await browser.post("/account", { decision: "gamertag", gamertag })).body).toContain(
      `Your gamertag is ${gamertag} now.`,
    );
    const again = await browser.post("/account", { decision: "gamertag", gamertag: newGamertag() });
    expect([again.statusCode, again.body.includes("once in 24 hours")]).toEqual([409, true]);
    world.clock.advance(25 * 60 * MINUTE_MS);
    const login = /^\/login\?next=%2Faccount&since=\d{13}$/;
    const old = await browser.post("/account", { decision: "gamertag", gamertag: newGamertag() });
    expect([old.statusCode, old.headers.location]).toEqual([303, expect.stringMatching(login)]);
    expect((await browser.get("/account")).body).toContain("asks for a login of the last 10 minutes");
    const newest = await loggedIn(alice);
    expect((await newest.get("/account")).body).not.toContain("asks for a login of the last 10 minutes");
    const taken = await newest.post("/account", { decision: "gamertag", gamertag: bob.gamertag });
    expect([taken.statusCode, taken.body.includes("is taken")]).toEqual([409, true]);
    expect((await fresh(alice.id))?.gamertag).toBe(gamertag);
  });

  it("show a user's own sessions and end them, and no other's", async () => {
    const { world, alice, bob, loggedIn } = await given();
    const [one, two, bobs] = [await loggedIn(alice), await loggedIn(alice), await loggedIn(bob)];
    const idsOf = async (browser: typeof one) =>
      [...(await browser.get("/account/sessions")).body.matchAll(/name="session" value="([^"]+)"/g)].map(
        ([, id]) => id,
      );
    expect(await idsOf(bobs)).toEqual([]);
    const [id = ""] = await idsOf(one);
    const notBobs = await bobs.post("/account/sessions", { decision: "revoke", session: id });
    const unknown = await bobs.post("/account/sessions", { decision: "revoke", session: world.random.uuid() });
    expect(notBobs.body.replaceAll(/\d\d:\d\d/g, "")).toBe(unknown.body.replaceAll(/\d\d:\d\d/g, ""));
    expect((await two.get("/account")).statusCode).toBe(200);
    expect((await one.post("/account/sessions", { decision: "revoke", session: id })).body).toContain(
      "The session was logged out.",
    );
    expect((await two.get("/account")).statusCode).toBe(303);
    const three = await loggedIn(alice);
    expect((await one.post("/account/sessions", { decision: "revoke_others" })).statusCode).toBe(200);
    expect([(await one.get("/account")).statusCode, (await three.get("/account")).statusCode]).toEqual([200, 303]);
    expect((await bobs.get("/account")).statusCode).toBe(200);
  });

  it("change the e-mail address after a fresh login and with a code to the new one, and say so to the old one", async () => {
    const { world, alice, loggedIn } = await given();
    const browser = await loggedIn(alice);
    const email = anEmail();
    world.clock.advance(11 * MINUTE_MS);
    const login = /^\/login\?next=%2Faccount%2Femail&since=\d{13}$/;
    expect((await browser.get("/account/email")).headers.location).toMatch(login);
    expect((await browser.post("/account/email", { email })).headers.location).toMatch(login);
    await logIn(world, browser, { email: alice.email, next: "/account/email" });

    expect((await browser.post("/account/email", { email })).body).toContain(
      `We sent a code to <strong><bdi>${email}</bdi>`,
    );
    expect((await fresh(alice.id))?.email).toBe(alice.email);
    const wrong = await browser.post("/account/email", { code: "00000000" });
    expect([wrong.statusCode, wrong.body.includes("This is not the code")]).toEqual([400, true]);
    // A code to log in with proves no address of an account.
    await browserOf(await world.app()).post("/login", { email });
    const forLogin = await world.codeTo(email);
    expect((await browser.post("/account/email", { code: forLogin })).statusCode).toBe(400);
    await browser.post("/account/email", { email });
    const changed = await browser.post("/account/email", { code: await world.codeTo(email) });
    expect(changed.body).toContain(`Your address is ${email} now.`);
    expect(await fresh(alice.id)).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect(await findUserByEmail(database().db, alice.email)).toBeUndefined();
    expect(database().journal.entries.at(-1)).toMatchObject({ what: "email.change", id: alice.id });
    const [notice] = await database().admin.query<{ subject: string; body_text: string }>(sql`
      select subject, body_text from mails.mail where recipient = ${alice.email} order by id desc limit 1`);
    expect(notice?.subject).toBe("Your account has another e-mail address");
    expect(notice?.body_text).not.toContain(email);
  });

  it("say that an address is taken to who has shown that it is the own one, and to no one else", async () => {
    const { world, alice, bob, loggedIn } = await given();
    const browser = await loggedIn(alice);
    const asked = await browser.post("/account/email", { email: bob.email });
    expect([asked.statusCode, asked.body.includes("exists")]).toEqual([200, false]);
    const refused = await browser.post("/account/email", { code: await world.codeTo(bob.email) });
    expect([refused.statusCode, refused.body.includes("exists already")]).toEqual([409, true]);
    expect((await fresh(alice.id))?.email).toBe(alice.email);
  });

  it("give a user's data to a fresh login of that user, and no secret in it", async () => {
    const { world, alice, bob, loggedIn } = await given();
    const browser = await loggedIn(alice);
    await loggedIn(bob);
    const answer = await browser.post("/account/export", {});
    expect(answer.headers["content-disposition"]).toContain("attachment");
    const data = answer.json();
    expect(data).toMatchObject({ user: { id: alice.id, email: alice.email }, sessions: [{ userId: alice.id }] });
    expect(data.securityEvents.map(({ kind }: { kind: string }) => kind)).toContain("session_started");
    expect(answer.body).not.toContain(bob.id);
    expect(answer.body).not.toContain(browser.secret());
    world.clock.advance(11 * MINUTE_MS);
    expect((await browser.post("/account/export", {})).headers.location).toMatch(
      /^\/login\?next=%2Faccount&since=\d{13}$/,
    );
  });

  it("close an account for ever: its sessions end, the address is free, the gamertag and the Lightning address are not", async () => {
    const { world, alice, loggedIn } = await given();
    const [one, two] = [await loggedIn(alice), await loggedIn(alice)];
    expect((await one.post("/account/close", { gamertag: "wrong" })).statusCode).toBe(400);
    const closed = await one.post("/account/close", { gamertag: alice.gamertag.toUpperCase() });
    expect([closed.statusCode, one.secret()]).toEqual([200, undefined]);
    expect(closed.headers["clear-site-data"]).toBe('"storage"');
    expect(closed.body).toContain("Your account is closed");
    expect((await two.get("/account")).statusCode).toBe(303);
    expect(world.ended.map(({ reason }) => reason)).toEqual(["closed", "closed"]);

    const next = browserOf(await world.app());
    await next.post("/login", { email: alice.email });
    await next.post("/login", { code: await world.codeTo(alice.email) });
    expect((await next.post("/login", { gamertag: alice.gamertag })).statusCode).toBe(409);
    expect((await next.post("/login", { gamertag: newGamertag("new") })).headers.location).toBe("/account");
    const second = await findUserByEmail(database().db, alice.email);
    expect(second?.id).not.toBe(alice.id);
    expect(await fresh(alice.id)).toMatchObject({ gamertag: alice.gamertag, blockedAt: expect.any(Date) });
    await expect(unblockUser(world.deps, alice.id)).rejects.toMatchObject({ code: "user_not_found" });
    expect(await breaches(database())).toEqual([]);
  });

  it("close an account or let a payment in, never both, when the two come at once", async () => {
    const world = createWorld(database());
    const { bob, loggedIn } = await given();
    const payer = await givenPayer(database(), bob, sats(1_000n));
    const recipientOf = recipientsAt("leyden.example", {
      db: database().db,
      recipientCache: createRecipientCache(machineClock),
    });
    const ends = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const user = await givenUser(database());
      const browser = await loggedIn(user);
      const lnAddress = `${user.gamertag}@leyden.example`;
      const pay = async () =>
        await payDestination(
          { ...world.pay, recipientOf },
          world.request(payer, { lnAddress, amount: sats(10n) }),
        ).then(
          ({ payment }) => payment.progress.kind,
          (error: AppError) => error.code,
        );
      const close = () => browser.post("/account/close", { gamertag: user.gamertag });
      const [paid, { statusCode }] = await Promise.all([pay(), close()]);
      const balance = await world.balance(await givenPayer(database(), user, msats(0n)));
      ends.add(`${paid} ${statusCode} ${balance}`);
    }
    const whole = ["completed 409 10000", "receive_limit_exceeded 200 0"];
    for (const end of ends) expect(whole).toContain(end);
    expect(await breaches(database())).toEqual([]);
  });

  it("let nothing in once the account is closed", async () => {
    const { alice, bob, loggedIn } = await given();
    const world = createWorld(database());
    const browser = await loggedIn(alice);
    const payer = await givenPayer(database(), bob, sats(50n));
    const pay = async () => {
      const gamertag = alice.gamertag.toLowerCase();
      const recipientOf = recipientsAt("leyden.example", {
        db: database().db,
        recipientCache: createRecipientCache(machineClock),
      });
      const request = world.request(payer, { lnAddress: `${gamertag}@leyden.example`, amount: sats(10n) });
      return await payDestination({ ...world.pay, recipientOf }, request).then(
        ({ payment }) => payment.progress.kind,
        (error: AppError) => error.code,
      );
    };
    await browser.post("/account/close", { gamertag: alice.gamertag });
    expect(await pay()).toBe("receive_limit_exceeded");
    expect(await world.balance(payer)).toBe(sats(50n));
  });

  it.each([
    ["has money in it", /There is money in the wallet/, (user: User) => givenPayer(database(), user, sats(1n))],
    [
      "has a payment that is not finished",
      /is not finished/,
      async (user: User) => {
        const world = createWorld(database());
        world.node.plan = holds();
        const payer = await givenPayer(database(), user, sats(200n));
        const request = world.request(payer, { lnAddress: world.recipient("shop"), amount: sats(100n) });
        const { payment } = await payDestination(world.pay, { ...request, waitMs: 0 });
        await world.settled();
        expect(payment.progress.kind).not.toBe("completed");
      },
    ],
    [
      "has a charge that can be paid",
      /is not finished/,
      async (user: User) => {
        const payer = await givenPayer(database(), user, msats(0n));
        await givenCharge(database(), payer);
      },
    ],
    [
      "has a voucher that is open",
      /is not finished/,
      async (user: User) => {
        const vouchers = await givenVouchers(database());
        const caller = await givenPayer(database(), user, sats(1_000n));
        await vouchers.issueAll([{ amount: sats(1_000n) }], { caller });
      },
    ],
  ])("do not close an account whose wallet %s", async (_what, said, happens) => {
    const { alice, loggedIn } = await given();
    const browser = await loggedIn(alice);
    await happens(alice);
    const refused = await browser.post("/account/close", { gamertag: alice.gamertag });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(said);
    expect((await browser.get("/account")).statusCode).toBe(200);
    expect((await fresh(alice.id))?.email).toBe(alice.email);
  });
});
