import * as client from "openid-client";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { CALLBACK } from "../testing/oauth.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

const SCOPE = "openid profile email user wallet offline_access";

onDatabase("the library openid-client, as it is published", (database) => {
  const discover = ({ baseUrl, clientId, clientSecret }: Service, auth = client.ClientSecretBasic(clientSecret)) =>
    client.discovery(new URL(baseUrl), clientId, { client_secret: clientSecret }, auth, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });

  /** Alice logs in and allows all; the library exchanges the code, with all checks that it has. */
  async function loggedIn(auth?: (service: Service) => client.ClientAuth, isPushed = false) {
    const service = await givenService(database());
    const configuration = await discover(service, auth?.(service));
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: CALLBACK,
      scope: SCOPE,
      state: client.randomState(),
      nonce: client.randomNonce(),
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    };
    const url = isPushed
      ? await client.buildAuthorizationUrlWithPAR(configuration, parameters)
      : client.buildAuthorizationUrl(configuration, parameters);
    const browser = service.browser();
    const end = await logInBy(service, browser, url.href, service.alice);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(end.url), {
      pkceCodeVerifier,
      expectedState: parameters.state,
      expectedNonce: parameters.nonce,
      maxAge: 600,
      idTokenExpected: true,
    });
    return { service, configuration, tokens, browser, url };
  }
  const wayOf = { Basic: client.ClientSecretBasic, post: client.ClientSecretPost } as const;

  it.each(["Basic", "post"] as const)("logs in with a secret by %s, and reads who that is", async (way) => {
    const { service, configuration, tokens } = await loggedIn(({ clientSecret }) => wayOf[way](clientSecret));
    const { alice } = service;
    const claims = tokens.claims();
    const known = {
      sub: alice.id,
      email: alice.email,
      email_verified: true,
      name: alice.gamertag,
      nickname: alice.gamertag,
      preferred_username: alice.gamertag,
      picture: expect.stringMatching(/^http/),
    };
    expect(claims).toMatchObject({
      ...known,
      iss: service.baseUrl,
      aud: service.clientId,
      amr: ["otp"],
      auth_time: expect.any(Number),
    });
    expect(await client.fetchUserInfo(configuration, tokens.access_token, alice.id)).toEqual(known);
    expect(tokens.expiresIn()).toBeGreaterThan(3_590);
    // `offline_access` is for those who ask for consent each time (OpenID Connect Core, section 11); all get a refresh
    // token.
    expect(tokens.scope).toBe("openid profile email user wallet");
  });

  async function readBoth({ baseUrl }: Service, configuration: client.Configuration, accessToken: string) {
    for (const name of ["user", "wallet"]) {
      const url = new URL(`${baseUrl}/v1/oauth2/${name}`);
      const answer = await client.fetchProtectedResource(configuration, accessToken, url, "GET");
      expect([answer.status, ((await answer.json()) as { success: boolean }).success]).toEqual([200, true]);
    }
  }

  it("reads profile and wallet as protected resources", async () => {
    const { service, configuration, tokens } = await loggedIn();
    await readBoth(service, configuration, tokens.access_token);
    const url = new URL(`${service.baseUrl}/v1/oauth2/user`);
    await expect(client.fetchProtectedResource(configuration, "x".repeat(36), url, "GET")).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
    });
  });

  it("refreshes, and gets an id token of the same person", async () => {
    const { service, configuration, tokens } = await loggedIn();
    const next = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    await readBoth(service, configuration, next.access_token);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next.claims()).toMatchObject({ sub: tokens.claims()?.sub, auth_time: tokens.claims()?.["auth_time"] });
    const narrow = await client.refreshTokenGrant(configuration, next.refresh_token ?? "", { scope: "openid user" });
    expect(narrow.scope).toBe("openid user");
  });

  it("introspects and revokes its tokens", async () => {
    const { service, configuration, tokens } = await loggedIn();
    const { access_token: access, refresh_token: refresh = "" } = tokens;
    expect(await client.tokenIntrospection(configuration, access)).toMatchObject({
      active: true,
      client_id: service.clientId,
      sub: service.alice.id,
      iss: service.baseUrl,
    });
    await client.tokenRevocation(configuration, access);
    expect(await client.tokenIntrospection(configuration, access)).toEqual({ active: false });
    await expect(client.fetchUserInfo(configuration, access, service.alice.id)).rejects.toMatchObject({ status: 401 });
    await client.tokenRevocation(configuration, refresh, { token_type_hint: "refresh_token" });
    await expect(client.refreshTokenGrant(configuration, refresh)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("pushes what it asks for, and the address names nothing but that and itself", async () => {
    const { service, url, tokens } = await loggedIn(undefined, true);
    expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    expect(tokens.claims()?.sub).toBe(service.alice.id);
  });

  it("logs its user out here as well, when the user agrees, and gets the browser back with its state", async () => {
    const { service, configuration, tokens, browser } = await loggedIn();
    const url = client.buildEndSessionUrl(configuration, {
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: CALLBACK,
      state: "bye",
    });
    const page = await browser.open(url.href);
    expect(page.html).toContain("Log out?");
    const end = await browser.submit(page, "op.logoutForm", { logout: "yes" });
    expect(end.url).toBe(`${CALLBACK}?state=bye`);
    expect((await browser.open(`${service.baseUrl}/account`)).url).toContain("/login?");

    const again = await browser.open(url.href);
    expect(again.html).not.toContain("Log out?");
    expect((await browser.runScript(again)).url).toBe(`${CALLBACK}?state=bye`);
  });

  it("lets the user stay logged in here", async () => {
    const { service, configuration, tokens, browser } = await loggedIn();
    const parameters = { id_token_hint: tokens.id_token ?? "", post_logout_redirect_uri: CALLBACK };
    const page = await browser.open(client.buildEndSessionUrl(configuration, parameters).href);
    expect((await browser.submit(page, "op.logoutForm", {})).url).toBe(CALLBACK);
    expect((await browser.open(`${service.baseUrl}/account`)).url).toBe(`${service.baseUrl}/account`);
  });

  it("gets its answer by a form, when it asks for that", async () => {
    const { service, configuration, browser } = await loggedIn();
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: CALLBACK,
      scope: "openid",
      state: 'a "state" <',
      response_mode: "form_post",
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const posted = new URL((await browser.runScript(await browser.open(url.href))).url);
    const back = new Request(CALLBACK, { method: "POST", body: posted.searchParams });
    const checks = { pkceCodeVerifier, expectedState: 'a "state" <' };
    const tokens = await client.authorizationCodeGrant(configuration, back, checks);
    expect(tokens.claims()?.sub).toBe(service.alice.id);
  });

  it("is refused with the error that the standard has for it", async () => {
    const { service, configuration, tokens } = await loggedIn();
    const wrong = await discover(service, client.ClientSecretBasic("x".repeat(36)));
    await expect(client.refreshTokenGrant(wrong, tokens.refresh_token ?? "")).rejects.toMatchObject({
      cause: [{ scheme: "basic" }],
    });
    const parameters = { redirect_uri: CALLBACK, code_challenge: "x".repeat(43), code_challenge_method: "S256" };
    const url = client.buildAuthorizationUrl(configuration, { ...parameters, prompt: "none", scope: "openid" });
    const end = await service.browser().open(url.href);
    await expect(
      client.authorizationCodeGrant(configuration, new URL(end.url), { pkceCodeVerifier: "x".repeat(43) }),
    ).rejects.toMatchObject({ error: "login_required" });
  });
});
