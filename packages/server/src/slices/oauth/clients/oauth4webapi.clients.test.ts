import * as oauth from "oauth4webapi";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { CALLBACK } from "../testing/oauth.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

const PLAIN = { [oauth.allowInsecureRequests]: true } as const;

onDatabase("the library oauth4webapi, as it is published", (database) => {
  async function serverOf({ baseUrl }: Service, algorithm: "oidc" | "oauth2") {
    const issuer = new URL(baseUrl);
    return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...PLAIN }));
  }

  async function readBoth({ baseUrl }: Service, accessToken: string) {
    for (const name of ["user", "wallet"]) {
      const url = new URL(`${baseUrl}/v1/oauth2/${name}`);
      const read = await oauth.protectedResourceRequest(accessToken, "GET", url, undefined, undefined, PLAIN);
      expect(read.status, name).toBe(200);
    }
  }

  async function loggedIn(algorithm: "oidc" | "oauth2", scope: string) {
    const service = await givenService(database());
    const server = await serverOf(service, algorithm);
    const client: oauth.Client = { client_id: service.clientId };
    const auth = oauth.ClientSecretBasic(service.clientSecret);
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const url = new URL(server.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: service.clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(scope.includes("openid") ? { nonce } : {}),
    }).toString();
    const end = await logInBy(service, service.browser(), url.href, service.alice);
    // Compares `iss` and `state`, and refuses what is doubled.
    const parameters = oauth.validateAuthResponse(server, client, new URL(end.url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      parameters,
      CALLBACK,
      verifier,
      PLAIN,
    );
    return { service, server, client, auth, nonce, answer };
  }

  it("logs in by OpenID Connect: issuer, id token and its signature hold, and the refreshed one too", async () => {
    const { service, server, client, auth, nonce, answer } = await loggedIn("oidc", "openid profile email user wallet");
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
      maxAge: 600,
    });
    await oauth.validateApplicationLevelSignature(server, answer, PLAIN);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: service.alice.id, iss: service.baseUrl });

    const info = await oauth.userInfoRequest(server, client, tokens.access_token, PLAIN);
    expect(await oauth.processUserInfoResponse(server, client, service.alice.id, info)).toMatchObject({
      email: service.alice.email,
      email_verified: true,
      preferred_username: service.alice.gamertag,
    });
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token ?? "", PLAIN);
    const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
    await oauth.validateApplicationLevelSignature(server, refreshed, PLAIN);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await readBoth(service, next.access_token);
  });

  it("logs in by OAuth 2 alone, and reads profile and wallet", async () => {
    const { service, server, client, auth, answer } = await loggedIn("oauth2", "user wallet");
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: oauth.expectNoNonce,
    });
    expect([tokens.id_token, tokens.scope, tokens.token_type]).toEqual([undefined, "user wallet", "bearer"]);
    await readBoth(service, tokens.access_token);
    const seen = await oauth.introspectionRequest(server, client, auth, tokens.access_token, PLAIN);
    expect(await oauth.processIntrospectionResponse(server, client, seen)).toMatchObject({
      active: true,
      token_type: "Bearer",
    });
    const revoked = await oauth.revocationRequest(server, client, auth, tokens.refresh_token ?? "", PLAIN);
    expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
    const after = await oauth.introspectionRequest(server, client, auth, tokens.access_token, PLAIN);
    expect(await oauth.processIntrospectionResponse(server, client, after)).toEqual({ active: false });
  });

  it("pushes its request", async () => {
    const service = await givenService(database());
    const server = await serverOf(service, "oauth2");
    const client: oauth.Client = { client_id: service.clientId };
    const auth = oauth.ClientSecretPost(service.clientSecret);
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const parameters = { response_type: "code", redirect_uri: CALLBACK, code_challenge: challenge };
    const asked = { ...parameters, code_challenge_method: "S256" };
    const answer = await oauth.pushedAuthorizationRequest(server, client, auth, asked, PLAIN);
    const { request_uri, expires_in } = await oauth.processPushedAuthorizationResponse(server, client, answer);
    expect(request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:/);
    expect(expires_in).toBeGreaterThan(30);
  });
});
