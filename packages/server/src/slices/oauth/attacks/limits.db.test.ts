import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import {
  anotherApp,
  authorized,
  exchange,
  type Given,
  givenOauth,
  LOOPBACK,
  refresh,
  tokensOf,
} from "../testing/oauth.harness.ts";

const PER_ADDRESS = 40;
const PER_KEY = 20;
/** Of the backends of applications, and of their neighbours. */
const BACKEND = "198.51.100.7";
const ELSEWHERE = "203.0.113.9";
/** Fewer than an address may have connections. */
const AT_ONCE = 50;
const JUNK = "x".repeat(36);

onDatabase("an attacker who uses up limits", (database) => {
  const givenLimits = () =>
    givenOauth(database(), {
      rateLimits: { perKey: PER_KEY, perAddress: PER_ADDRESS },
      trustedProxies: [LOOPBACK],
    });
  const read = async (given: Given, path: string, { token = "", from = BACKEND } = {}) => {
    const authorization = token === "" ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(given.baseUrl + path, { headers: { "x-forwarded-for": from, ...authorization } });
    await answer.arrayBuffer(); // so that the connection is used again
    return answer.status;
  };
  const post = async (given: Given, body: unknown, { name = "token", from = BACKEND, headers = {} } = {}) => {
    const answer = await fetch(`${given.baseUrl}/v1/oauth2/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const status = async (...asked: Parameters<typeof post>) => (await post(...asked)).status;
  const junk = (given: Given) => exchange(given, { code: JUNK, verifier: "y".repeat(43) });
  const wrong = (given: Given) => ({ ...junk(given), client_secret: "0".repeat(36) });
  const many = async (count: number, ask: () => Promise<number>, atOnce = AT_ONCE) => {
    const statuses: number[] = [];
    while (statuses.length < count)
      statuses.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - statuses.length) }, ask))));
    return Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((it) => it === one).length]));
  };
  const blockAddress = async (given: Given) => {
    await many(PER_ADDRESS + 1, () => read(given, "/no-such-path"));
    expect(await read(given, "/no-such-path")).toBe(429);
  };
  /** An application of which nothing was seen before logs a user in, and goes on with what that gave. */
  const expectLogins = async (given: Given) => {
    const { status: exchanged, body } = await post(given, exchange(given, await authorized(given)));
    expect(exchanged).toBe(200);
    const token = body["access_token"] ?? "";
    for (const path of ["user", "wallet"]) expect(await read(given, `/v1/oauth2/${path}`, { token })).toBe(200);
    expect(await status(given, refresh(given, body["refresh_token"]))).toBe(200);
  };

  it("stops no login by codes that an application passes on with its secret", async () => {
    const given = await givenLimits();
    const answers = await many(PER_ADDRESS + PER_KEY + 1, () => status(given, junk(given)));
    expect(answers).toEqual({ 400: PER_KEY, 429: PER_ADDRESS + 1 });
    await expectLogins(given);
    expect(await status(given, junk(given))).toBe(429);
  });

  it("stops no refresh by refresh tokens that an application passes on with its secret", async () => {
    const given = await givenLimits();
    const answers = await many(PER_ADDRESS + PER_KEY + 1, () => status(given, refresh(given, JUNK)));
    expect(answers).toEqual({ 400: PER_KEY, 429: PER_ADDRESS + 1 });
    await expectLogins(given);
    expect(await status(given, refresh(given, JUNK))).toBe(429);
  });

  it("stops no login by unknown paths, from the address of the application's backend", async () => {
    const given = await givenLimits();
    const { access: token } = await tokensOf(given, { scope: "openid user wallet" });
    await blockAddress(given);
    await expectLogins(given);
    const own = { client_id: given.clientId, client_secret: given.clientSecret };
    const { body } = await post(given, { ...own, token }, { name: "introspect" });
    expect(body).toMatchObject({ active: true });
    expect(await status(given, { ...own, response_type: "code" }, { name: "par" })).toBe(400);
    expect(await read(given, "/v1/oauth2/userinfo", { token })).toBe(200);
    const basic = Buffer.from(`${given.clientId}:${given.clientSecret}`).toString("base64");
    expect(await status(given, { token }, { name: "revoke", headers: { authorization: `Basic ${basic}` } })).toBe(200);
    for (const path of ["/.well-known/openid-configuration", "/v1/oauth2/jwks"])
      expect(await read(given, path)).toBe(200);
  });

  it.each(["user", "wallet", "userinfo"])("stops no login by expired tokens at %s", async (name) => {
    const given = await givenLimits();
    const { access: expired } = await tokensOf(given);
    await database().admin.query(sql`
      update oauth.artifact
         set expires_at = now(),
             payload = jsonb_set(payload, '{exp}', '1')
       where model = 'AccessToken'`);
    const ask = () => read(given, `/v1/oauth2/${name}`, { token: expired });
    expect(await many(PER_ADDRESS + 5, ask)).toEqual({ 401: PER_ADDRESS, 429: 5 });
    await expectLogins(given);
    expect(await ask()).toBe(429);
  });

  it("takes nothing of the share of another application, or of what else this one asks", async () => {
    const given = await givenLimits();
    const other = await anotherApp(given);
    await many(PER_KEY + 1, () => status(given, junk(given)));
    expect(await status(given, junk(given))).toBe(429);
    expect(await status(given, refresh(given, JUNK))).toBe(400);
    expect(await status(other, junk(other))).toBe(400);
    const own = { client_id: given.clientId, client_secret: given.clientSecret };
    expect(await status(given, { ...own, token: JUNK }, { name: "revoke" })).toBe(200);
  });

  it.each(["user", "wallet", "userinfo"])("takes nothing of an application by one user's token at %s", async (name) => {
    const given = await givenOauth(database(), {
      rateLimits: { perKey: 60, perAddress: PER_ADDRESS },
      trustedProxies: [LOOPBACK],
    });
    const scope = { scope: "openid user wallet" };
    const { access: token } = await tokensOf(given, scope);
    const { access: again } = await tokensOf(given, scope);
    const ask = (shown = token) =>
      read(given, name === "userinfo" ? "/v1/oauth2/userinfo" : `/v1/oauth2/${name}`, { token: shown });
    expect(await many(100, () => ask(), 5)).toEqual({ 200: PER_ADDRESS, 429: 100 - PER_ADDRESS });
    expect(await ask(again)).toBe(429); // another token of the same user
    const { body } = await post(given, exchange(given, await authorized(given, scope, { user: given.bob })));
    const others = body["access_token"] ?? "";
    expect(await many(20, () => ask(others), 5)).toEqual({ 200: 20 });
    expect(await ask(others)).toBe(429); // now the application's own share
  });

  it("goes on with a code once, whatever was shown with it before: a wrong verifier neither passes nor ends it", async () => {
    const given = await givenLimits();
    const login = await authorized(given);
    const guess = { ...exchange(given, login), code_verifier: "y".repeat(43) };
    expect(await many(PER_KEY + 10, () => status(given, guess))).toEqual({ 400: PER_KEY, 429: 10 });
    const { status: exchanged, body } = await post(given, exchange(given, login));
    expect(exchanged).toBe(200);
    expect(await status(given, guess)).toBe(429);
    const token = body["access_token"] ?? "";
    expect(await read(given, "/v1/oauth2/user", { token })).toBe(200);
  });

  it("goes on with no code of another application, with none that was used, and with none that is too old", async () => {
    const given = await givenLimits();
    const other = await anotherApp(given);
    const used = exchange(given, await authorized(given));
    expect(await status(given, used)).toBe(200);
    const others = await authorized(other);
    const late = exchange(given, await authorized(given));
    await database().admin.query(sql`
      update oauth.artifact
         set payload = jsonb_set(payload, '{exp}', '1')
       where model = 'AuthorizationCode' and consumed_at is null and client_id = ${given.clientId}`);
    await many(PER_KEY, () => status(given, junk(given)));
    expect([await status(given, used), await status(given, late)]).toEqual([429, 429]);
    expect(await status(given, exchange(given, others))).toBe(429);
    expect(await status(other, exchange(other, others))).toBe(200);
  });

  it.each(["token", "revoke", "introspect", "par"])("ends guessing secrets at %s, many at once", async (name) => {
    const given = await givenLimits();
    const guess = (from = BACKEND) => status(given, { ...wrong(given), token: JUNK }, { name, from });
    expect(await many(AT_ONCE, () => guess())).toEqual({ 401: PER_ADDRESS, 429: AT_ONCE - PER_ADDRESS });
    expect(await guess()).toBe(429);
    expect(await guess(ELSEWHERE)).toBe(401);
    const own = { client_id: given.clientId, client_secret: given.clientSecret };
    expect(await status(given, { ...own, token: JUNK }, { name })).not.toBe(429);
  });

  it("counts on the address without a secret, with an unknown application, and with what cannot be read", async () => {
    const given = await givenLimits();
    const { client_secret: _none, ...bare } = junk(given);
    const requests = [bare, { ...junk(given), client_id: JUNK }, { ...junk(given), client_id: "short" }, "{"];
    for (const body of requests.flatMap((one) => Array(PER_ADDRESS / requests.length).fill(one)))
      expect(await status(given, body)).toBeLessThan(402);
    expect(await status(given, bare)).toBe(429);
    expect(await read(given, "/no-such-path")).toBe(429);
    await expectLogins(given);
  });

  it("counts what a token does not allow on its application", async () => {
    const given = await givenLimits();
    const { access: token } = await tokensOf(given, { scope: "profile" });
    const answers = await many(PER_KEY + 3, () => read(given, "/v1/oauth2/wallet", { token }));
    expect(answers).toEqual({ 403: PER_KEY, 429: 3 });
    expect(await read(given, "/no-such-path")).toBe(404);
  });

  it("reads the documents of the protocol up to a share of its own, for each network", async () => {
    const given = await givenLimits();
    const document = (from = BACKEND) => read(given, "/v1/oauth2/jwks", { from });
    expect(await many(305, () => document(), 5)).toEqual({ 200: 300, 429: 5 });
    expect(await document(ELSEWHERE)).toBe(200);
    expect(await read(given, "/no-such-path")).toBe(404);
    await expectLogins(given);
  });
});
