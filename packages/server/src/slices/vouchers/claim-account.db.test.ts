import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { loginPath } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { formTokenOf, newBrowserSecret } from "#platform/http/browser-cookie.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { ask } from "#service/testing/app.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { browserOf, COOKIE } from "#slices/login/testing/login.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { setUserLimits } from "#users";
import { WRONG_LINKS_MAX, WRONG_LINKS_OF_ACCOUNT_MAX } from "./claim/look-at-claim.ts";
import { payToEmail } from "./email/pay-to-email.ts";
import { givenClaimPages, type Shown } from "./testing/claim-pages.harness.ts";
import { emailDeps } from "./testing/email.harness.ts";
import { BASE_URL, MOST, random, type Secret } from "./testing/vouchers.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const BUTTON = "data-send=";
const unknown = () => ({ token: Buffer.from(random.bytes(16)).toString("base64url") });

onDatabase("the claim page, for an account of this service,", (database) => {
  async function given() {
    const all = await givenClaimPages(database());
    const look = async ({ token }: Pick<Secret, "token">, secret?: string): Promise<Shown> => {
      const cookie = secret === undefined ? {} : { cookie: `${COOKIE}=${secret}` };
      const headers = { "content-type": "application/json", ...cookie };
      return (await ask(all.app, { method: "POST", url: "/claim/look", headers, payload: { token } })).json().data;
    };
    return { ...all, look };
  }

  it("leads a browser that is not logged in through the login and back, without the token", async () => {
    const { issue, look } = await given();
    const secret = await issue();
    for (const browser of [undefined, newBrowserSecret(random)]) {
      const { state, html } = await look(secret, browser);
      expect(state).toBe("open");
      expect(html).toContain(`href="${loginPath("/claim")}" data-keep>Add it to your account here</a>`);
      expect(html).not.toContain(BUTTON);
      expect(html).not.toContain(secret.token);
    }
    expect(loginPath("/claim")).toBe("/login?next=%2Fclaim");
  });

  it("has one button for a user who is logged in, with the form token of that browser, and names the account", async () => {
    const { issue, look, givenTaker } = await given();
    const secret = await issue();
    const { browser, user } = await givenTaker();
    const { state, html } = await look(secret, browser.secret());
    const csrf = formTokenOf(browser.secret() ?? "");
    expect(state).toBe(`open ${csrf}`);
    expect(html).toContain(`data-send="claim/take" data-csrf="${csrf}">Add it to your account here</button>`);
    expect(html).toContain(`You are logged in as <bdi>${user.gamertag}</bdi>.`);
    expect(html).toContain('<a class="way second" href="lightning:'); // beside the ways of wallets
    expect(html).not.toContain(secret.token);
  });

  it("puts the whole value into the user's wallet with one press, and shows that to this user alone", async () => {
    const { issue, look, givenTaker, take, balance, issuer, outstanding, reread, breaches } = await given();
    const secret = await issue();
    const before = await balance(issuer);
    const [ann, bob] = [await givenTaker(), await givenTaker()];
    const { state, html, againMs } = await take(ann.browser, secret);
    expect([state, againMs]).toEqual(["redeemed", null]);
    expect(html).toContain("<h1>1,000 sat added to your account</h1>");
    expect(html).toContain('href="/wallet">Go to your wallet</a>');
    expect([await ann.balance(), await outstanding(), await balance(issuer)]).toEqual([1_000_000n, 0n, before]);
    expect((await reread(secret)).state).toMatchObject({ kind: "redeemed", by: ann.user.walletId, claim: undefined });
    expect((await look(secret, ann.browser.secret())).html).toBe(html);
    for (const other of [bob.browser.secret(), undefined])
      expect((await look(secret, other)).html).toContain("<h1>1,000 sat already claimed</h1>");
    expect(await breaches()).toEqual([]);
  });

  it("takes once, however often the button is pressed", async () => {
    const { issue, givenTaker, take, outstanding, breaches } = await given();
    const secret = await issue();
    const { browser, balance } = await givenTaker();
    const presses = [...(await Promise.all(Array.from({ length: 8 }, () => take(browser, secret))))];
    presses.push(await take(browser, secret));
    for (const { html } of presses) expect(html).toContain("<h1>1,000 sat added to your account</h1>");
    expect([await balance(), await outstanding()]).toEqual([1_000_000n, 0n]);
    expect(await breaches()).toEqual([]);
  });

  it("takes a voucher that was made for an e-mail address, for any user with its link", async () => {
    const { deps, issuer, givenTaker, take } = await given();
    const { browser, balance } = await givenTaker();
    const email = emailAddress(`${random.uuid()}@example.com`);
    const voucher = { amount: sats(500n), comment: "" };
    await payToEmail(emailDeps(deps), { caller: issuer, email, ...voucher });
    const [mail] = await database().admin.query<{ body_text: string }>(sql`
      select body_text from mails.mail where recipient = ${email}`);
    const token = /\/claim#([\w-]{22})$/m.exec(mail?.body_text ?? "")?.[1] ?? "";
    expect((await take(browser, { token })).html).toContain("<h1>500 sat added to your account</h1>");
    expect(await balance()).toBe(500_000n);
  });

  const FORMS: readonly [string, (own: string) => { payload?: string; headers?: Record<string, string> }][] = [
    ["no form token", () => ({ payload: "" })],
    ["another browser's token", () => ({ payload: `csrf=${formTokenOf(newBrowserSecret(random))}` })],
    ["no cookie", () => ({ headers: { cookie: "" } })],
    ["the origin of another site", () => ({ headers: { origin: "https://evil.example" } })],
    ["an origin that is hidden", () => ({ headers: { origin: "null" } })],
    ["a browser that comes from another site", () => ({ headers: { "sec-fetch-site": "cross-site" } })],
  ];
  it.each(FORMS)("moves nothing for a form with %s", async (_what, changes) => {
    const { issue, givenTaker, app, stateOf } = await given();
    const secret = await issue();
    const { browser, balance } = await givenTaker();
    const own = browser.secret() ?? "";
    const { payload = `csrf=${formTokenOf(own)}`, headers = {} } = changes(own);
    const send = (body: string, others: Record<string, string>) =>
      ask(app, {
        method: "POST",
        url: "/claim/take",
        payload: `token=${secret.token}&${body}`,
        headers: { "content-type": FORM, cookie: `${COOKIE}=${own}`, ...others },
      });
    expect((await send(payload, headers)).statusCode).toBe(403);
    expect([await stateOf(secret), await balance()]).toEqual(["open", 0n]);
    const right = await send(`csrf=${formTokenOf(own)}`, { origin: BASE_URL, "sec-fetch-site": "same-origin" });
    expect(right.json().data.html).toContain("added to your account");
  });

  it("takes a form alone, with nothing in the address", async () => {
    const { issue, givenTaker, app, stateOf } = await given();
    const secret = await issue();
    const { browser } = await givenTaker();
    const own = browser.secret() ?? "";
    const fields = { token: secret.token, csrf: formTokenOf(own) };
    const headers = { cookie: `${COOKIE}=${own}` };
    const json = { ...headers, "content-type": "application/json" };
    const address = `/claim/take?${new URLSearchParams(fields)}`;
    expect((await ask(app, { method: "POST", url: "/claim/take", headers: json, payload: fields })).statusCode).toBe(
      415,
    );
    for (const method of ["GET", "POST"] as const)
      expect((await ask(app, { method, url: address, headers })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await browser.post("/claim/take", { token: "A".repeat(201) })).statusCode).toBe(400);
    expect(await stateOf(secret)).toBe("open");
  });

  it("says so when the login has ended before the press", async () => {
    const { issue, givenTaker, take, clock, stateOf } = await given();
    const { browser } = await givenTaker();
    clock.advance(31 * 86_400_000);
    const secret = await issue();
    const { state, html } = await take(browser, secret);
    expect(state).toBe("open");
    expect(html).toContain('role="alert">Nothing was added: you are no longer logged in. Log in and press again.</p>');
    expect(html).toContain("data-keep");
    expect(await stateOf(secret)).toBe("open");
  });

  it("says to a blocked user why there is no button, and takes nothing", async () => {
    const { issue, givenTaker, take, look, stateOf } = await given();
    const secret = await issue();
    const { browser, user, balance } = await givenTaker();
    // A login that was finished while the block came.
    await database().admin.query(sql`select users.set_blocked(now(), ${user.id}, true)`);
    const { state, html } = await look(secret, browser.secret());
    expect(state).toBe("open blocked");
    expect(html).toContain("Your account here is blocked, so it cannot get this money.");
    expect(html).not.toMatch(/data-send|data-keep/);
    expect((await take(browser, secret)).html).toContain("Nothing was added: your account is blocked.");
    expect([await stateOf(secret), await balance()]).toEqual(["open", 0n]);
  });

  it("says how much more the account may hold, and leaves the voucher open", async () => {
    const { deps, issue, givenTaker, take, look, stateOf } = await given();
    const secret = await issue();
    const { browser, user, balance } = await givenTaker();
    const limit = async (sat: bigint) =>
      await setUserLimits(deps, user.id, { set: { maxBalance: sats(sat) }, byLevel: [] });
    await limit(999n);
    const refused = await take(browser, secret);
    expect(refused.html).toContain("Nothing was added: at its level your account may hold 999 sat more.");
    expect(refused.state).toBe((await look(secret, browser.secret())).state); // so the script leaves the sentence there
    expect([await stateOf(secret), await balance()]).toEqual(["open", 0n]);
    await limit(1_000n);
    expect((await take(browser, secret)).state).toBe("redeemed");
  });

  it("says that payments are paused, and leaves the voucher open", async () => {
    const { issue, givenTaker, take, stateOf } = await given();
    const secret = await issue();
    const { browser } = await givenTaker();
    const { html } = await whilePaused(database(), () => take(browser, secret));
    expect(html).toContain("Nothing was added: the service has paused payments. Try again in a minute.");
    expect(await stateOf(secret)).toBe("open");
    expect((await take(browser, secret)).state).toBe("redeemed");
  });

  it("says while sending is paused that the money is safe, and has no way then; afterwards it has them again", async () => {
    const { issue, look, givenTaker } = await given();
    const { browser } = await givenTaker();
    for (const secret of [await issue(), await issue("withdrawal")]) {
      const paused = await whilePaused(database(), () => look(secret, browser.secret()));
      expect([paused.state, paused.againMs]).toEqual(["open paused", 3_000]);
      expect(paused.html).toContain("It is safe; this page shows when it can be had again.");
      expect(paused.html).not.toMatch(/data-send=|href="lightning:|id="lnurl"/);
      const after = await look(secret, browser.secret());
      expect(after.state).not.toBe(paused.state); // so the script shows the ways
      expect(after.html).toContain('href="lightning:');
    }
  });

  it("takes a single sat, which is one", async () => {
    const { issue, givenTaker, take } = await given();
    const { browser } = await givenTaker();
    expect((await take(browser, await issue("voucher", { amount: sats(1n) }))).html).toContain(
      "<h1>1 sat added to your account</h1>",
    );
  });

  const ENDS: readonly [
    string,
    string,
    (all: Awaited<ReturnType<typeof given>>, secret: Secret) => Promise<unknown>,
  ][] = [
    ["redeemed by another", "<h1>1,000 sat already claimed</h1>", ({ redeem }, secret) => redeem(secret)],
    ["revoked", "<h1>1,000 sat taken back</h1>", ({ revoke }, secret) => revoke(secret)],
    ["expired", "<h1>1,000 sat expired</h1>", async ({ clock }) => clock.advance(61_000)],
    [
      "on its way to a Lightning wallet",
      "<h1>990 sat on the way</h1>",
      async ({ world, claim }, secret) => {
        world.node.plan = holds();
        await claim(secret);
      },
    ],
  ];
  it.each(ENDS)("shows what became of one that is %s, and takes nothing", async (_what, title, end) => {
    const all = await given();
    const { browser, balance } = await all.givenTaker();
    const secret = await all.issue("voucher", { expirySeconds: 60 });
    await end(all, secret);
    const { html } = await all.take(browser, secret);
    expect(html).toContain(title);
    expect(html).not.toContain(BUTTON);
    expect(await balance()).toBe(0n);
  });

  it("leaves a withdrawal request to wallets: no button, and a press takes nothing", async () => {
    const { issue, givenTaker, take, look, stateOf } = await given();
    const secret = await issue("withdrawal");
    const { browser, balance } = await givenTaker();
    for (const cookie of [undefined, browser.secret()])
      expect((await look(secret, cookie)).html).not.toMatch(/data-send|data-keep/);
    expect((await take(browser, secret)).html).toContain(
      "Nothing was added: only a Lightning wallet can get this money.",
    );
    expect([await stateOf(secret), await balance()]).toEqual(["open", 0n]);
  });

  it("counts unknown links on the account, from whatever network, and on the network, with whatever account", async () => {
    const { app, issue, givenTaker, clock } = await given();
    const [ann, bob] = [await givenTaker(), await givenTaker()];
    const takeFrom = async ({ browser }: typeof ann, { token }: { token: string }, remoteAddress: string) => {
      const own = browser.secret() ?? "";
      const payload = new URLSearchParams({ token, csrf: formTokenOf(own) }).toString();
      const headers = { "content-type": FORM, cookie: `${COOKIE}=${own}` };
      const answer = await ask(app, { method: "POST", url: "/claim/take", headers, payload, remoteAddress });
      return answer.json().data.state as string;
    };
    const states: string[] = [];
    for (let i = 0; i < WRONG_LINKS_OF_ACCOUNT_MAX; i += 1)
      states.push(await takeFrom(ann, unknown(), `198.51.100.${i}`));
    expect(new Set(states)).toEqual(new Set(["unknown"]));
    expect(await takeFrom(ann, unknown(), "198.51.100.77")).toBe("too_many_wrong");
    expect(await takeFrom(bob, unknown(), "198.51.100.77")).toBe("unknown");
    expect(await takeFrom(ann, await issue(), "198.51.100.77")).toBe("redeemed"); // a right link is not guessed
    clock.advance(3_600_000);
    expect(await takeFrom(ann, unknown(), "198.51.100.77")).toBe("unknown");

    const few = WRONG_LINKS_OF_ACCOUNT_MAX - 1;
    const takers = await Promise.all(Array.from({ length: WRONG_LINKS_MAX / few }, givenTaker));
    for (const taker of takers)
      for (let i = 0; i < few; i += 1) expect(await takeFrom(taker, unknown(), "203.0.113.200")).toBe("unknown");
    expect(await takeFrom(await givenTaker(), unknown(), "203.0.113.200")).toBe("too_many_wrong");
  });

  it("lets one of two users and a wallet win who want a voucher at the same moment", async () => {
    const { issue, givenTaker, take, claim, later, world, stateOf, outstanding, breaches } = await given();
    const [ann, bob] = [await givenTaker(), await givenTaker()];
    const winners = new Set<string>();
    for (let round = 0; round < 9; round += 1) {
      const secret = await issue();
      const before = [await ann.balance(), await bob.balance()];
      const sentBefore = world.node.requests.length;
      const { text: invoice } = world.invoice({ amount: MOST });
      const ways = [
        () => take(ann.browser, secret),
        () => take(bob.browser, secret),
        () => claim(secret, { invoice }).catch(({ reason }) => reason),
      ];
      // In the first rounds one is answered before the others begin, so that each wins; then all begin together.
      const early = ways[round];
      await early?.();
      await Promise.all(ways.filter((way) => way !== early).map((way) => way()));
      await later(5_000);
      const won = {
        ann: (await ann.balance()) - (before[0] ?? 0n) === 1_000_000n,
        bob: (await bob.balance()) - (before[1] ?? 0n) === 1_000_000n,
        wallet: world.node.requests.length > sentBefore,
      };
      const names = Object.entries(won).flatMap(([name, has]) => (has ? [name] : []));
      expect(names).toHaveLength(1);
      winners.add(names[0] ?? "");
      expect([await stateOf(secret), await outstanding()]).toEqual(["redeemed", 0n]);
      expect(await breaches()).toEqual([]);
    }
    expect(winners.size).toBe(3);
  });

  it("is reached by no cookie of a browser that never was here", async () => {
    const { issue, app, take, stateOf } = await given();
    const secret = await issue();
    expect((await take(browserOf(app), secret)).html).toContain("you are no longer logged in");
    expect(await stateOf(secret)).toBe("open");
  });
});
