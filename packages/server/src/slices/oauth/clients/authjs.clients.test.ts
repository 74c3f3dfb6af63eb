import { Auth, type AuthConfig } from "@auth/core";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cookieJar } from "../testing/cookie-jar.harness.ts";
import { askToken, readStatus, refresh } from "../testing/oauth.harness.ts";
import { givenService, logInBy } from "../testing/service.harness.ts";

const SITE = "https://app.example";
const CALLBACK = `${SITE}/auth/callback/leyden`;

onDatabase("Auth.js, as it is published", (database) => {
  it.each([
    ["given no more than the issuer and the client", undefined, 403],
    ["asking for the wallet too", "openid profile email wallet", 200],
  ])("logs a user in by OpenID Connect, %s, and reads the profile", async (_, scope, walletStatus) => {
    const service = await givenService(database(), { redirectUris: [CALLBACK] });
    const { baseUrl: issuer, clientId, clientSecret, alice } = service;
    const jar = cookieJar();
    let tokens: { access_token?: string; refresh_token?: string } = {};
    const config: AuthConfig = {
      secret: "the application's own",
      trustHost: true,
      basePath: "/auth",
      providers: [
        {
          id: "leyden",
          name: "Leyden",
          type: "oidc",
          issuer,
          clientId,
          clientSecret,
          ...(scope && { authorization: { params: { scope } } }),
          checks: ["pkce", "state", "nonce"],
        },
      ],
      callbacks: {
        jwt({ token, account }) {
          if (account) tokens = account as typeof tokens;
          return token;
        },
      },
    };
    const ask = async (path: string, form?: Record<string, string>) => {
      const headers = { cookie: jar.header(), "content-type": "application/x-www-form-urlencoded" };
      const body = form && new URLSearchParams(form).toString();
      const answer = await Auth(
        new Request(`${SITE}/auth/${path}`, body === undefined ? { headers } : { method: "POST", headers, body }),
        config,
      );
      jar.keep(answer.headers.getSetCookie());
      return answer;
    };

    const { csrfToken } = (await (await ask("csrf")).json()) as { csrfToken: string };
    const location = (await ask("signin/leyden", { csrfToken, callbackUrl: SITE })).headers.get("location") ?? "";
    expect(location.startsWith(`${issuer}/v1/oauth2/authorize?`), location).toBe(true);
    const end = await logInBy(service, service.browser(), location, alice);
    const back = await ask(end.url.slice(`${SITE}/auth/`.length));
    expect([back.status, back.headers.get("location")]).toEqual([302, SITE]);
    expect(await (await ask("session")).json()).toMatchObject({
      user: { email: alice.email, name: alice.gamertag, image: expect.stringMatching(/^http/) },
    });
    // It refreshes no tokens and reads nothing of ours: what its tokens are good for is for the application to ask.
    const next = await askToken(service, refresh(service, tokens.refresh_token));
    expect(next.status).toBe(200);
    for (const token of [tokens.access_token, next.body["access_token"]]) {
      expect(await readStatus(service, "user", token)).toBe(200);
      expect(await readStatus(service, "wallet", token)).toBe(walletStatus);
    }
  });
});
