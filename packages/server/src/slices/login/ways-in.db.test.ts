import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { askPasskey } from "./factors/check-passkey.ts";
import { hashOf } from "./model/secrets.ts";
import { givenWaysIn, isIn, SECURITY, STEP_MS } from "./testing/ways-in.harness.ts";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

onDatabase("the ways in", (database) => {
  it("ask for the app's code from the moment when it is set up, once for each code", async () => {
    const { world, ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const { code, answer, recoveryCodes } = await ways.setUpApp(await loggedIn(alice));
    expect(recoveryCodes).toHaveLength(10);
    expect(answer.headers["cache-control"]).toBe("no-store");

    const one = browser();
    expect((await byMail(one, alice.email)).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(one)).toBe(false);
    const page = await one.get("/login");
    expect(page.body).toContain("Code from your authenticator app");
    expect(page.body).toContain("with=recovery");
    const wrong = await one.post("/login", { with: "totp", code: "000000" });
    expect([wrong.statusCode, wrong.body.includes("not the code from your app")]).toEqual([400, true]);
    const before = one.secret();
    const done = await one.post("/login", { with: "totp", code: code() });
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account"]);
    expect([await isIn(one), one.secret() !== before]).toEqual([true, true]);

    const two = browser();
    await byMail(two, alice.email);
    expect((await two.post("/login", { with: "totp", code: code() })).statusCode).toBe(400);
    world.clock.advance(STEP_MS);
    expect((await two.post("/login", { with: "totp", code: code() })).statusCode).toBe(303);
    expect(await isIn(two)).toBe(true);
  });

  it("count wrong codes over all browsers, and say until when", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const { code } = await ways.setUpApp(await loggedIn(alice));
    const [one, two] = [browser(), browser()];
    for (const waiting of [one, two]) await byMail(waiting, alice.email);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await one.post("/login", { with: "totp", code: "000000" })).statusCode).toBe(400);
    const late = await two.post("/login", { with: "totp", code: code() });
    expect([late.statusCode, late.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^3[456]\d\d$/)]);
    expect(late.body).toMatch(/Try again in (?:5\d|60) minutes, or log in another way\./);
    expect(await isIn(two)).toBe(false);
  });

  it("take a recovery code in place of the app's code, each once, and count what is left", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const { recoveryCodes } = await ways.setUpApp(owner);
    const [first = "", second = ""] = recoveryCodes;
    for (const [text, status] of [
      [first.toLowerCase().replaceAll("-", " "), 303],
      [first, 400],
      [second, 303],
    ] as const) {
      const one = browser();
      await byMail(one, alice.email);
      expect((await one.get("/login?with=recovery")).body).toContain("Recovery code");
      expect((await one.post("/login", { with: "recovery", code: text })).statusCode).toBe(status);
      expect(await isIn(one)).toBe(status === 303);
    }
    expect((await owner.get(SECURITY)).body).toContain("8 recovery codes are left.");

    const made = await owner.post(`${SECURITY}/codes`, { decision: "continue" });
    expect(made.body).toMatch(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
    expect(made.body).not.toContain(recoveryCodes[2]);
    const late = browser();
    await byMail(late, alice.email);
    expect((await late.post("/login", { with: "recovery", code: recoveryCodes[2] ?? "" })).statusCode).toBe(400);
    for (const path of [SECURITY, `${SECURITY}/codes`, `${SECURITY}/app`])
      expect((await owner.get(path)).body).not.toMatch(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
  });

  it("go on without the app once it is removed, and begin again where its code was asked for already", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const { recoveryCodes } = await ways.setUpApp(owner);
    const waiting = browser();
    await byMail(waiting, alice.email);
    const removed = await owner.post(SECURITY, { kind: "totp", decision: "remove" });
    expect(removed.body).toContain("The authenticator app and its recovery codes were removed.");

    const stale = await waiting.post("/login", { with: "recovery", code: recoveryCodes[0] ?? "" });
    expect(stale.headers.location).toMatch(/^\/login/);
    expect([await isIn(waiting), (await waiting.get("/login")).body.includes('name="email"')]).toEqual([false, true]);
    const one = browser();
    expect((await byMail(one, alice.email)).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
  });

  it("take a password with its address, and do not say which of the two is wrong", async () => {
    const { ways, browser, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const weak = await owner.post(`${SECURITY}/password`, { password: alice.email });
    expect(weak.statusCode).toBe(400);
    expect(weak.body).toMatch(/Your password must not be made of your .*e-mail.* address or gamertag\./);
    expect((await owner.post(`${SECURITY}/password`, { password: PASSWORD })).body).toContain("Your password was set.");

    const tries = [
      { email: alice.email, password: "a wrong one, of all" },
      { email: `${newGamertag("nobody")}@example.com`, password: PASSWORD },
    ];
    const [wrong, unknown] = await Promise.all(
      tries.map(async ({ email, password }) => {
        const { statusCode, body } = await browser().post("/login", { with: "password", email, password });
        return [statusCode, body.replaceAll(email, "EMAIL").replaceAll(/value="[\w-]{43}"/g, "TOKEN")];
      }),
    );
    expect(wrong).toEqual([400, expect.stringContaining("Address and password do not belong together.")]);
    expect(unknown).toEqual(wrong);

    const one = browser();
    const page = await one.get("/login?with=password&next=%2Faccount%2Fsessions");
    expect(page.body).toContain('<form id="login"');
    const fields = { with: "password", email: ` ${alice.email.toUpperCase()}`, password: PASSWORD };
    const done = await one.post("/login", { ...fields, next: "/account/sessions" });
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account/sessions"]);
    expect(await isIn(one)).toBe(true);

    const { code } = await ways.setUpApp(owner);
    const two = browser();
    expect((await two.post("/login", fields)).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(two)).toBe(false);
    await two.post("/login", { with: "totp", code: code() });
    expect(await isIn(two)).toBe(true);
  });

  it("take a passkey alone, also from who has an app, and as the second step of another way", async () => {
    const { world, ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const { device, answer } = await ways.addPasskey(owner, "My <b>phone");
    expect(answer.body).toContain("The passkey was added.");
    expect(answer.body).toContain("My &#60;b&#62;phone");
    await ways.setUpApp(owner);

    const one = browser();
    const sent = await ways.answerOf(one, device);
    expect((await one.post("/login", { with: "passkey", answer: sent })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
    expect((await owner.get(SECURITY)).body).toContain("Last used");
    const copied = browser();
    await copied.get("/login?with=passkey");
    expect((await copied.post("/login", { with: "passkey", answer: sent })).statusCode).toBe(400);

    const two = browser();
    await byMail(two, alice.email);
    expect((await two.get("/login")).body).toContain("with=passkey");
    await two.post("/login", { with: "passkey", answer: await ways.answerOf(two, device) });
    expect(await isIn(two)).toBe(true);

    const bob = await givenUser(database(), { emailIsVerified: true });
    const bobs = await loggedIn(bob);
    const { device: bobsDevice } = await ways.addPasskey(bobs);
    await ways.setUpApp(bobs);
    const three = browser();
    await byMail(three, alice.email);
    const foreign = await three.post("/login", { with: "passkey", answer: await ways.answerOf(three, bobsDevice) });
    expect([foreign.statusCode, await isIn(three)]).toEqual([400, false]);

    // As if a question that names no user had been asked of the same browser.
    const { deps } = world;
    const site = deps.site ?? expect.unreachable();
    const browserHash = hashOf(three.secret() ?? "");
    const unbound = await askPasskey({ ...deps, site }, { browser: browserHash, userId: undefined });
    const other = await three.post("/login", { with: "passkey", answer: JSON.stringify(bobsDevice.get(unbound)) });
    expect([other.statusCode, await isIn(three)]).toEqual([400, false]);

    const id = ways.fieldIn((await owner.get(SECURITY)).body, "id");
    expect((await owner.post(SECURITY, { kind: "passkey", id, decision: "remove" })).statusCode).toBe(200);
    const late = browser();
    const gone = await late.post("/login", { with: "passkey", answer: await ways.answerOf(late, device) });
    expect([gone.statusCode, await isIn(late)]).toEqual([400, false]);
  });

  it("log in no user who is blocked, whatever is shown", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    const { device } = await ways.addPasskey(owner);
    const { wallet } = await ways.addWallet(owner);
    const { code } = await ways.setUpApp(owner);
    const pending = browser();
    await byMail(pending, alice.email);
    await database().admin.query({
      text: "update users.user set blocked_at = now() where id = $1",
      values: [alice.id],
    });

    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body);
    const tries = [
      await browser().post("/login", { with: "password", email: alice.email, password: PASSWORD }),
      await one.post("/login", { with: "wallet" }),
      await pending.post("/login", { with: "totp", code: code() }),
    ];
    const two = browser();
    tries.push(await two.post("/login", { with: "passkey", answer: await ways.answerOf(two, device) }));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it("begin again for a login that must be newer than the one there is", async () => {
    const { world, loggedIn, alice } = await givenWaysIn(database());
    const one = await loggedIn(alice);
    const sinceNow = (ms: number) => `/login?next=%2Faccount&since=${world.clock.now().getTime() + ms}`;
    expect((await one.get(sinceNow(-MINUTE_MS))).headers.location).toBe("/account");
    world.clock.advance(1_000);
    const path = sinceNow(0);
    const page = await one.get(path);
    expect([page.statusCode, page.body.includes("Log in again")]).toEqual([200, true]);
    const since = new URL(path, "https://leyden.example").searchParams.get("since") ?? "";
    const sent = await one.post("/login", { email: alice.email, since });
    expect(sent.headers.location).toBe(path);
    await one.post("/login", { code: await world.codeTo(alice.email), since });
    expect((await one.get(path)).headers.location).toBe("/account");
  });
});
