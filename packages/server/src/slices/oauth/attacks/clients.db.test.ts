import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { endOldSecrets, revokeApp, rotateSecret } from "../apps/change-app.ts";
import { endSecret } from "../apps/end-secret.ts";
import { listValidSecrets } from "../store/secrets.ts";
import {
  anotherApp,
  askToken,
  authorized,
  authorizeUrl,
  exchange,
  type Given,
  givenOauth,
  pkce,
  profileStatus,
  refresh,
  tokensOf,
} from "../testing/oauth.harness.ts";
import { sendRaw } from "../testing/raw.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const ENDPOINTS = ["token", "revoke", "introspect", "par"] as const;

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

/** Cures 4 and 5: what an application shows to be itself. */
onDatabase("an attacker who plays an application", (database) => {
  async function send(given: Given, name: string, fields: Record<string, string>, headers: object = {}, query = "") {
    const { status, text } = await sendRaw(given, {
      method: "POST",
      target: `/v1/oauth2/${name}${query}`,
      headers: { "content-type": FORM, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }
  /** Each endpoint, with all that it wants beside the client. */
  const FIELDS: Readonly<Record<(typeof ENDPOINTS)[number], Record<string, string>>> = {
    token: { grant_type: "refresh_token", refresh_token: "x".repeat(36) },
    revoke: { token: "x".repeat(36) },
    introspect: { token: "x".repeat(36) },
    par: {
      response_type: "code",
      redirect_uri: "https://app.example/callback",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    },
  };
  const REFUSED = { status: 401, body: expect.objectContaining({ error: "invalid_client", success: false }) };

  it.each(ENDPOINTS)(
    "is refused at %s without a secret, with a wrong one, and with what is stored of it",
    async (name) => {
      const given = await givenOauth(database());
      const { clientId: client_id, clientSecret } = given;
      const hash = createHash("sha256").update(clientSecret).digest();
      const secrets = [
        "",
        "x".repeat(36),
        clientSecret.slice(1),
        `${clientSecret} `,
        clientSecret.toUpperCase(),
        hash.toString("hex"),
        hash.toString("base64"),
        hash.toString("base64url"),
        hash.toString("latin1").replaceAll("\0", "0"), // a NUL is refused as no text at all
        `\\x${hash.toString("hex")}`,
        `sha256:${hash.toString("hex")}`,
        "sha256:",
        "undefined",
        "null",
        "[object Object]",
      ];
      for (const secret of secrets) {
        expect(await send(given, name, { ...FIELDS[name], client_id, client_secret: secret }), secret).toEqual(REFUSED);
        const { status, body } = await send(given, name, FIELDS[name], { authorization: basic(client_id, secret) });
        expect([400, 401], `Basic ${secret}`).toContain(status);
        expect(body["error"], `Basic ${secret}`).toMatch(/^invalid_(?:client|request)$/);
      }
      expect(await send(given, name, { ...FIELDS[name], client_id })).toEqual(REFUSED);
      const known = await send(given, name, { ...FIELDS[name], client_id, client_secret: clientSecret });
      expect(known.body["error"] ?? "none").not.toBe("invalid_client");
    },
  );

  it.each(ENDPOINTS)("does not show at %s whether an application exists", async (name) => {
    const given = await givenOauth(database());
    const fields = { ...FIELDS[name], client_secret: "x".repeat(36) };
    const known = await send(given, name, { ...fields, client_id: given.clientId });
    for (const client_id of ["y".repeat(36), "a", "'", "\u{1f642}"])
      expect(await send(given, name, { ...fields, client_id })).toEqual(known);
  });

  it("cannot put the secret into the address", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given);
    const fields = { grant_type: "refresh_token", refresh_token: token };
    const query = `?${new URLSearchParams({ client_id: given.clientId, client_secret: given.clientSecret })}`;
    expect((await send(given, "token", fields, {}, query)).status).toBe(400);
    expect((await send(given, "token", { ...fields, client_id: given.clientId }, {}, query)).status).toBe(401);
  });

  it.each(["form", "json"])("is refused when it shows a secret in two ways, in a %s", async (kind) => {
    const given = await givenOauth(database());
    const { clientId: client_id, clientSecret: client_secret } = given;
    const { refresh: refresh_token } = await tokensOf(given);
    const fields = { grant_type: "refresh_token", refresh_token, client_id, client_secret };
    const { status, text } = await sendRaw(given, {
      method: "POST",
      target: "/v1/oauth2/token",
      headers: {
        authorization: basic(client_id, client_secret),
        "content-type": kind === "form" ? FORM : "application/json",
      },
      body: kind === "form" ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    });
    expect([status, JSON.parse(text).error]).toEqual([400, "invalid_request"]);
  });

  it("is known by Basic and by the body, in a form and in JSON; Basic is percent-decoded", async () => {
    const given = await givenOauth(database());
    const { refresh: refresh_token } = await tokensOf(given);
    const fields = { grant_type: "refresh_token", refresh_token };
    const authorization = `Basic ${Buffer.from(`${given.clientId.replace(/^./, percent)}:${given.clientSecret.replace(/^./, percent)}`).toString("base64")}`;
    expect((await send(given, "token", fields, { authorization })).status).toBe(200);
    const { status } = await sendRaw(given, {
      method: "POST",
      target: "/v1/oauth2/token",
      body: JSON.stringify(fields),
      headers: { authorization: basic(given.clientId, given.clientSecret), "content-type": "application/json" },
    });
    expect(status).toBe(200);
    expect((await askToken(given, refresh(given, refresh_token))).status).toBe(200);
  });
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

  it.each([
    "Bearer x",
    "Basic",
    "Basic !!!",
    "Basic Og==",
    `Basic ${"x".repeat(4_000)}`,
    "Digest username=x",
    `Basic ${Buffer.from("%zz:%zz").toString("base64")}`,
    `Basic ${Buffer.from("a\u0000:b").toString("base64")}`,
    `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}`,
  ])("is refused with the header %s", async (authorization) => {
    const given = await givenOauth(database());
    const { status, body } = await send(given, "token", FIELDS.token, { authorization });
    expect([400, 401]).toContain(status);
    expect(body["error"]).toMatch(/^invalid_(?:client|request)$/);
  });

  it("can use two secrets during a rotation, and one of them after it", async () => {
    const given = await givenOauth(database());
    const as = async (clientSecret: string) => {
      const { body } = await askToken(given, { ...refresh(given, "x".repeat(36)), client_secret: clientSecret });
      return body["error"] === "invalid_client" ? "refused" : "known";
    };
    const first = given.clientSecret;
    const { clientSecret: second } = await rotateSecret(given, given.app);
    expect([await as(first), await as(second)]).toEqual(["known", "known"]);
    await expect(rotateSecret(given, given.app)).rejects.toMatchObject({ code: "too_many_client_secrets" });
    expect([await as(first), await as(second)]).toEqual(["known", "known"]);
    await endSecret(given, given.app, { name: first.slice(-4) });
    expect([await as(first), await as(second)]).toEqual(["refused", "known"]);
    const { clientSecret: third } = await rotateSecret(given, given.app);
    await endOldSecrets(given, given.app);
    expect([await as(first), await as(second), await as(third)]).toEqual(["refused", "refused", "known"]);
    expect(await as(`${second},${third}`)).toBe("refused");
  });

  it("is seen to use a secret, each one by itself, and a wrong one never", async () => {
    const given = await givenOauth(database());
    const ask = (client_secret: string) =>
      askToken(given, { ...refresh(given, "x".repeat(36)), client_secret }).then(() => given.scheduler.drain());
    const used = async () => (await listValidSecrets(given.db, given.app.id)).map(({ usedAt }) => usedAt);
    await ask("0".repeat(36));
    expect(await used()).toEqual([undefined]);
    const { clientSecret: second } = await rotateSecret(given, given.app);
    const before = Date.now();
    await ask(second);
    const [first, at] = await used();
    expect([first, Number(at) >= before]).toEqual([undefined, true]);
    await ask(second); // within the minute
    expect(await used()).toEqual([undefined, at]);
    await ask(given.clientSecret);
    expect((await used())[0]).toEqual(expect.any(Date));
  });

  it("has nothing any more once the application is revoked", async () => {
    const given = await givenOauth(database());
    const tokens = await tokensOf(given);
    const login = await authorized(given);
    const browser = given.browser();
    given.logIn(browser, given.alice);
    const consent = await browser.open(authorizeUrl(given, pkce().challenge, { prompt: "consent" }));
    await revokeApp(given, given.app);
    expect(await profileStatus(given, tokens.access)).toBe(401);
    for (const body of [refresh(given, tokens.refresh), exchange(given, login)])
      expect(await askToken(given, body)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect((await browser.open(authorizeUrl(given, pkce().challenge))).status).toBe(400);
    const late = await browser.submit(consent, "consent", { decision: "allow" });
    expect([late.status, late.url.startsWith(given.baseUrl)]).toEqual([400, true]);
  });

  it("has nothing while all secrets of the application are ended, and no other application's secret helps", async () => {
    const given = await givenOauth(database());
    const tokens = await tokensOf(given);
    const other = await anotherApp(given);
    const body = { ...refresh(given, tokens.refresh), client_secret: other.clientSecret };
    expect(await askToken(given, body)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    await database().admin.query(sql`
      update oauth.app_secret set revoked_at = now() where app_id = ${given.app.id}`);
    expect(await askToken(given, refresh(given, tokens.refresh))).toMatchObject({ status: 401 });
  });
});
