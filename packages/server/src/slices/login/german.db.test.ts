import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { walletOfUser } from "#service/wallet-of-user.ts";
import { APPS_PAGE } from "#slices/oauth/pages.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";
import { LANGUAGES, ownNameOf, TEXTS } from "#texts/language.ts";
import type { Message } from "#texts/message.ts";
import { setUserLimits } from "#users";
import { type Browser, browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";
import { createWaysIn, SECURITY } from "./testing/ways-in.harness.ts";
import { ACCOUNT_PAGES } from "./wire.ts";

const textsOf = (message: Message) => (typeof message === "string" ? [message] : [message.one, message.other]);
/** Texts that German writes as English does, such as "Code". */
const SAME = Object.entries<Message>(TEXTS.de)
  .flatMap(([key, message]) =>
    textsOf(message).filter((text) => textsOf(TEXTS.en[key as keyof typeof TEXTS.en]).includes(text)),
  )
  .concat(LANGUAGES.map(ownNameOf), "Leyden");

/** What a person reads or hears of a page, without numbers and names. */
function wordsOf(body: string, names: readonly string[]): readonly string[] {
  const attributes = [
    ...body.matchAll(/ (?:aria-label|data-exists|data-unused|data-failed|data-none|alt|title)="([^"]*)"/g),
  ];
  const pieces = [
    ...body
      .replaceAll(/<(style|script|svg|pre|bdi)\b[\s\S]*?<\/\1>/g, "\n")
      .replaceAll(/<[^>]*>/g, "\n")
      .split("\n"),
    ...attributes.map(([, text = ""]) => text),
  ];
  return pieces
    .map((piece) => names.reduce((text, name) => text.replaceAll(name, ""), piece).trim())
    .filter((text) => /\p{L}{2}/u.test(text) && !SAME.includes(text));
}

