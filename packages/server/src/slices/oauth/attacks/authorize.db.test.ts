/**
 * What the protocol's library does otherwise than this service wants, and the tests of each:
 *
 *  1 bodies in JSON                          bodies.db.test.ts, clients/bare-json.db.test.ts
 *  2 a request without a scope               clients/bare-json.db.test.ts; a scope that is not known: here
 *  3 answers in both ways of writing         flow.db.test.ts; revocation answers {}: tokens.db.test.ts
 *  4 secrets in the body and in Basic        clients.db.test.ts, clients/openid-client.db.test.ts
 *  5 secrets stored as hashes                clients.db.test.ts, dump.db.test.ts; no HS256: tokens.db.test.ts
 *  6 redirect addresses match exactly        here, model/redirect-uri.test.ts
 *  7 addresses of the configuration alone    addresses.db.test.ts
 *  8 errors as JSON for programs, as pages   here, bodies.db.test.ts, addresses.db.test.ts
 *  9 headers of its pages, policy of forms   addresses.db.test.ts, clients/openid-client.db.test.ts
 * 10 hashes as keys, used once               codes.db.test.ts, dump.db.test.ts
 * 11 one grant for each authorization        codes.db.test.ts
 * 12 two sessions that hold together         sessions.db.test.ts
 * 13 tokens of others are unknown            tokens.db.test.ts
 * 14 refresh tokens follow each other        refresh.db.test.ts
 * 15 the library still asks for all this     provider/overrides.db.test.ts
 */
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createApp } from "../apps/create-app.ts";
import { authorized, authorizeUrl, CALLBACK, codeIn, type Given, givenOauth, pkce } from "../testing/oauth.harness.ts";
import { isFramed, sendRaw } from "../testing/raw.harness.ts";

const REGISTERED = [CALLBACK, "http://[::1]:3000/callback", "com.example.app:/callback"];

/** Cures 6, 7 and 8: redirect addresses match exactly, and who has none gets a page. */
const NEAR_MISSES = [
  "https://app.example/callback/",
  "https://app.example/Callback",
  "https://APP.example/callback",
  "HTTPS://app.example/callback",
  "https://app.example:443/callback",
  "https://app.example:444/callback",
  "https://app.example./callback",
  "https://app.example/%63allback",
  "https://app.example/callback%2f..%2fcallback",
  "https://app.example/x/../callback",
  "https://app.example//callback",
  "https://app.example/callback?",
  "https://app.example/callback?next=x",
  "https://app.example/callback#",
  "https://app.example/callback#x",
  "https://user@app.example/callback",
  "https://app.example@evil.example/callback",
  "https://evil.example\\@app.example/callback",
  "https:\\\\app.example\\callback",
  "https://app.example\\.evil.example/callback",
  "https://app.example.evil.example/callback",
  "https://evil.example/callback",
  "//app.example/callback",
  "/callback",
  "http://app.example/callback",
  " https://app.example/callback",
  "https://app.example/callback ",
  "https://app.example/callback\n",
  "https://app.example/callback\t",
  "https://app.example/callback\u0000",
  "https://аpp.example/callback",
  "http://[::1]:3001/callback",
  "http://[::1]/callback",
  "http://[0:0:0:0:0:0:0:1]:3000/callback",
  "http://127.0.0.1:3000/callback",
  "http://localhost:3000/callback",
  "com.example.app:/callback/",
  "com.example.app://callback",
  "com.example.app:callback",
  "com.example.App:/callback",
  "javascript:alert(1)//app.example/callback",
  "data:text/html,x",
  "",
];

