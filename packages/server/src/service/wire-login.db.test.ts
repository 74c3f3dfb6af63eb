import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { findIsWished } from "#notices";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { browserOf } from "#slices/login/testing/login.harness.ts";
import { createWaysIn, SECURITY } from "#slices/login/testing/ways-in.harness.ts";
import { addMember } from "#slices/members/add-member.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";
import { givenAccounts } from "./testing/accounts.harness.ts";

onDatabase("the accounts of the service", (database) => {
  it("have an authenticator app that is asked for, in the account's navigation and in the export", async () => {
    const { app, browser, url, logIn, alice } = await givenAccounts(database());
    const account = await logIn(await browser.open(`${url}/login`));
    expect(account.html).toContain(`href="${SECURITY}"`);
    const [{ value: secret = "" } = {}] = browser.cookies();
    const own = browserOf(app, { secret, cookieName: "leyden" });
    const clock = { now: machineClock.now, advance: () => undefined };
    const { code } = await createWaysIn({ clock }, app).setUpApp(own);

    const exported = await own.post("/account/export", {});
    expect(exported.json()).toMatchObject({
      wallet: { names: expect.any(Array) },
      factors: { passkeys: [], totp: { recoveryCodes: 10 } },
      terms: [],
      receiptMails: false,
      ownWallet: { notes: [], paidToEmails: [] },
    });
    await own.post("/logout", {});
    browser.take([]);
    const second = await logIn(await browser.open(`${url}/login`));
    expect([new URL(second.url).pathname, second.html.includes("One more step")]).toEqual(["/login", true]);
    // The code of the present step was used to set the app up.
    const done = await browser.submit(second, "login", { code: code(1) });
    expect([new URL(done.url).pathname, done.html.includes(alice.gamertag)]).toEqual(["/account", true]);
  });

  it("lead a member of a project to the dashboard, and nobody else", async () => {
    const { browser, url, logIn, alice } = await givenAccounts(database());
    const link = 'href="/dashboard"';
    expect((await logIn(await browser.open(`${url}/login`))).html).not.toContain(link);
    const random = machineRandom();
    const deps = { ...database(), clock: machineClock, random };
    const { id: projectId } = await createProject(deps, { name: `project ${random.uuid()}` });
    await addMember(deps, { projectId, userId: alice.id, role: "viewer" });
    expect((await browser.open(`${url}/account`)).html).toContain(link);
  });

  it("have a switch for mails about money that arrives: off at first, kept for the user, in the export, and closed with the account", async () => {
    const { app, browser, url, logIn, alice } = await givenAccounts(database());
    await logIn(await browser.open(`${url}/login`));
    const [{ value: secret = "" } = {}] = browser.cookies();
    const own = browserOf(app, { secret, cookieName: "leyden" });
    const isWished = () => findIsWished(database().db, alice.id);
    expect((await own.get("/account")).body).toContain("You get no mail when money arrives in your account.");
    expect((await own.get("/account?decision=receipts_on")).statusCode).toBe(200);
    expect(await isWished()).toBe(false);

    const on = await own.post("/account", { decision: "receipts_on" });
    expect([on.statusCode, on.body]).toEqual([200, expect.stringContaining("at most one in an hour")]);
    expect(on.body).toContain('value="receipts_off"');
    expect([await isWished(), (await own.post("/account/export", {})).json().receiptMails]).toEqual([true, true]);
    const forged = await own.post("/account", { decision: "receipts_off", csrf: "of another" });
    expect([forged.statusCode, await isWished()]).toEqual([403, true]);
    expect(
      (await browserOf(app, { cookieName: "leyden" }).post("/account", { decision: "receipts_off" })).statusCode,
    ).toBe(303);
    expect(await isWished()).toBe(true);
    await own.post("/account", { decision: "receipts_off" });
    expect(await isWished()).toBe(false);

    await own.post("/account", { decision: "receipts_on" });
    expect((await own.post("/account/close", { gamertag: alice.gamertag })).statusCode).toBe(200);
    expect(await isWished()).toBe(false);
  });

  it("have what the user wrote down on the wallet's page in the export, and forget it when they are closed", async () => {
    const { app, browser, url, logIn, alice } = await givenAccounts(database());
    await logIn(await browser.open(`${url}/login`));
    const [{ value: secret = "" } = {}] = browser.cookies();
    const own = browserOf(app, { secret, cookieName: "leyden" });
    const { admin } = database();
    await admin.query(sql`
      insert into own_wallet.note (wallet_id, about, text, written_at)
      values (${alice.walletId}, gen_random_uuid(), 'Pizza', now())`);
    const notes = async () => await admin.query(sql`select 1 from own_wallet.note where wallet_id = ${alice.walletId}`);
    const exported = (await own.post("/account/export", {})).json();
    expect(exported).toMatchObject({ ownWallet: { notes: [{ text: "Pizza" }] }, wallet: { names: expect.any(Array) } });
    expect((await own.post("/account/close", { gamertag: alice.gamertag })).statusCode).toBe(200);
    expect(await notes()).toEqual([]);
  });

  it("have the whole statement of the own wallet in the export, and no one else's", async () => {
    const { app, browser, url, logIn, alice } = await givenAccounts(database());
    const world = createWorld(database());
    const bob = await givenUser(database());
    const own = await givenPayer(database(), alice, sats(1_000n));
    const other = await givenPayer(database(), bob, sats(1_000n));
    const to = (wallet: typeof own.wallet, lnAddress: string) => {
      world.pay.recipientOf = async () => wallet;
      return { lnAddress, amount: sats(7n) };
    };
    const { payment: paid } = await pay(world.pay, world.request(own, to(other.wallet, "bob@example.com")));
    const { payment: received } = await pay(
      world.pay,
      world.request(other, { ...to(own.wallet, "alice@example.com"), amount: sats(3n) }),
    );
    world.pay.recipientOf = async () => undefined;
    const { payment: outside } = await pay(
      world.pay,
      world.request(other, { lnAddress: world.recipient("shop"), amount: sats(5n) }),
    );
    await world.settled();

    await logIn(await browser.open(`${url}/login`));
    const [{ value: secret = "" } = {}] = browser.cookies();
    const answer = await browserOf(app, { secret, cookieName: "leyden" }).post("/account/export", {});
    const { user, statement } = answer.json();
    expect(user.id).toBe(alice.id);
    const shown = statement.map(({ type, amount, balance, paymentId, counterparty }: Record<string, unknown>) => [
      ...[type, amount, balance, paymentId, counterparty],
    ]);
    expect(shown).toEqual([
      ["receipt", "3000", "996000", null, null],
      ["payment", "-7000", "993000", paid.id, "bob@example.com"],
      ["transfer", "1000000", "1000000", null, null],
    ]);
    for (const foreign of [bob.id, bob.walletId, received.id, outside.id, "shop@example.com"])
      expect(answer.body).not.toContain(foreign);
    expect(msats(BigInt(statement[0].balance))).toBe(await world.balance(own));
  });
});
