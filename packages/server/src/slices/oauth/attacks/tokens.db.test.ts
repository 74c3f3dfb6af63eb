import { createHmac, createPublicKey, verify } from "node:crypto";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import {
  anotherApp,
  askToken,
  authorized,
  authorizeUrl,
  CALLBACK,
  exchange,
  type Given,
  givenOauth,
  pkce,
  profileStatus,
  refresh,
  tokensOf,
} from "../testing/oauth.harness.ts";
import { sendRaw } from "../testing/raw.harness.ts";

const partsOf = (jwt: string) =>
  jwt
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>);
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Cures 5 and 13, and what tokens say and are good for. */
onDatabase("an attacker with tokens", (database) => {
  const clientOf = ({ clientId, clientSecret }: Given) => ({ client_id: clientId, client_secret: clientSecret });
  const introspect = (given: Given, token: string, more = {}) =>
    askToken(given, { ...clientOf(given), token, ...more }, "/v1/oauth2/introspect");
  const revoke = (given: Given, token: string, more = {}) =>
    askToken(given, { ...clientOf(given), token, ...more }, "/v1/oauth2/revoke");
  const jwksOf = async ({ baseUrl }: Given) =>
    ((await (await fetch(`${baseUrl}/v1/oauth2/jwks`)).json()) as { keys: Record<string, string>[] }).keys;

  it("learns nothing by another application's tokens, codes, requests and grants, and ends none of them", async () => {
    const given = await givenOauth(database());
    const thief = await anotherApp(given);
    const tokens = await tokensOf(given);
    const login = await authorized(given);
    const guess = "x".repeat(36);
    for (const token of [tokens.access, tokens.refresh, login.code])
      for (const hint of [
        {},
        { token_type_hint: "refresh_token" },
        { token_type_hint: "access_token" },
        { token_type_hint: "x" },
      ]) {
        const [seen, guessed] = [await introspect(thief, token, hint), await introspect(thief, guess, hint)];
        expect([seen.status, seen.body]).toEqual([200, { active: false }]);
        expect(guessed.body).toEqual(seen.body);
        const [ended, missed] = [await revoke(thief, token, hint), await revoke(thief, guess, hint)];
        expect([ended.status, ended.body]).toEqual([missed.status, missed.body]);
      }
    for (const [mine, theirs] of [
      [refresh(thief, guess), refresh(thief, tokens.refresh)],
      [exchange(thief, { code: guess, verifier: login.verifier }), exchange(thief, login)],
    ]) {
      const [seen, guessed] = [await askToken(thief, theirs), await askToken(thief, mine)];
      expect([seen.status, seen.body]).toEqual([guessed.status, guessed.body]);
    }
    expect(await profileStatus(given, tokens.access)).toBe(200);
    expect((await askToken(given, refresh(given, tokens.refresh))).status).toBe(200);
    expect((await askToken(given, exchange(given, login))).status).toBe(200);
  });

  it("cannot use what another application pushed", async () => {
    const given = await givenOauth(database());
    const thief = await anotherApp(given);
    const asked = { response_type: "code", redirect_uri: CALLBACK, code_challenge_method: "S256" };
    const body = { ...clientOf(given), ...asked, code_challenge: pkce().challenge, state: "pushed" };
    const pushed = await askToken(given, body, "/v1/oauth2/par");
    expect(pushed.status).toBe(201);
    const address = ({ clientId }: Given, uri: string) =>
      sendRaw(given, {
        target: `/v1/oauth2/authorize?${new URLSearchParams({ client_id: clientId, request_uri: uri })}`,
      });
    const uri = pushed.body["request_uri"] ?? "";
    const [seen, guessed] = [await address(thief, uri), await address(thief, `${uri.slice(0, -5)}xxxxx`)];
    expect([seen.status, seen.headers.location]).toEqual([guessed.status, guessed.headers.location]);
    expect(seen.status).toBe(400);
    expect((await address(given, uri)).headers.location).toMatch(/^\/login\//);
    const evil = { ...body, redirect_uri: "https://evil.example/callback" };
    expect((await askToken(given, evil, "/v1/oauth2/par")).status).toBe(400);
    const without = { ...asked, client_id: given.clientId, code_challenge: pkce().challenge };
    expect((await askToken(given, without, "/v1/oauth2/par")).status).toBe(401);
  });

  it.each(["access", "refresh"] as const)(
    "revokes its own %s token, and all that the same login gave",
    async (kind) => {
      const given = await givenOauth(database());
      const [one, other] = [await tokensOf(given), await tokensOf(given)];
      expect(await revoke(given, one[kind])).toMatchObject({ status: 200, body: {} });
      expect(await profileStatus(given, one.access)).toBe(401);
      expect((await askToken(given, refresh(given, one.refresh))).status).toBe(400);
      expect(await profileStatus(given, other.access)).toBe(200);
      expect((await askToken(given, refresh(given, other.refresh))).status).toBe(200);
      expect(given.replays).toEqual([]);
    },
  );

  it.each([
    ["user", { scope: "wallet" }, 403],
    ["wallet", { scope: "openid profile email" }, 403],
    ["userinfo", { scope: "user wallet" }, 403],
    ["user", { scope: "user" }, 200],
    ["wallet", { scope: "wallet" }, 200],
    ["wallet", { scope: "user" }, 200],
    ["userinfo", { scope: "openid" }, 200],
  ])("reads /v1/oauth2/%s with %j: %i", async (name, asked, status) => {
    const given = await givenOauth(database());
    const { access } = await tokensOf(given, asked);
    const answer = await sendRaw(given, {
      target: `/v1/oauth2/${name}`,
      headers: { authorization: `Bearer ${access}` },
    });
    expect(answer.status, answer.text).toBe(status);
    if (status === 403) expect(answer.headers["www-authenticate"]).toContain('error="insufficient_scope"');
    if (status === 403) expect(answer.text).not.toContain(given.alice.email);
  });

  it("reads the user of the token, whatever else it says", async () => {
    const given = await givenOauth(database());
    const { access } = await tokensOf(given);
    const bobs = `?id=${given.bob.id}&user_id=${given.bob.id}&sub=${given.bob.id}&access_token=x`;
    for (const headers of [{ authorization: `Bearer ${access}` }, { usertoken: access, apikey: "x" }])
      for (const name of ["user", "wallet"]) {
        const plain = await sendRaw(given, { target: `/v1/oauth2/${name}`, headers });
        const bent = await sendRaw(given, {
          target: `/v1/oauth2/${name}${bobs}`,
          headers: { ...headers, "x-user-id": given.bob.id },
        });
        expect([bent.status, bent.text]).toEqual([200, plain.text]);
        expect(bent.text).not.toContain(given.bob.id);
      }
  });

  it("is refused with a token in the address, two tokens, another scheme, or what is no access token", async () => {
    const given = await givenOauth(database());
    const login = await authorized(given, { scope: "openid user" });
    const { body } = await askToken(given, exchange(given, login));
    const access = body["access_token"] ?? "";
    const bad = [
      { target: `/v1/oauth2/user?access_token=${access}` },
      { target: `/v1/oauth2/user?usertoken=${access}` },
      ...[
        "",
        "Bearer",
        "Bearer ",
        access,
        `Basic ${access}`,
        `Bearer ${access}x`,
        `Bearer ${access.slice(1)}`,
        `Bearer ${access}, Bearer ${access}`,
        `Bearer ${body["refresh_token"]}`,
        `Bearer ${body["id_token"]}`,
        `Bearer ${login.code}`,
        `Bearer ${access.toUpperCase()}`,
        "Bearer undefined",
      ].map((authorization) => ({ target: "/v1/oauth2/user", headers: { authorization } })),
    ];
    for (const sent of bad) {
      const { status, text, headers } = await sendRaw(given, sent);
      expect(status, JSON.stringify(sent)).toBe(401);
      expect(text).toContain("Token is either invalid or expired");
      expect(headers["www-authenticate"]).toContain("Bearer");
    }
    const padded = { authorization: `bearer   ${access} ` };
    expect((await sendRaw(given, { target: "/v1/oauth2/user", headers: padded })).status).toBe(200);
  });

  it("finds public keys alone at the JWKS, and an id token that says who, for whom, when and how, and no more", async () => {
    const given = await givenOauth(database());
    const keys = await jwksOf(given);
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    const login = await authorized(given, { scope: "openid", nonce: "once" });
    const { body } = await askToken(given, exchange(given, login));
    const token = body["id_token"] ?? "";
    const [header, claims] = partsOf(token);
    expect(header).toEqual({ alg: "RS256", kid: keys[0]?.["kid"] });
    expect(claims).toEqual({
      iss: given.baseUrl,
      aud: given.clientId,
      sub: given.alice.id,
      nonce: "once",
      amr: ["otp"],
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
    });
    const [signed, signature = ""] = [token.slice(0, token.lastIndexOf(".")), token.split(".")[2]];
    const key = createPublicKey({ key: keys[0] ?? {}, format: "jwk" });
    expect(verify("sha256", Buffer.from(signed), key, Buffer.from(signature, "base64url"))).toBe(true);
  });

  it("cannot forge a hint: without a signature, with the public key as a secret, with the client's secret, of another issuer", async () => {
    const given = await givenOauth(database());
    const { body } = await askToken(given, exchange(given, await authorized(given, { scope: "openid" })));
    const [header, claims = {}] = partsOf(body["id_token"] ?? "");
    const [key = {}] = await jwksOf(given);
    const pem = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" });
    const hs256 = (secret: string | Buffer) => {
      const text = `${encoded({ alg: "HS256", kid: key["kid"] })}.${encoded(claims)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const forged = [
      `${encoded({ alg: "none" })}.${encoded(claims)}.`,
      `${encoded({ alg: "NONE" })}.${encoded(claims)}.`,
      `${encoded(header)}.${encoded({ ...claims, sub: given.bob.id })}.${(body["id_token"] ?? "").split(".")[2]}`,
      `${encoded(header)}.${encoded(claims)}.`,
      hs256(pem),
      hs256(given.clientSecret),
      hs256(""),
      "x.y.z",
      "x",
    ];
    for (const hint of forged) {
      const logout = `/v1/oauth2/logout?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: CALLBACK })}`;
      const { status, headers } = await sendRaw(given, { target: logout });
      expect([status, headers.location], hint).toEqual([400, undefined]);
      const target = authorizeUrl(given, pkce().challenge, { scope: "openid", prompt: "none", id_token_hint: hint });
      const asked = await sendRaw(given, { target: target.slice(given.baseUrl.length) });
      expect(asked.headers.location, hint).toContain("error=invalid_request");
    }
  });

  it("shows nothing of a refused request in the log, and none of the secrets of one that was taken", async () => {
    const lines: string[] = [];
    const given = await givenOauth(database(), {}, { write: (line) => void lines.push(line) });
    const login = await authorized(given, { scope: "openid user", state: "a-secret-state" });
    const { body } = await askToken(given, exchange(given, login));
    await profileStatus(given, body["access_token"]);
    await askToken(given, refresh(given, body["refresh_token"]));
    await askToken(given, exchange(given, login));
    await askToken(given, { ...refresh(given, body["refresh_token"]), client_secret: "a-wrong-secret" });
    const log = lines.join("\n");
    expect(log).toContain("oauth.replayed");
    expect(log).toContain("request.answered");
    const secrets = [login.code, login.verifier, given.clientSecret, "a-wrong-secret", "a-secret-state"];
    const cookies = login.browser.cookies().map(({ value }) => value);
    for (const secret of [...secrets, ...Object.values(body).filter((text) => String(text).length > 30), ...cookies])
      expect(log.includes(String(secret)), String(secret)).toBe(false);
  });
});
