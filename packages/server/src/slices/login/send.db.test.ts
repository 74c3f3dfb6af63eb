import { describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { walletOfUser } from "#service/wallet-of-user.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";
import { setUserLimits, type User } from "#users";
import { type Browser, browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";

const MINUTE_MS = 60_000;
const SEND = "/account/send";

onDatabase("the money of an account", (database) => {
  async function given(funds: Msats = sats(10_000n)) {
    const driving = await givenDriving(database());
    const { world: lightning } = driving;
    const login = createLoginWorld(database(), { wallet: walletOfUser(database(), lightning.pay, 1_000) });
    const app = await login.app({ ...PLAIN, support: { text: "help@shop.example", href: "mailto:help@shop.example" } });
    const user = await givenUser(database());
    const caller = await givenPayer(database(), user, funds);
    const loggedIn = async ({ email }: User) => {
      const browser = browserOf(app);
      await logIn(login, browser, { email });
      return browser;
    };
    const balance = () => lightning.balance(caller);
    return { ...driving, lightning, login, user, caller, balance, loggedIn, browser: await loggedIn(user) };
  }

  /** The fields of the form that asks whether to send. */
  async function quote(browser: Browser, recipient: string) {
    const { body, statusCode } = await browser.post(SEND, { decision: "quote", recipient });
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
    const [amount, token, most] = [field("amount"), field("token"), field("most")];
    const form = { decision: "send", recipient, amount, token, most };
    return { body, statusCode, form };
  }
  const paymentsOf = async ({ walletId }: User) =>
    await database().admin.query<{ state: string; amount: bigint }>(sql`
      select state, amount_msats as amount from payments.payment where wallet_id = ${walletId}`);

  it("is shown with what came and went", async () => {
    const { browser, lightning } = await given(msats(1_234_500n));
    const { form } = await quote(browser, lightning.recipient("me"));
    await browser.post(SEND, form);

    const { body } = await browser.get("/account");

    expect(body).toContain("Your money");
    expect(body).toMatch(/<p>Sent to me@example\.com<\/p>[\s\S]*?−1,2\d\d(\.\d+)? sat/);
    const { browser: another } = await given(msats(0n));
    expect((await another.get("/account")).body).toContain("Nothing has come yet");
  });

  it("goes to a recipient, all of it but the fee, once however often the form is sent", async () => {
    const { browser, lightning, user, balance } = await given();
    const { body, form } = await quote(browser, lightning.recipient("me"));
    expect(body).toContain("<h1>Send 9,900 sat?</h1>");

    const sent = await browser.post(SEND, form);
    const again = await Promise.all([browser.post(SEND, form), browser.post(SEND, form)]);

    expect(sent.body).toContain("9,900 sat were sent to me@example.com.");
    for (const { statusCode, body } of again) expect([statusCode, body.includes("were sent")]).toEqual([200, true]);
    expect(await paymentsOf(user)).toEqual([{ state: "completed", amount: 9_900_000n }]);
    expect(await balance()).toBeLessThan(100_000n);
    expect(lightning.node.requests).toHaveLength(1);
  });

  it("is filled in by a link, which sends nothing and is shown as text, also after the login that it asks for", async () => {
    const { browser, lightning, login, user } = await given();
    const recipient = lightning.recipient("me");
    const link = `${SEND}?to=${encodeURIComponent(recipient)}`;
    const field = (body: string) => /<input id="recipient" name="recipient" value="([^"]*)"/.exec(body)?.[1];
    expect(field((await browser.get(link)).body)).toBe(recipient);
    const script = `"><script>alert(1)</script>`;
    const escaped = (await browser.get(`${SEND}?to=${encodeURIComponent(script)}`)).body;
    expect(escaped).not.toContain("<script>alert");
    expect(field(escaped)).toContain("&#60;script&#62;");
    expect(field((await browser.get(`${SEND}?to=${"a".repeat(2_001)}`)).body)).toBe("");
    expect(field((await browser.get(`${SEND}?to=a&to=b`)).body)).toBe("");
    expect(await paymentsOf(user)).toEqual([]);

    const stranger = browserOf(await login.app());
    const { statusCode, headers } = await stranger.get(link);
    const { pathname, searchParams } = new URL(String(headers["location"]), "https://leyden.example");
    expect([statusCode, pathname, searchParams.get("next")]).toEqual([303, "/login", link]);
    await logIn(login, stranger, { email: user.email, next: link });
    expect(field((await stranger.get(link)).body)).toBe(recipient);
    const long = await browserOf(await login.app()).get(`${SEND}?to=${"%40".repeat(1_000)}`);
    expect(String(long.headers["location"])).toMatch(/^\/login\?next=%2Faccount%2Fsend&/);
  });

  it("goes out once when two forms race", async () => {
    const { browser, lightning, user } = await given();
    const recipient = lightning.recipient("me");
    const forms = [await quote(browser, recipient), await quote(browser, recipient)];
    const answers = await Promise.all(forms.map(({ form }) => browser.post(SEND, form)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(answers.map(({ body }) => body).join()).toContain("Your balance has changed");
    expect(await paymentsOf(user)).toHaveLength(1);
  });

  it("says what is on its way, and what came back", async () => {
    const { browser, lightning, balance, user } = await given();
    const { form } = await quote(browser, lightning.recipient("me", { maxSendable: 1_000 }));
    const { body } = await browser.post(SEND, form);
    expect(body).toContain("Nothing was sent. The recipient does not take this amount.");
    expect(body).toContain(`name="recipient" value="${form.recipient}"`);
    expect(await balance()).toBe(10_000_000n);
    lightning.node.plan = holds();
    const held = await quote(browser, lightning.recipient("slow"));
    expect((await browser.post(SEND, held.form)).body).toContain("on their way to slow@example.com");
    expect(await paymentsOf(user)).toHaveLength(2);
  });

  it("goes no further than the user's limits, and says so", async () => {
    const { browser, lightning, user, caller } = await given();
    await setUserLimits(lightning.drive, user.id, { set: { daily: sats(1_000n) }, byLevel: [] });
    const { form, body } = await quote(browser, lightning.recipient("me"));
    expect(body).toContain("<h1>Send 990 sat?</h1>");
    const tooMuch = await browser.post(SEND, { ...form, amount: "2000000" });
    expect(tooMuch.body).toContain("This is more than the spending limits of your account leave now");
    expect(tooMuch.statusCode).toBe(400);
    expect((await browser.post(SEND, form)).body).toContain("990 sat were sent");
    expect(await lightning.balance(caller)).toBeGreaterThan(8_900_000n);
    expect((await browser.get("/account")).body).toContain("of it can be sent now");
  });

  it("says beside the field what is wrong with a recipient", async () => {
    const { browser, user } = await given();
    for (const recipient of ["", "me", "lnbcrt1nonsense"]) {
      const { statusCode, body } = await quote(browser, recipient);
      expect(statusCode).toBe(400);
      expect(body).toMatch(/id="recipient-wrong" role="alert">\w/);
    }
    const { form } = await quote(browser, "me@example.com");
    for (const wrong of [{ token: "" }, { token: "1" }, { amount: "0" }, { amount: "-5" }, { recipient: "" }])
      expect((await browser.post(SEND, { ...form, ...wrong })).statusCode).toBe(400);
    expect(await paymentsOf(user)).toEqual([]);
  });

  describe("while sending is paused", () => {
    it("says so before anybody types, and lets nothing be sent", async () => {
      const { browser } = await given();
      expect((await browser.get(SEND)).body).not.toContain("Sending is paused");
      expect((await browser.get("/account")).body).not.toContain("Sending is paused");
      await whilePaused(database(), async () => {
        expect((await browser.get("/account")).body).toMatch(/Sending is paused[\s\S]*Your money is safe/);
        const { body, statusCode } = await browser.get(SEND);
        expect([statusCode, body]).toEqual([200, expect.stringContaining("Your money is safe in your account.")]);
        expect(body).toMatch(/<button name="decision" value="quote" disabled>/);
        expect(body).toContain('Questions: <a href="mailto:help@shop.example">help@shop.example</a>');
        await browser.post("/language", { language: "de" });
        expect((await browser.get(SEND)).body).toContain("Senden ist angehalten");
      });
      expect((await browser.get(SEND)).body).toMatch(/<button name="decision" value="quote">/);
    });

    it("keeps what was typed, and the form that was to be sent, which is taken afterwards", async () => {
      const { browser, lightning, user, balance } = await given();
      const recipient = lightning.recipient("me");
      const { form } = await quote(browser, recipient);
      await whilePaused(database(), async () => {
        const typed = await quote(browser, recipient);
        expect(typed.statusCode).toBe(503);
        expect(typed.body).toContain(`name="recipient" value="${recipient}"`);
        expect(typed.body).toContain("Sending is paused");

        const sent = await browser.post(SEND, form);
        expect([sent.statusCode, sent.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
        expect(sent.body).toContain("<h1>Send 9,900 sat?</h1>");
        for (const name of ["recipient", "amount", "token"] as const)
          expect(sent.body).toContain(`name="${name}" value="${form[name]}"`);
        expect(sent.body).toContain("at most 99 sat");
        expect(sent.body).toContain("Sending is paused");
        expect([await paymentsOf(user), await balance()]).toEqual([[], 10_000_000n]);
      });

      expect((await browser.post(SEND, form)).body).toContain("9,900 sat were sent");
      expect(await paymentsOf(user)).toHaveLength(1);
    });
  });

  it("moves after a fresh login alone, with the form's own token, and for its owner", async () => {
    const { browser, lightning, login, loggedIn, user, balance } = await given();
    const { form } = await quote(browser, lightning.recipient("me"));
    login.clock.advance(11 * MINUTE_MS);
    expect((await browser.get(SEND)).headers.location).toMatch(/^\/login\?next=%2Faccount%2Fsend&since=\d{13}$/);
    const withRecipient = /^\/login\?next=%2Faccount%2Fsend%3Fto%3Dme%2540example.com&since=\d{13}$/;
    expect((await browser.post(SEND, form)).headers.location).toMatch(withRecipient);
    expect((await browserOf(await login.app()).post(SEND, form)).statusCode).toBeGreaterThanOrEqual(303);

    const other = await loggedIn(await givenUser(database()));
    expect((await other.post(SEND, form)).statusCode).toBe(400); // pays from the own wallet, which is empty
    const again = await loggedIn(user);
    expect((await again.post(SEND, { ...form, csrf: "of another" })).statusCode).toBe(403);
    expect([await paymentsOf(user), await balance()]).toEqual([[], 10_000_000n]);
  });
});
