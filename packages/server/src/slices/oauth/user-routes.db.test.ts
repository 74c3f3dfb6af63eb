import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { disconnectApp } from "./apps/disconnect-app.ts";
import { askToken, authorized, authorizeUrl, exchange, type Given, givenOauth, pkce } from "./testing/oauth.harness.ts";

onDatabase("what an application reads", (database) => {
  const tokenOf = async (given: Given, scope = "user wallet", user = given.alice) => {
    const { body } = await askToken(given, exchange(given, await authorized(given, { scope }, { user })));
    return body["accessToken"] ?? "";
  };
  const read = async (given: Given, path: string, headers: Record<string, string>) => {
    const answer = await fetch(given.baseUrl + path, { headers });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it("is the user's profile, in the fields of the interface and no others", async () => {
    const given = await givenOauth(database());
    const { status, headers, body } = await read(given, "/v1/oauth2/user", bearer(await tokenOf(given)));
    const { id, email, gamertag } = given.alice;
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      success: true,
      data: {
        id,
        email,
        gamertag,
        isVerified: false,
        publicBio: "",
        social: { twitter: "", website: "" },
        image: `${given.baseUrl}/avatars/${id}.svg`,
        lightningAddress: `${gamertag}@${new URL(given.baseUrl).host}`,
        publicStaticCharge: expect.stringMatching(/^lnurl1/),
      },
    });
  });

  it("is the user's wallet, all amounts as texts", async () => {
    const given = await givenOauth(database());
    const { status, body } = await read(given, "/v1/oauth2/wallet", bearer(await tokenOf(given)));
    const amount = expect.stringMatching(/^\d+$/);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: "Wallet fetched.",
      data: {
        balance: "0",
        remainingAmountLimits: { daily: amount, weekly: amount, monthly: amount, maxCredit: amount },
      },
    });
  });

  it("answers under both versions, and takes the token from both headers", async () => {
    const given = await givenOauth(database());
    const token = await tokenOf(given);
    for (const path of ["/v1/oauth2/user", "/v0/oauth2/user", "/v1/oauth2/wallet", "/v0/oauth2/wallet"])
      for (const headers of [
        { authorization: `bearer  ${token}` },
        { usertoken: token },
        { usertoken: token, apikey: "a project's key" },
      ])
        expect((await read(given, path, headers as Record<string, string>)).status).toBe(200);
  });

  it("is only what the user allowed", async () => {
    const given = await givenOauth(database());
    const token = await tokenOf(given, "openid profile email");
    const { status, headers, body } = await read(given, "/v1/oauth2/wallet", bearer(token));
    const message = "the access token lacks the scope wallet, or user; it has openid profile email";
    expect([status, body["error"]]).toEqual([403, expect.objectContaining({ code: "token_scope_missing", message })]);
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="wallet"');
    expect((await read(given, "/v1/oauth2/user", bearer(token))).status).toBe(200);
  });

  it("is the wallet too for who may read `user`, which the page says to the person who is asked", async () => {
    const given = await givenOauth(database());
    const asked = async (scope: string) => await read(given, "/v1/oauth2/wallet", bearer(await tokenOf(given, scope)));
    const { status, body } = await asked("user");
    expect([status, body]).toEqual([200, (await asked("wallet")).body]);
    const browser = given.browser();
    given.logIn(browser, given.bob);
    const page = await browser.open(authorizeUrl(given, pkce().challenge, { scope: "user" }));
    expect(page.html).toContain("<li>See your balance and your limits: what you may still send and receive</li>");
    const less = await browser.open(authorizeUrl(given, pkce().challenge, { scope: "openid profile email" }));
    expect(less.html).toContain("<li><span>See your profile");
    expect(less.html).not.toContain("balance");
  });

  it("is the profile for who may read `profile` and `email`, as for `user`", async () => {
    const given = await givenOauth(database());
    const asked = async (scope: string) => await read(given, "/v1/oauth2/user", bearer(await tokenOf(given, scope)));
    const { status, body } = await asked("openid profile email");
    expect([status, body]).toEqual([200, (await asked("user")).body]);
    for (const scope of ["openid profile", "openid email", "openid", "openid wallet"]) {
      const refused = await asked(scope);
      expect([scope, refused.status]).toEqual([scope, 403]);
      expect(refused.body["error"]).toMatchObject({
        code: "token_scope_missing",
        message: `the access token lacks the scope user, or profile and email; it has ${scope}`,
      });
    }
  });

  it("is the token's own user, whoever else logged in", async () => {
    const given = await givenOauth(database());
    const [alice, bob] = [await tokenOf(given), await tokenOf(given, "user wallet", given.bob)];
    const idOf = async (token: string) => (await read(given, "/v1/oauth2/user", bearer(token))).body["data"];
    expect(await idOf(alice)).toMatchObject({ id: given.alice.id });
    expect(await idOf(bob)).toMatchObject({ id: given.bob.id });
  });

  it.each([
    ["none", {}, ""],
    ["an unknown one", { authorization: `Bearer ${"x".repeat(36)}` }, ', error="invalid_token", error_description='],
    ["an unknown one in a header of its own", { usertoken: "x".repeat(36) }, ', error="invalid_token", error_desc'],
    ["another scheme", { authorization: "Basic eDp5" }, ""],
    ["an empty one", { authorization: "Bearer " }, ""],
    ["two in one header", { authorization: `Bearer ${"x".repeat(36)}, Bearer y` }, ""],
  ])("is nothing for %s", async (_what, headers, said) => {
    const given = await givenOauth(database());
    for (const path of ["/v1/oauth2/user", "/v1/oauth2/wallet"]) {
      const answer = await read(given, path, headers);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ success: false, error: { code: "invalid_token" } });
      expect(answer.body["message"]).toContain("Token is either invalid or expired");
      const challenge = answer.headers.get("www-authenticate") ?? "";
      expect(
        challenge
          .split('"')
          .slice(2)
          .join('"')
          .slice(0, said.length || undefined),
      ).toBe(said);
    }
  });

  it("ends when the token expires, when the user takes it back, and when the user is blocked", async () => {
    const given = await givenOauth(database());
    const { admin } = database();
    const statusOf = async (token: string) => (await read(given, "/v1/oauth2/user", bearer(token))).status;

    const expired = await tokenOf(given);
    await admin.query(sql`update oauth.artifact set expires_at = now() where model = 'AccessToken'`);
    expect(await statusOf(expired)).toBe(401);

    const [taken, others] = [await tokenOf(given), await tokenOf(given, "user", given.bob)];
    await disconnectApp(given, { userId: given.alice.id, clientId: given.app.clientId });
    expect([await statusOf(taken), await statusOf(others)]).toEqual([401, 200]);

    await admin.query(sql`update users.user set blocked_at = now() where id = ${given.bob.id}`);
    expect(await statusOf(others)).toBe(401);
  });
});
