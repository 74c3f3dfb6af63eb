import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Browser, Page } from "../testing/browser.harness.ts";
import { formIn } from "../testing/browser.harness.ts";
import { askToken, authorizeUrl, CALLBACK, codeIn, pkce } from "../testing/oauth.harness.ts";
import { sendRaw } from "../testing/raw.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const COOKIE = "leyden";
const ownSession = (browser: Browser) => browser.cookies().find(({ name }) => name === COOKIE)?.value;
const errorIn = ({ url }: Page) => new URL(url).searchParams.get("error");

/** Cure 12, and what a browser's cookies and forms are worth. On the pages of the service itself. */
onDatabase("an attacker at somebody's browser", (database) => {
  const url = (service: Service, asked = {}) => authorizeUrl(service, pkce().challenge, asked);

  async function loggedIn(asked = {}) {
    const service = await givenService(database());
    const browser = service.browser();
    const end = await logInBy(service, browser, url(service, asked), service.alice);
    expect(codeIn(end)).not.toBe("");
    return { service, browser };
  }

  it("gets no consent by a form without the page's token, with another browser's, from another site, or by GET", async () => {
    const { service, browser } = await loggedIn();
    const page = await browser.open(url(service, { prompt: "consent" }));
    const { action, hidden } = formIn(page, "consent");
    const stranger = service.browser();
    const theirs = formIn(await stranger.open(`${service.baseUrl}/login`), "login").hidden;
    const cookie = browser.cookies().map(({ name, value }) => `${name}=${value}`);
    const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      sendRaw(service, {
        method: "POST",
        target: action,
        headers: { "content-type": FORM, cookie: cookie.join("; "), ...headers },
        body: new URLSearchParams({ decision: "allow", ...fields }).toString(),
      });
    const forged = [
      await post({}),
      await post({ csrf: "" }),
      await post({ csrf: theirs["csrf"] ?? "" }),
      await post({ csrf: hidden["csrf"] ?? "" }, { origin: "https://evil.example" }),
      await post({ csrf: hidden["csrf"] ?? "" }, { origin: "null" }),
      await post({ csrf: hidden["csrf"] ?? "" }, { "sec-fetch-site": "cross-site" }),
      await post({ csrf: hidden["csrf"] ?? "" }, { cookie: "" }),
      await post({ csrf: hidden["csrf"] ?? "" }, { "content-type": "text/plain" }),
      await sendRaw(service, {
        target: `${action}?${new URLSearchParams({ ...hidden, decision: "allow" })}`,
        headers: { cookie: cookie.join("; ") },
      }),
    ];
    for (const { status, headers } of forged) {
      expect([200, 400, 403, 415]).toContain(status);
      expect(headers.location).toBeUndefined();
    }
    expect(codeIn(await browser.submit(page, "consent", { decision: "allow" }))).not.toBe("");
  });

  it("gets nothing from a consent page that waits for another browser", async () => {
    const { service, browser } = await loggedIn();
    const page = await browser.open(url(service, { prompt: "consent" }));
    const bob = service.browser();
    await logInBy(service, bob, url(service), service.bob);
    expect((await bob.open(page.url)).status).toBe(400);
    const { action } = formIn(page, "consent");
    const bobs = await bob.open(url(service, { prompt: "consent" }));
    const { hidden } = formIn(bobs, "consent");
    const cookie = bob.cookies().map(({ name, value }) => `${name}=${value}`);
    const crossed = await sendRaw(service, {
      method: "POST",
      target: action,
      headers: { "content-type": FORM, cookie: cookie.join("; ") },
      body: new URLSearchParams({ ...hidden, decision: "allow" }).toString(),
    });
    expect([crossed.status, crossed.headers.location]).toEqual([400, undefined]);
  });

  it("gets no consent of a user whose login is not there any more, from the page that asked for it", async () => {
    const { service, browser } = await loggedIn({ scope: "user" });
    const page = await browser.open(url(service, { scope: "user wallet" }));
    const bob = service.browser();
    await logInBy(service, bob, url(service, { scope: "user" }), service.bob);
    const { hidden } = formIn(await bob.open(url(service, { prompt: "consent" })), "consent");
    browser.take(bob.cookies().filter(({ name }) => name === COOKIE));
    const end = await browser.submit(page, "consent", { csrf: hidden["csrf"] ?? "", decision: "allow" });
    expect(codeIn(end)).toBe("");
    expect(end.html).toContain(service.bob.gamertag); // who is asked now
    const allowed = await database().admin.query<{ readonly scopes: readonly string[] }>(sql`
      select scopes from oauth.consent where user_id = ${service.alice.id}`);
    expect(allowed).toEqual([{ scopes: ["user"] }]);
  });

  it("finds a consent pressed twice to give one code, and the answer of it once", async () => {
    const { service, browser } = await loggedIn();
    const page = await browser.open(url(service, { prompt: "consent" }));
    const twin = browser.copy();
    const ends = await Promise.all([
      browser.submit(page, "consent", { decision: "allow" }),
      twin.submit(page, "consent", { decision: "allow" }),
    ]);
    expect(ends.filter((end) => codeIn(end) !== "").length).toBeGreaterThanOrEqual(1);
    const late = await browser.submit(page, "consent", { decision: "allow" });
    expect([late.status, codeIn(late)]).toEqual([400, ""]);
    const changed = await twin.submit(page, "consent", { decision: "deny" });
    expect([changed.status, codeIn(changed)]).toEqual([400, ""]);
  });

  it("answers the application when the user refuses, and asks again the next time", async () => {
    const service = await givenService(database());
    const browser = service.browser();
    const end = await logInBy(service, browser, url(service), { ...service.alice, decision: "deny" });
    expect([end.url.startsWith(CALLBACK), errorIn(end), codeIn(end)]).toEqual([true, "access_denied", ""]);
    expect((await browser.open(url(service))).html).toContain('id="consent"');
  });

  it("gains nothing by cookies that it planted before the login", async () => {
    const service = await givenService(database());
    const attacker = service.browser();
    await attacker.open(url(service));
    const victim = attacker.copy();
    const end = await logInBy(service, victim, url(service), service.alice);
    expect(codeIn(end)).not.toBe("");
    expect(ownSession(victim)).not.toBe(ownSession(attacker));
    for (const asked of [{}, { prompt: "none" }]) {
      const page = await attacker.open(url(service, asked));
      expect(codeIn(page)).toBe("");
      expect(page.html).not.toContain(service.alice.gamertag);
    }
  });

  it("gains nothing by a copy of the cookies once the user has logged out: here, or through an application", async () => {
    for (const way of ["here", "application"]) {
      const { service, browser } = await loggedIn();
      const copy = browser.copy();
      expect(codeIn(await copy.copy().open(url(service, { prompt: "none" })))).not.toBe("");
      if (way === "here") {
        const account = await browser.open(`${service.baseUrl}/account`);
        const csrf = /name="csrf" value="([^"]*)"/.exec(account.html)?.[1] ?? "";
        const cookie = browser.cookies().map(({ name, value }) => `${name}=${value}`);
        await sendRaw(service, {
          method: "POST",
          target: "/logout",
          body: new URLSearchParams({ csrf }).toString(),
          headers: { "content-type": FORM, cookie: cookie.join("; ") },
        });
      } else {
        const page = await browser.open(`${service.baseUrl}/v1/oauth2/logout`);
        await browser.submit(page, "op.logoutForm", { logout: "yes" });
      }
      for (const old of [copy, browser]) {
        expect(errorIn(await old.open(url(service, { prompt: "none" }))), way).toBe("login_required");
        expect((await old.open(`${service.baseUrl}/account`)).url).toContain("/login?");
      }
    }
  });

  it.each(["an application", "another account"])(
    "is not known by a copy of the cookie after a logout for %s, and the browser still is",
    async (way) => {
      const { service, browser } = await loggedIn();
      const old = ownSession(browser) ?? "";
      const isKnown = async (secret = "") =>
        (
          await database().admin.query(sql`
          select from login.known_browser where secret_hash = ${createHash("sha256").update(secret).digest()}`)
        ).length === 1;
      expect(await isKnown(old)).toBe(true);
      if (way === "an application")
        await browser.submit(await browser.open(`${service.baseUrl}/v1/oauth2/logout`), "op.logoutForm", {
          logout: "yes",
        });
      else
        await browser.submit(await browser.open(url(service, { prompt: "consent" })), "consent", {
          decision: "switch",
        });
      expect([await isKnown(old), await isKnown(ownSession(browser))]).toEqual([false, true]);
      expect((await browser.open(`${service.baseUrl}/account`)).url).toContain("/login?");
    },
  );

  it("cannot use the library's cookie with another user's login", async () => {
    const { service, browser } = await loggedIn();
    const bob = service.browser();
    await logInBy(service, bob, url(service), service.bob);
    const mixed = service.browser();
    mixed.take(browser.cookies().filter(({ name }) => name !== COOKIE));
    mixed.take(bob.cookies().filter(({ name }) => name === COOKIE));
    expect(errorIn(await mixed.open(url(service, { prompt: "none" })))).toBe("login_required");
    const page = await mixed.open(url(service, { prompt: "consent" }));
    expect(page.html).toContain(service.bob.gamertag);
    expect(page.html).not.toContain(service.alice.gamertag);
  });

  it.each(["leyden_oauth", "leyden_oauth.sig"])("cannot change the cookie %s", async (name) => {
    const { service, browser } = await loggedIn();
    const forged = browser.copy();
    forged.take(
      browser
        .cookies()
        .filter((cookie) => cookie.name === name)
        .map((cookie) => ({ ...cookie, value: "x".repeat(43) })),
    );
    expect(errorIn(await forged.open(url(service, { prompt: "none" })))).toBe("login_required");
  });

  it("cannot log in a user who is blocked or gone, whose browsers are still logged in", async () => {
    const { service, browser } = await loggedIn();
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${service.alice.id}`);
    expect(codeIn(await browser.copy().open(url(service, { prompt: "none" })))).toBe("");
    expect(codeIn(await browser.open(url(service)))).toBe("");
  });

  it("is asked by `prompt=none` for nothing, and answered by an error where something would be asked", async () => {
    const service = await givenService(database());
    const browser = service.browser();
    expect(errorIn(await browser.open(url(service, { prompt: "none" })))).toBe("login_required");
    const end = await logInBy(service, browser, url(service, { scope: "user" }), service.alice);
    expect(codeIn(end)).not.toBe("");
    expect(codeIn(await browser.open(url(service, { prompt: "none", scope: "user" })))).not.toBe("");
    expect(errorIn(await browser.open(url(service, { prompt: "none", scope: "user wallet" })))).toBe(
      "consent_required",
    );
    expect(errorIn(await browser.open(url(service, { prompt: "none", scope: "openid user", max_age: "0" })))).toBe(
      "login_required",
    );
  });

  it.each([{ prompt: "login" }, { max_age: "0" }])(
    "finds the user asked to log in again for %j, however young the login is",
    async (asked) => {
      const { service, browser } = await loggedIn({ scope: "openid" });
      await database().admin.query(sql`
        update login.session set authenticated_at = authenticated_at - interval '3 seconds'
         where user_id = ${service.alice.id}`);
      const before = ownSession(browser);
      const page = await browser.open(url(service, { scope: "openid", ...asked }));
      expect([page.status, page.html.includes('<form id="login"')], page.url).toEqual([200, true]);
      const end = await logInBy(service, browser, page.url, service.alice);
      expect(codeIn(end)).not.toBe("");
      expect(ownSession(browser)).not.toBe(before);
    },
  );

  it("asks again by `max_age` when the login is older, and not when it is younger", async () => {
    const { service, browser } = await loggedIn({ scope: "openid" });
    expect(codeIn(await browser.open(url(service, { scope: "openid", max_age: "3600" })))).not.toBe("");
    await database().admin.query(sql`
      update oauth.artifact
         set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::int - 7200)
       where model = 'Session'
         and user_id = ${service.alice.id}`);
    await database().admin.query(sql`
      update login.session set authenticated_at = authenticated_at - interval '2 hours'
       where user_id = ${service.alice.id}`);
    const page = await browser.open(url(service, { scope: "openid", max_age: "3600" }));
    expect(page.html).toContain('<form id="login"');
    expect(codeIn(await logInBy(service, browser, page.url, service.alice))).not.toBe("");
  });

  it("leads the browser nowhere else", async () => {
    const { service, browser } = await loggedIn();
    const elsewhere = "https://evil.example/";
    const logout = `${service.baseUrl}/v1/oauth2/logout`;
    for (const parameters of [
      { post_logout_redirect_uri: elsewhere },
      { post_logout_redirect_uri: CALLBACK },
      { post_logout_redirect_uri: elsewhere, client_id: service.clientId },
      { post_logout_redirect_uri: `${CALLBACK}/`, client_id: service.clientId },
      { post_logout_redirect_uri: "javascript:alert(1)", client_id: service.clientId },
      { post_logout_redirect_uri: elsewhere, id_token_hint: "eyJhbGciOiJub25lIn0.e30." },
    ]) {
      const page = await browser.open(`${logout}?${new URLSearchParams(parameters)}`);
      expect(page.html).not.toContain("evil.example");
      if (page.status !== 200) continue;
      const end = await browser.copy().submit(page, "op.logoutForm", {});
      expect(end.url.startsWith(`${logout}/success`), end.url).toBe(true);
    }
    for (const next of [elsewhere, "//evil.example", "/\\evil.example", "/v1/oauth2/authorize?x"]) {
      const page = await browser.open(`${service.baseUrl}/login?next=${encodeURIComponent(next)}`);
      expect(page.url).toBe(`${service.baseUrl}/account`);
    }
  });

  it("cannot log a user out by a link or a form of another site", async () => {
    const { service, browser } = await loggedIn();
    await browser.open(`${service.baseUrl}/v1/oauth2/logout?logout=yes`);
    const cookie = browser.cookies().map(({ name, value }) => `${name}=${value}`);
    for (const xsrf of ["", "x", "x".repeat(48)])
      await sendRaw(service, {
        method: "POST",
        target: "/v1/oauth2/logout/confirm",
        headers: { "content-type": FORM, cookie: cookie.join("; ") },
        body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
      });
    expect(codeIn(await browser.open(url(service, { prompt: "none" })))).not.toBe("");
    expect((await browser.open(`${service.baseUrl}/account`)).url).toBe(`${service.baseUrl}/account`);
  });

  it("shows in the account that a token was used twice", async () => {
    const service = await givenService(database());
    const login = pkce();
    const browser = service.browser();
    const end = await logInBy(service, browser, authorizeUrl(service, login.challenge), service.alice);
    const exchange = {
      client_id: service.clientId,
      client_secret: service.clientSecret,
      grant_type: "authorization_code",
      code: codeIn(end),
      code_verifier: login.verifier,
      redirect_uri: CALLBACK,
    };
    expect([(await askToken(service, exchange)).status, (await askToken(service, exchange)).status]).toEqual([
      200, 400,
    ]);
    const page = await browser.open(`${service.baseUrl}/account/sessions`);
    expect(page.html).toContain("The access of an app was ended: <bdi>Example shop</bdi>");
  });

  it("has a login end with the account that asks for it: `use another account`", async () => {
    const { service, browser } = await loggedIn();
    const page = await browser.open(url(service, { prompt: "consent" }));
    const next = await browser.submit(page, "consent", { decision: "switch" });
    expect(next.html).toContain('<form id="login"');
    const end = await logInBy(service, browser, next.url, service.bob);
    expect(codeIn(end)).not.toBe("");
    const again = await browser.open(url(service, { prompt: "consent" }));
    expect(again.html).toContain(service.bob.gamertag);
  });
});
