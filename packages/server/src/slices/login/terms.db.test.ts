import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag, random } from "#slices/users/testing/users.harness.ts";
import { findUserByEmail, listAcceptedTerms } from "#users";
import { browserOf, createLoginWorld } from "./testing/login.harness.ts";

const URL = "https://shop.example/terms";
const termsAt = (version: string) => ({ ...PLAIN, name: "Shop Pay", terms: URL, termsVersion: version });
/** Of an application that asks for a login. */
const APP = `/login/${"a".repeat(43)}`;
const pathTo = (next: string) => `/terms?next=${encodeURIComponent(next)}`;

onDatabase("the terms of the service", (database) => {
  const world = () => createLoginWorld(database());
  const acceptedBy = async (email: string) => {
    const user = await findUserByEmail(database().db, email);
    return user === undefined ? [] : await listAcceptedTerms(database().db, user.id);
  };
  const versionsOf = async (email: string) => (await acceptedBy(email)).map(({ version }) => version);
  const fresh = () => `${random.uuid()}@example.com`;

  /** Sends the code that was mailed; the answer says where the login leads. */
  async function logInWith(login: ReturnType<typeof world>, browser: ReturnType<typeof browserOf>, email: string) {
    await browser.post("/login", { email, next: APP });
    return await browser.post("/login", { code: await login.codeTo(email), next: APP });
  }

  it("are accepted by who makes an account, with version and time, and by no look at the page", async () => {
    const login = world();
    const browser = browserOf(await login.app(termsAt("2026-11-01")));
    const email = fresh();
    await logInWith(login, browser, email);
    const { body } = await browser.get("/login");
    expect(body).toContain(`By going on you accept the <a href="${URL}" target="_blank"`);
    expect(body).toContain('name="terms" value="2026-11-01"');

    const made = await browser.post("/login", { gamertag: newGamertag(), terms: "2026-11-01", next: APP });

    expect(made.headers.location).toBe(APP);
    expect(await acceptedBy(email)).toEqual([{ version: "2026-11-01", acceptedAt: login.clock.now() }]);
  });

  it("are asked for at the next login after they have changed, once, before it goes on", async () => {
    const login = world();
    const email = fresh();
    const first = browserOf(await login.app(termsAt("1")));
    await logInWith(login, first, email);
    await first.post("/login", { gamertag: newGamertag(), terms: "1", next: APP });

    const app = await login.app(termsAt("2"));
    const browser = browserOf(app);
    expect((await logInWith(login, browser, email)).headers.location).toBe(pathTo(APP));
    expect((await browser.get(`/login?next=${encodeURIComponent(APP)}`)).headers.location).toBe(pathTo(APP));
    const page = await browser.get(pathTo(APP));
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining("The terms have changed")]);
    expect(page.body).toContain("Shop Pay");
    expect(await versionsOf(email)).toEqual(["1"]);
    const old = await browser.post("/terms", { next: APP, terms: "1" });
    expect([old.statusCode, old.body]).toEqual([200, expect.stringContaining("The terms have changed")]);
    expect((await browser.post("/terms", { next: APP })).statusCode).toBe(200);
    expect(await versionsOf(email)).toEqual(["1"]);

    login.clock.advance(1_000);
    expect((await browser.post("/terms", { next: APP, terms: "2" })).headers.location).toBe(APP);

    expect(await versionsOf(email)).toEqual(["2", "1"]);
    const later = browserOf(app);
    expect((await logInWith(login, later, email)).headers.location).toBe(APP);
    expect((await later.get(pathTo(APP))).headers.location).toBe(APP);
    expect((await first.get("/account")).statusCode).toBe(200); // money is never kept back for them
  });

  it("are asked for by their name of a user who was there before them, and of nobody else", async () => {
    const login = world();
    const app = await login.app(termsAt("1"));
    const [one, other] = [await givenUser(database()), await givenUser(database())];
    const browser = browserOf(app);
    await logInWith(login, browser, one.email);
    const { body } = await browser.get(pathTo("/account"));
    expect(body).toContain("<h1>Terms of the service</h1>");
    const stranger = browserOf(app);
    expect((await stranger.post("/terms", { next: APP, terms: "1" })).headers.location).toMatch(/^\/login\?next=/);
    await browser.post("/terms", { next: APP, terms: "1" });
    expect([await versionsOf(one.email), await versionsOf(other.email)]).toEqual([["1"], []]);
    expect((await browser.post("/terms", { next: "https://elsewhere.example", terms: "1" })).headers.location).toBe(
      "/account",
    );
  });

  it("are written once when two logins of a user accept them at the same time", async () => {
    const login = world();
    const app = await login.app(termsAt("1"));
    const { email } = await givenUser(database());
    const browsers = [browserOf(app), browserOf(app)];
    for (const browser of browsers) await logInWith(login, browser, email);
    const forms = browsers.flatMap((browser) => [browser, browser]);

    const answers = await Promise.all(forms.map((browser) => browser.post("/terms", { next: APP, terms: "1" })));

    expect(answers.map(({ headers }) => headers.location)).toEqual([APP, APP, APP, APP]);
    expect(await versionsOf(email)).toEqual(["1"]);
  });

  it("are nowhere as long as the operator has set none, or no version of them", async () => {
    for (const branding of [PLAIN, { ...PLAIN, terms: URL }]) {
      const login = world();
      const browser = browserOf(await login.app(branding));
      const email = fresh();
      await logInWith(login, browser, email);
      expect((await browser.get("/login")).body).not.toContain('name="terms"');
      const made = await browser.post("/login", { gamertag: newGamertag(), terms: "1", next: APP });
      expect(made.headers.location).toBe(APP);
      expect((await browser.get(pathTo(APP))).headers.location).toBe(APP);
      expect(await acceptedBy(email)).toEqual([]);
    }
  });

  it("are read in the language of the browser", async () => {
    const login = world();
    const browser = browserOf(await login.app(termsAt("1")), { languages: "de" });
    const { email } = await givenUser(database());
    await logInWith(login, browser, email);
    expect((await browser.get(pathTo(APP))).body).toContain("Annehmen und weiter");
  });
});
