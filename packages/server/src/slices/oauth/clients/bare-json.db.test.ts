import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { CALLBACK, random } from "../testing/oauth.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

const UUID = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const AMOUNT = expect.stringMatching(/^(?:0|[1-9][0-9]*)$/);

/**
 * A client that knows the interface and nothing else: JSON bodies, five parameters of the address, `accessToken` in the
 * answer. Its mistakes are those that the interface allows: no scope, and a `state` of its own only when it wants one.
 */
function bareClient({ baseUrl, clientId, clientSecret }: Service) {
  const verifier = Buffer.from(random.bytes(48)).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const get = async (path: string, accessToken: string) => {
    const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${accessToken}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    authorization: (state?: string) => {
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: "code",
        redirect_uri: CALLBACK,
        code_challenge_method: "S256",
        code_challenge: challenge,
        ...(state === undefined ? {} : { state }),
      });
      return `${baseUrl}/v1/oauth2/authorize?${parameters}`;
    },
    async token(code: string) {
      const answer = await fetch(`${baseUrl}/v1/oauth2/token`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          client_id: clientId,
          client_secret: clientSecret,
          code,
          code_verifier: verifier,
          grant_type: "authorization_code",
          redirect_uri: CALLBACK,
        }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async refresh(refreshToken: string) {
      const answer = await fetch(`${baseUrl}/v1/oauth2/token`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          client_id: clientId,
          client_secret: clientSecret,
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          redirect_uri: CALLBACK,
        }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    user: (accessToken: string) => get("/v1/oauth2/user", accessToken),
    wallet: (accessToken: string) => get("/v1/oauth2/wallet", accessToken),
  };
}

onDatabase("a client written from the interface alone", (database) => {
  async function loggedIn(state?: string) {
    const service = await givenService(database());
    const client = bareClient(service);
    const end = await logInBy(service, service.browser(), client.authorization(state), service.alice);
    return { service, client, back: new URL(end.url) };
  }

  it("gets a code and its state at its redirect address, and no state that it did not send", async () => {
    const { back } = await loggedIn("41c2");
    expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(back.searchParams.get("state")).toBe("41c2");
    expect(back.searchParams.get("code")).toMatch(/./);
    const { back: without } = await loggedIn();
    expect(without.searchParams.has("state")).toBe(false);
    expect(without.searchParams.get("code")).toMatch(/./);
  });

  it("finds each field of the interface in token, profile and wallet, with its type", async () => {
    const { service, client, back } = await loggedIn("s");
    const token = await client.token(back.searchParams.get("code") ?? "");
    expect(token.status).toBe(200);
    expect(token.body).toMatchObject({ accessToken: expect.stringMatching(/./) });
    expect(Object.keys(token.body).filter((name) => ["success", "message", "data"].includes(name))).toEqual([]);
    const accessToken = String(token.body["accessToken"]);

    const user = await client.user(accessToken);
    expect(user.status).toBe(200);
    expect(user.body).toEqual({
      success: true,
      data: {
        id: UUID,
        email: service.alice.email,
        gamertag: service.alice.gamertag,
        image: expect.stringMatching(/^https?:\/\//),
        isVerified: expect.any(Boolean),
        lightningAddress: `${service.alice.gamertag}@${new URL(service.baseUrl).host}`,
        publicBio: expect.any(String),
        publicStaticCharge: expect.stringMatching(/^lnurl1[a-z0-9]+$/i),
        social: { twitter: expect.any(String), website: expect.any(String) },
      },
    });
    const wallet = await client.wallet(accessToken);
    expect(wallet.status).toBe(200);
    expect(wallet.body).toEqual({
      success: true,
      data: {
        balance: AMOUNT,
        remainingAmountLimits: { daily: AMOUNT, weekly: AMOUNT, monthly: AMOUNT, maxCredit: AMOUNT },
      },
      message: expect.stringMatching(/wallet/i),
    });
  });

  it("refreshes, and reads profile and wallet with the new token", async () => {
    const { service, client, back } = await loggedIn("s");
    const first = (await client.token(back.searchParams.get("code") ?? "")).body;
    const { status, body } = await client.refresh(String(first["refreshToken"]));
    expect([status, body]).toEqual([200, expect.objectContaining({ tokenType: "Bearer", expiresIn: 3600 })]);
    for (const name of ["accessToken", "refreshToken"]) {
      expect(body[name]).toEqual(expect.stringMatching(/^.{36,}$/));
      expect(body[name]).not.toBe(first[name]);
    }
    const accessToken = String(body["accessToken"]);
    expect(await client.user(accessToken)).toMatchObject({ status: 200, body: { data: { id: service.alice.id } } });
    expect(await client.wallet(accessToken)).toMatchObject({ status: 200, body: { data: { balance: AMOUNT } } });
  });

  it("learns that a code is not good by a status and a text, and that a token is not by 401", async () => {
    const { client } = await loggedIn("s");
    const token = await client.token("x".repeat(36));
    expect(token.status).toBe(400);
    expect(token.body).toMatchObject({ success: false, message: expect.any(String), error: "invalid_grant" });
    for (const asked of [client.user, client.wallet]) {
      const { status, body } = await asked("no token");
      expect(status).toBe(401);
      expect(body).toMatchObject({
        success: false,
        message: expect.stringContaining("Token is either invalid or expired"),
      });
    }
  });
});