onDatabase("an attacker at the authorization address", (database) => {
  const ask = (given: Given, url: string) => sendRaw(given, { target: url.slice(given.baseUrl.length) });

  async function expectPage(given: Given, url: string, why: string): Promise<void> {
    const answer = await ask(given, url);
    expect([answer.status, answer.headers.location], `${why}\n${answer.text.slice(-400)}`).toEqual([400, undefined]);
    expect(answer.headers["content-type"], why).toBe("text/html; charset=utf-8");
    expect(isFramed(answer), why).toBe(false);
  }

  it("gets a page and no redirect, when the redirect address is not exactly a registered one", async () => {
    const given = await givenOauth(database(), { redirectUris: REGISTERED });
    const { challenge } = pkce();
    for (const uri of NEAR_MISSES) await expectPage(given, authorizeUrl(given, challenge, { redirect_uri: uri }), uri);
    for (const uri of REGISTERED) {
      const { status, headers } = await ask(given, authorizeUrl(given, challenge, { redirect_uri: uri }));
      expect([status, headers.location], uri).toEqual([303, expect.stringMatching(/^\/login\//)]);
    }
  });

  it.each([
    [["myapp://oauth", "http://localhost:3000/callback", "https://app.example/callback"]],
    [["https://localhost:3000/callback", "http://127.0.0.1/callback", "HTTPS://app.example/callback"]],
    [["com.example.app:/callback", "http://[::1]:3000/callback?tenant=1", "x-app.1+2://callback"]],
  ])("finds all of the addresses taken that an application registered: %j", async (redirectUris) => {
    const given = await givenOauth(database(), { redirectUris });
    for (const redirect_uri of redirectUris) {
      const { end } = await authorized(given, { redirect_uri });
      expect(end.url.toLowerCase().startsWith(redirect_uri.toLowerCase()), end.url).toBe(true);
      expect(codeIn(end)).not.toBe("");
    }
  });

  it("gets the same page for an error beside a redirect address that is not registered, which would be redirected else", async () => {
    const given = await givenOauth(database());
    const { challenge } = pkce();
    const mistakes = [{ response_type: "token" }, { scope: "admin" }, { code_challenge: undefined }, { prompt: "x" }];
    for (const mistake of [...mistakes, { prompt: "none" }, { request: "x" }, { response_mode: "x" }])
      for (const redirect_uri of ["https://evil.example/callback", undefined])
        await expectPage(
          given,
          authorizeUrl(given, challenge, { ...mistake, redirect_uri }),
          JSON.stringify({ ...mistake, redirect_uri }),
        );
  });

  it("cannot use the redirect address of another application, or send one twice, or none", async () => {
    const given = await givenOauth(database());
    const uri = "https://other.example/callback";
    await createApp(given, { projectId: given.project.id, name: "Other", redirectUris: [uri] });
    const url = authorizeUrl(given, pkce().challenge);
    await expectPage(given, authorizeUrl(given, pkce().challenge, { redirect_uri: uri }), "of another");
    await expectPage(given, `${url}&redirect_uri=${encodeURIComponent("https://evil.example")}`, "evil one last");
    await expectPage(
      given,
      url.replace("?", `?redirect_uri=${encodeURIComponent("https://evil.example")}&`),
      "evil first",
    );
    await expectPage(given, authorizeUrl(given, pkce().challenge, { redirect_uri: undefined }), "none");
  });

  it.each([undefined, "", "x".repeat(36), "\u0000", "'; drop table oauth.app; --", "x".repeat(9_000)])(
    "gets a page for the client id %j",
    async (client_id) => {
      const given = await givenOauth(database());
      await expectPage(given, authorizeUrl(given, pkce().challenge, { client_id }), "unknown client");
    },
  );

  it("does not get round PKCE: without a challenge, with another method, too short, too long, or of other letters", async () => {
    const given = await givenOauth(database());
    const { challenge } = pkce();
    const wrong = [
      { code_challenge: undefined },
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: "" },
      { code_challenge_method: "plain" },
      { code_challenge_method: undefined },
      { code_challenge_method: "s256" },
      { code_challenge: challenge.slice(0, 42) },
      { code_challenge: `${challenge}${challenge}${challenge}` },
      { code_challenge: `${challenge.slice(0, 42)}!` },
      { code_challenge: `${challenge.slice(0, 42)}=` },
    ];
    for (const asked of wrong) {
      const { status, headers } = await ask(given, authorizeUrl(given, challenge, asked));
      const back = new URL(headers.location ?? "");
      expect([status, back.origin + back.pathname], JSON.stringify(asked)).toEqual([303, CALLBACK]);
      expect(back.searchParams.get("error"), JSON.stringify(asked)).toBe("invalid_request");
      expect(back.searchParams.get("state")).toBe("a state");
      expect(back.searchParams.get("iss")).toBe(given.baseUrl);
      expect(back.searchParams.has("code")).toBe(false);
    }
  });

  it.each([
    "simple",
    "a b+c%20d&e=f#g?h;i,j/k",
    "ü 漢 🂡",
    "\"'<script>alert(1)</script>",
    "\r\nSet-Cookie: a=b",
    "%00%ff%",
    "\u0001\u007f",
    "a".repeat(2_000),
  ])("gets the state %j back as it was sent", async (state) => {
    const given = await givenOauth(database());
    const { end } = await authorized(given, { state });
    expect(new URL(end.url).searchParams.get("state")).toBe(state);
    const refused = await ask(given, authorizeUrl(given, pkce().challenge, { state, max_age: "-1" }));
    expect(new URL(refused.headers.location ?? "").searchParams.get("state")).toBe(state);
    expect(refused.headers["set-cookie"]?.filter((cookie) => cookie.startsWith("a="))).toBeFalsy();
  });

  it.each(["state=%00", "nonce=%00", "login_hint=a%00", "state=%ff", "ui_locales=%00", "state=%c3%28"])(
    "is refused with a page when text is no text: %s",
    async (part) => {
      const given = await givenOauth(database());
      const url = authorizeUrl(given, pkce().challenge, { state: undefined });
      await expectPage(given, `${url}&${part}`, part);
    },
  );

  it("cannot ask for what is not offered", async () => {
    const given = await givenOauth(database());
    const { challenge } = pkce();
    const asked: [Record<string, string>, string][] = [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: "code id_token" }, "unsupported_response_type"],
      [{ response_type: "none" }, "unsupported_response_type"],
      [{ scope: "admin" }, "invalid_scope"],
      [{ scope: "offline_access" }, "invalid_scope"],
      [{ scope: "wallet:write USER" }, "invalid_scope"],
      [{ request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
      [{ request_uri: "https://evil.example/request" }, "request_uri_not_supported"],
      [{ prompt: "none login" }, "invalid_request"],
      [{ max_age: "-1" }, "invalid_request"],
      [{ max_age: "soon" }, "invalid_request"],
    ];
    for (const [parameters, error] of asked) {
      const { headers, text } = await ask(given, authorizeUrl(given, challenge, parameters));
      const location = headers.location ?? text;
      expect(location, JSON.stringify(parameters)).toMatch(/^https:\/\/app\.example\/callback[?#]/);
      expect(new URLSearchParams(location.split(/[?#]/)[1]).get("error"), JSON.stringify(parameters)).toBe(error);
    }
  });

  it("finds no name of the application, no hint and no description that is taken for markup", async () => {
    const given = await givenOauth(database());
    const evil = `"'><img src=x onerror=alert(1)><!--`;
    await database().admin.query(
      sql`update oauth.app set name = ${evil}, logo_url = 'https://a.example/%22%3E"' where client_id = ${given.clientId}`,
    );
    const browser = given.browser();
    given.logIn(browser, given.alice);
    const hints = { login_hint: evil, ui_locales: evil, nonce: evil, state: evil, scope: "openid" };
    const page = await browser.open(authorizeUrl(given, pkce().challenge, hints));
    expect(page.html).toContain('id="consent"');
    const failed = await browser.open(authorizeUrl(given, pkce().challenge, { ...hints, redirect_uri: evil }));
    expect(failed.status).toBe(400);
    const unknown = await browser.open(authorizeUrl(given, pkce().challenge, { ...hints, client_id: evil }));
    expect(unknown.status).toBe(400);
    for (const { html } of [page, failed, unknown]) {
      expect(html).not.toContain("<img src=x");
      expect(html).not.toContain(evil);
    }
  });
});
