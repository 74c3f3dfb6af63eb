import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createLogin, type LoginOptions, loginOn } from "./login.ts";
import { LOGIN_OPERATIONS } from "./login-operations.harness.ts";
import { type FakeService, fakeService, proxyPage, refusal, success } from "./machine.harness.ts";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const OPTIONS: LoginOptions = {
  baseUrl: "https://pay.example",
  clientId: "c1ient",
  clientSecret: "c1ient-secret",
  redirectUri: "https://shop.example/callback?a=1",
};
const loginAt = ({ machine }: FakeService, options: Partial<LoginOptions> = {}) =>
  loginOn(machine, { ...OPTIONS, ...options });

const answered = (fields: object = {}) =>
  Response.json({
    accessToken: "a1",
    access_token: "a1",
    refreshToken: "r1",
    refresh_token: "r1",
    token_type: "Bearer",
    expires_in: 3600,
    scope: "user wallet",
    ...fields,
  });
const refused = (error: string) =>
  Response.json({ error, error_description: `it is ${error}`, success: false, message: "no" }, { status: 400 });

describe("the address to which a browser is sent", () => {
  it("asks for what the interface names, with a challenge that belongs to the verifier", async () => {
    const service = fakeService();
    const { url, state, verifier } = await loginAt(service).authorization();
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe("https://pay.example/v1/oauth2/authorize");
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: "c1ient",
      redirect_uri: OPTIONS.redirectUri,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    expect(service.sendings).toEqual([]);
  });

  it("has scopes and a state of the application's own", async () => {
    const asked = { scopes: ["openid", "profile"], state: "own &" };
    const { url, state } = await loginAt(fakeService()).authorization(asked);
    const { searchParams } = new URL(url);
    expect([searchParams.get("scope"), searchParams.get("state"), state]).toEqual(["openid profile", "own &", "own &"]);
  });

  it("has a verifier and a state that nobody guesses, as long as PKCE asks", async () => {
    const login = createLogin(OPTIONS);
    const [one, other] = [await login.authorization(), await login.authorization()];
    expect(one.verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set([one.verifier, one.state, other.verifier, other.state]).size).toBe(4);
  });
});

describe("tokens", () => {
  it("are given for a code, which is sent with verifier, address and secret", async () => {
    const service = fakeService();
    service.replies.push(answered({ id_token: "i1" }));
    const tokens = await loginAt(service).exchangeCode({ code: "c0de", verifier: "v" });
    const given = { accessToken: "a1", refreshToken: "r1", expiresIn: 3600, scopes: ["user", "wallet"] };
    expect(tokens).toEqual({ ...given, idToken: "i1" });
    const [{ method, target, body } = {}] = service.sendings;
    expect([method, target]).toEqual(["POST", "/v1/oauth2/token"]);
    expect(body).toEqual({
      client_id: "c1ient",
      client_secret: "c1ient-secret",
      grant_type: "authorization_code",
      code: "c0de",
      code_verifier: "v",
      redirect_uri: OPTIONS.redirectUri,
    });
  });

  it("are given for a refresh token", async () => {
    const service = fakeService();
    service.replies.push(answered());
    expect(await loginAt(service).refresh("r0")).toMatchObject({ refreshToken: "r1", idToken: undefined });
    expect(service.sendings[0]?.body).toEqual({
      client_id: "c1ient",
      client_secret: "c1ient-secret",
      grant_type: "refresh_token",
      refresh_token: "r0",
    });
  });

  it("are refused with the code that the standard has", async () => {
    const service = fakeService();
    service.replies.push(refused("invalid_grant"));
    const refusal = { code: "invalid_grant", message: "it is invalid_grant", status: 400, money: "nothing_moved" };
    await expect(loginAt(service).refresh("r0")).rejects.toMatchObject({ ...refusal, attempts: 1 });
  });

  it.each([
    ["a broken connection", () => new TypeError("fetch failed"), "connection_failed"],
    ["a proxy's page", () => proxyPage(502), "unexpected_answer"],
    ["an answer without tokens", () => Response.json({ hello: 1 }), "unexpected_answer"],
  ])("are asked for once, also after %s: a code that is used twice ends all that it gave", async (_, reply, code) => {
    const service = fakeService();
    service.replies.push(reply());
    await expect(loginAt(service).exchangeCode({ code: "c", verifier: "v" })).rejects.toMatchObject({ code });
    expect(service.sendings).toHaveLength(1);
  });
});

describe("what a token reads", () => {
  it.each(Object.entries(LOGIN_OPERATIONS))("is asked for by %s with the token alone", async (operation, call) => {
    const service = fakeService();
    service.replies.push(success({ id: "x1" }));
    expect(await call(loginAt(service), "t0ken")).toEqual({ id: "x1" });
    const [{ method, target, headers } = {}] = service.sendings;
    expect(`${method} ${target}`).toBe(operation);
    expect([headers?.get("authorization"), headers?.get("apikey")]).toEqual(["Bearer t0ken", null]);
  });

  it("is refused with the service's code, and nothing is sent with what is no token", async () => {
    const service = fakeService();
    service.replies.push(refusal(401, "invalid_token"));
    await expect(loginAt(service).user("old")).rejects.toMatchObject({ code: "invalid_token", status: 401 });
    await expect(loginAt(service).user("a\nb")).rejects.toMatchObject({ code: "invalid_input" });
    expect(service.sendings).toHaveLength(1);
  });
});

it("all methods stand in the table of the README", () => {
  const cells = [...README.matchAll(/^\| `[A-Z]+ \/v1\/oauth2\/.+ \| (`.+`) \|$/gm)].map(([, cell = ""]) => cell);
  const methods = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, method]) => method));
  expect(methods.toSorted()).toEqual(Object.keys(loginAt(fakeService())).toSorted());
});

it.each([
  [{ baseUrl: "pay.example" }, "baseUrl"],
  [{ clientId: "" }, "clientId"],
  [{ clientSecret: "c1ient-secret\n" }, "clientSecret"],
  [{ redirectUri: "callback" }, "redirectUri"],
  [{ timeoutMs: 0 }, "timeoutMs"],
])("an option that cannot be right is refused, without the secret: %o", (option, named) => {
  const make = () => createLogin({ ...OPTIONS, ...option });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(named);
  expect(make).not.toThrow("c1ient-secret");
});
