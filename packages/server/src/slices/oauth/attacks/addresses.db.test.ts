import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { authorized, authorizeUrl, exchange, givenOauth, pkce, tokensOf } from "../testing/oauth.harness.ts";
import { isFramed, sendRaw } from "../testing/raw.harness.ts";

const DISCOVERY = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
const FORM = "application/x-www-form-urlencoded";

/** Cures 7, 8 and 9: addresses, headers and methods. */
onDatabase("an attacker who writes odd requests", (database) => {
  const EVIL = "evil.example";
  const HEADERS: readonly Record<string, string>[] = [
    { host: EVIL },
    { host: `${EVIL}:443` },
    { "x-forwarded-host": EVIL },
    { "x-forwarded-proto": "https" },
    { "x-forwarded-host": EVIL, "x-forwarded-proto": "https", "x-forwarded-for": "1.2.3.4", forwarded: `host=${EVIL}` },
    { "x-original-url": `https://${EVIL}/`, "x-rewrite-url": "/evil", "x-forwarded-prefix": "/evil" },
  ];

  it.each(DISCOVERY)("gets the same %s whatever host it names", async (target) => {
    const given = await givenOauth(database());
    const plain = await sendRaw(given, { target });
    const document = JSON.parse(plain.text) as Record<string, unknown>;
    expect(document["issuer"]).toBe(given.baseUrl);
    for (const [name, value] of Object.entries(document))
      if (name.endsWith("_endpoint") || name === "jwks_uri")
        expect(String(value).startsWith(`${given.baseUrl}/v1/oauth2/`), name).toBe(true);
    for (const headers of HEADERS)
      expect((await sendRaw(given, { target, headers })).text, JSON.stringify(headers)).toBe(plain.text);
    const whole = await sendRaw(given, { target: `http://${EVIL}${target}` });
    expect(whole.text).toBe(plain.text);
  });

  it("is sent to no other host, and learns of no other issuer", async () => {
    const given = await givenOauth(database());
    const browser = given.browser();
    given.logIn(browser, given.alice);
    await browser.open(authorizeUrl(given, pkce().challenge));
    const target = authorizeUrl(given, pkce().challenge).slice(given.baseUrl.length);
    for (const headers of HEADERS) {
      const { status, headers: answered } = await sendRaw(given, { target, headers });
      expect([status, answered.location], JSON.stringify(headers)).toEqual([303, expect.stringMatching(/^\/login\//)]);
      expect(answered["set-cookie"]?.join(), JSON.stringify(headers)).not.toMatch(/domain=|path=\/evil|evil\.example/i);
    }
    const whole = await sendRaw(given, { target: `http://${EVIL}${target}` });
    expect([whole.status, whole.headers.location]).toEqual([303, expect.stringMatching(/^\/login\//)]);
    const logout = await sendRaw(given, { target: `http://${EVIL}/v1/oauth2/logout`, headers: { host: EVIL } });
    expect(logout.text).toContain(`action="${given.baseUrl}/v1/oauth2/logout/confirm"`);
    expect(logout.text).not.toContain(EVIL);
  });

  it("gets each page with headers that keep it out of frames and out of caches, also on errors", async () => {
    const given = await givenOauth(database());
    const authorize = authorizeUrl(given, pkce().challenge).slice(given.baseUrl.length);
    const pages = [
      authorize,
      `${authorize}&client_id=twice`,
      authorize.replace(/client_id=[^&]*/, "client_id=x"),
      `${authorize}&prompt=none`,
      "/v1/oauth2/authorize",
      "/v0/oauth2/authorize",
      "/v1/oauth2/authorize/unknown",
      "/v1/oauth2/authorize?state=%00",
      "/v1/oauth2/logout",
      "/v1/oauth2/logout?id_token_hint=x",
      "/v1/oauth2/logout?client_id=x",
      "/v1/oauth2/logout/success",
      "/v1/oauth2/logout/success?client_id=x",
      `/login/${"x".repeat(43)}`,
      "/login/x",
    ];
    for (const target of pages) {
      const answer = await sendRaw(given, { target });
      expect(answer.status, target).toBeLessThan(500);
      expect(isFramed(answer), target).toBe(false);
      expect(answer.headers["cache-control"], target).toMatch(/no-store/);
      expect(answer.headers["x-content-type-options"], target).toBe("nosniff");
      expect(answer.headers["x-request-id"], target).toBeDefined();
      if (answer.text !== "" && answer.status !== 303)
        expect(answer.headers["content-type"], target).toMatch(/^text\/html/);
    }
    const browser = given.browser();
    given.logIn(browser, given.alice);
    const { headers } = await browser.open(authorizeUrl(given, pkce().challenge));
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  it("finds no other method at an address, and no other way to write one", async () => {
    const given = await givenOauth(database());
    const token = new URLSearchParams(exchange(given, await authorized(given))).toString();
    const form = { headers: { "content-type": FORM }, body: token };
    const authorize = authorizeUrl(given, pkce().challenge).slice(given.baseUrl.length);
    const wrong = [
      { target: `/v1/oauth2/token?${token}` },
      { target: "/v1/oauth2/token", ...form, method: "PUT" },
      { target: "/v1/oauth2/token", ...form, method: "PATCH" },
      { target: "/v1/oauth2/token", method: "DELETE" },
      { target: "/v1/oauth2/token", method: "HEAD" },
      { target: "/v1/oauth2/token/", ...form, method: "POST" },
      { target: "//v1/oauth2/token", ...form, method: "POST" },
      { target: "/v1//oauth2/token", ...form, method: "POST" },
      { target: "/v1/oauth2/TOKEN", ...form, method: "POST" },
      { target: "/V1/oauth2/token", ...form, method: "POST" },
      { target: "/v1/oauth2/token;x=y", ...form, method: "POST" },
      { target: "/v1/oauth2/x/../token", ...form, method: "POST" },
      { target: "/v1/oauth2/token%2f", ...form, method: "POST" },
      { target: "/v2/oauth2/token", ...form, method: "POST" },
      { target: "/v1/oauth2/introspect?token=x" },
      { target: "/v1/oauth2/revoke?token=x" },
      { target: "/v1/oauth2/par" },
      { target: authorize.replace("authorize", "authorize/") },
      { target: "/v1/oauth2/jwks", ...form, method: "POST" },
      { target: "/v1/oauth2/logout/confirm" },
    ];
    for (const sent of wrong) {
      const { status, text, headers } = await sendRaw(given, sent);
      expect([404, 405], `${sent.method ?? "GET"} ${sent.target} ${text}`).toContain(status);
      expect([headers.location, headers["set-cookie"]], sent.target).toEqual([undefined, undefined]);
    }
    const overridden = { ...form.headers, "x-http-method-override": "POST", "x-http-method": "POST" };
    expect((await sendRaw(given, { ...form, target: "/v1/oauth2/token", headers: overridden })).status).toBe(404);
    // None of these has spent the code.
    expect((await sendRaw(given, { target: "/v1/oauth2/%74oken", method: "POST", ...form })).status).toBe(200);
  });

  it("gets for HEAD what GET would answer, and nothing happens", async () => {
    const given = await givenOauth(database());
    for (const target of ["/v1/oauth2/jwks", ...DISCOVERY]) {
      const { status, text } = await sendRaw(given, { target, method: "HEAD" });
      expect([status, text], target).toEqual([200, ""]);
    }
    const { access } = await tokensOf(given);
    const authorization = `Bearer ${access}`;
    for (const name of ["user", "wallet", "userinfo"]) {
      const { status, text } = await sendRaw(given, {
        method: "HEAD",
        target: `/v1/oauth2/${name}`,
        headers: { authorization },
      });
      expect([401, 403, 200], name).toContain(status);
      expect(text).toBe("");
    }
    const authorize = authorizeUrl(given, pkce().challenge).slice(given.baseUrl.length);
    const { status } = await sendRaw(given, { target: authorize, method: "HEAD" });
    expect([303, 404]).toContain(status);
  });

  it("reads nothing from another site but what is public", async () => {
    const given = await givenOauth(database());
    const origin = "https://evil.example";
    const { access } = await tokensOf(given);
    const bad = new URLSearchParams({ client_id: "x", client_secret: "x", token: "x", grant_type: "refresh_token" });
    const own = new URLSearchParams({ client_id: given.clientId, client_secret: given.clientSecret, token: access });
    const form = (body: URLSearchParams) => ({
      method: "POST",
      body: body.toString(),
      headers: { origin, "content-type": FORM },
    });
    const closed = [
      ...["token", "revoke", "introspect", "par"].flatMap((name) => [
        { target: `/v1/oauth2/${name}`, ...form(bad) },
        { target: `/v1/oauth2/${name}`, ...form(own) },
        { target: `/v1/oauth2/${name}`, method: "POST", body: own.toString(), headers: { "content-type": FORM } },
      ]),
      ...["userinfo", "user", "wallet"].flatMap((name) => [
        { target: `/v1/oauth2/${name}`, headers: { origin, authorization: `Bearer ${access}` } },
        { target: `/v1/oauth2/${name}`, headers: { origin } },
        { target: `/v1/oauth2/${name}`, headers: { authorization: `Bearer ${access}` } },
      ]),
      { target: authorizeUrl(given, pkce().challenge).slice(given.baseUrl.length), headers: { origin } },
      { target: "/v1/oauth2/logout", headers: { origin } },
    ];
    const preflight = { origin, "access-control-request-method": "POST", "access-control-request-headers": "apikey" };
    for (const name of ["token", "revoke", "introspect", "par", "userinfo", "user", "wallet", "authorize"])
      closed.push({ target: `/v1/oauth2/${name}`, method: "OPTIONS", headers: preflight } as (typeof closed)[number]);
    for (const sent of closed) {
      const { headers } = await sendRaw(given, sent);
      const allowed = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
      expect(allowed, JSON.stringify(sent)).toEqual([]);
    }
    for (const target of ["/v1/oauth2/jwks", ...DISCOVERY]) {
      const { headers } = await sendRaw(given, { target, headers: { origin } });
      expect([origin, "*"], target).toContain(headers["access-control-allow-origin"]);
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });
});