onDatabase("the account in German", (database) => {
  async function given() {
    const { world: lightning } = await givenDriving(database());
    const world = createLoginWorld(database(), {
      wallet: walletOfUser(database(), lightning.pay, 1_000),
      usesDashboard: async () => true,
      accountNav: [...Object.values(ACCOUNT_PAGES), APPS_PAGE],
    });
    const app = await world.app();
    const user = await givenUser(database(), { emailIsVerified: true });
    await givenPayer(database(), user, sats(10_000n));
    await setUserLimits(lightning.drive, user.id, { set: { daily: sats(9_000n) }, byLevel: [] });
    const browser = browserOf(app, { languages: "de" });
    const other = browserOf(app, { languages: "de", userAgent: "" });
    await logIn(world, other, { email: user.email });
    await logIn(world, browser, { email: user.email });
    const names = [
      ...[user.gamertag, user.gamertag.toLowerCase(), user.email, "me@example.com"],
      ...["leyden.example", "sat", "UTC"],
    ];
    /** The same in German and in English: no words of the two are the same. */
    async function expectGerman(what: string, show: (browser: Browser) => Promise<{ readonly body: string }>) {
      const words: string[][] = [];
      for (const language of ["de", "en"]) {
        await browser.post("/language", { language, back: "/account" });
        const { body } = await show(browser);
        expect(body, what).toContain(`<html lang="${language}">`);
        words.push([...wordsOf(body, names)]);
      }
      const [inGerman = [], inEnglish = []] = words;
      expect(inGerman.length, what).toBeGreaterThan(4);
      expect(
        inGerman.filter((text) => inEnglish.includes(text)),
        what,
      ).toEqual([]);
      await browser.post("/language", { language: "de", back: "/account" });
    }
    return { world, app, user, browser, other, lightning, expectGerman, ways: createWaysIn(world, app) };
  }

  it("has no words of English on any of its pages", async () => {
    const { browser, expectGerman, ways } = await given();
    const pages = ["", "/send", "/email", "/close", "/sessions", "/security"].map((path) => `/account${path}`);
    const adding = ["passkey", "app", "password", "wallet"].map((path) => `${SECURITY}/${path}`);
    for (const path of [...pages, ...adding]) await expectGerman(path, (one) => one.get(path));
    await ways.addPasskey(browser, "K1");
    await ways.addWallet(browser, { name: "W1" });
    await browser.post(`${SECURITY}/password`, { password: "correct horse battery" });
    await ways.setUpApp(browser);
    for (const path of [SECURITY, "/account/sessions", `${SECURITY}/app`, `${SECURITY}/password`, `${SECURITY}/codes`])
      await expectGerman(`${path}, with all ways`, (one) => one.get(path));
    await expectGerman("new codes", (one) => one.post(`${SECURITY}/codes`, {}));
  });

  it("says in German what was done", async () => {
    const { lightning, expectGerman, ways } = await given();
    const recipient = lightning.recipient("me");
    const field = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
    const asked = (one: Browser) => one.post("/account/send", { decision: "quote", recipient });
    await expectGerman("confirm", asked);
    await expectGerman("sent", async (one) => {
      const { body } = await asked(one);
      const form = { amount: field(body, "amount"), token: field(body, "token") };
      return await one.post("/account/send", { decision: "send", recipient, ...form });
    });
    await expectGerman("movements", (one) => one.get("/account"));
    await expectGerman("profile", (one) => one.post("/account", { decision: "profile", publicBio: "" }));
    await expectGerman("others", (one) => one.post("/account/sessions", { decision: "revoke_others" }));
    await expectGerman("passkey", async (one) => (await ways.addPasskey(one, "K1")).answer);
    await expectGerman("password", (one) => one.post(`${SECURITY}/password`, { password: "correct horse battery" }));
    await expectGerman("wallet", async (one) => (await ways.addWallet(one, { name: "W1" })).answer);
    await expectGerman("code to a new address", (one) => one.post("/account/email", { email: "new@example.com" }));
    await expectGerman("wrong code", (one) => one.post("/account/email", { code: "0000 0000" }));
    await expectGerman("given up", (one) => one.post("/account/email", { decision: "restart" }));
  });

  const WRONG: readonly [string, Readonly<Record<string, string>>][] = [
    ["/account", { gamertag: "x" }],
    ["/account", { gamertag: "ä b c" }],
    ["/account", { gamertag: "admin" }],
    ["/account", { decision: "profile", publicBio: "x".repeat(301) }],
    ["/account", { decision: "profile", publicBio: "a\u0007b" }],
    ["/account", { decision: "profile", image: "ftp://x" }],
    ["/account", { decision: "profile", website: "ftp://x" }],
    ["/account", { decision: "profile", twitter: "a b" }],
    ["/account/email", { email: "x" }],
    ["/account/close", { gamertag: "x" }],
    ["/account/sessions", { decision: "revoke", session: "x" }],
    ["/account/sessions", { decision: "forget", browser: "x" }],
    [SECURITY, { kind: "password" }],
    [`${SECURITY}/password`, { password: "short" }],
    [`${SECURITY}/password`, { password: "1234567890" }],
    [`${SECURITY}/passkey`, { name: "x", answer: "{}" }],
    [`${SECURITY}/passkey`, { name: "", answer: "{}" }],
    [`${SECURITY}/app`, { code: "000000" }],
    [`${SECURITY}/codes`, {}],
    [`${SECURITY}/wallet`, { name: "x" }],
    ["/account/send", { decision: "quote", recipient: "" }],
    ["/account/send", { decision: "quote", recipient: "me" }],
    ["/account/send", { decision: "quote", recipient: "lnbcrt1nonsense" }],
    ["/account/send", { decision: "send", recipient: "me@example.com", token: "", amount: "1000" }],
    ["/account/send", { decision: "send", recipient: "me@example.com", token: crypto.randomUUID(), amount: "x" }],
    ["/account", { csrf: "of another" }],
  ];

  it("says in German what is wrong", async () => {
    const { expectGerman } = await given();
    for (const [path, fields] of WRONG)
      await expectGerman(`${path} ${JSON.stringify(fields)}`, (one) => one.post(path, fields));
    await expectGerman("too long", (one) => one.post("/account", { publicBio: "x".repeat(2_001) }));
  });

  it.each(LANGUAGES)("writes mails about a change in the language that is kept: %s", async (language) => {
    const { browser, user } = await given();
    await browser.post("/language", { language, back: "/account" });
    await browser.post(`${SECURITY}/password`, { password: "correct horse battery" });
    const [mail] = await database().admin.query<{ subject: string; body_text: string; body_html: string }>(sql`
      select subject, body_text, body_html from mails.mail where recipient = ${user.email} order by id desc limit 1`);
    expect(mail?.subject).toBe(TEXTS[language].notice_login_subject);
    for (const part of [mail?.body_text, mail?.body_html]) expect(part).toContain(TEXTS[language].notice_password_set);
    expect(mail?.body_html).toContain(`<html lang="${language}">`);
  });

  it("writes to the address that an account had in the language that is kept", async () => {
    const { browser, user, world } = await given();
    const email = `new-${user.email}`;
    await browser.post("/account/email", { email });
    expect((await browser.post("/account/email", { code: await world.codeTo(email) })).body).toContain(
      `Deine Adresse ist jetzt ${email}. Du bist überall sonst abgemeldet`,
    );
    const [mail] = await database().admin.query<{ subject: string; body_text: string }>(sql`
      select subject, body_text from mails.mail where recipient = ${user.email} order by id desc limit 1`);
    expect(mail?.subject).toBe(TEXTS.de.notice_email_subject);
    expect(mail?.body_text).toContain("hat seit dem ");
  });
});
