import { Agent } from "node:https";
import { connect } from "node:net";
import { getZBDProvider } from "next-auth-zbd-provider/index.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
// Its protocol code, which the package's "exports" do not name.
import { AuthHandler } from "../../../../../../node_modules/next-auth/core/index.js";
import { cookieJar } from "../testing/cookie-jar.harness.ts";
import { askToken, LOOPBACK, readStatus, refresh } from "../testing/oauth.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

const SITE = "https://app.example";
const CALLBACK = `${SITE}/api/auth/callback/zbd`;
/** Stands in the package, and is ours here. */
const THEIR_HOST = "https://api.zebedee.io";

type Tokens = { access_token?: string; refresh_token?: string };

/**
 * What the package asks of its host comes to the service: by `fetch` for the profile, by an agent of the connection for
 * the tokens.
 */
function redirectHost({ baseUrl, port }: Service): Agent {
  const real = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => real(url.replace(THEIR_HOST, baseUrl), init));
  vi.stubEnv("NEXTAUTH_URL", SITE);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
  const agent = new Agent();
  return Object.assign(agent, { createConnection: () => connect({ host: LOOPBACK, port }) });
}

onDatabase("the package next-auth-zbd-provider in next-auth, as they are published", (database) => {
  it("logs a user in, with profile and wallet, and its tokens can be refreshed", async () => {
    const service = await givenService(database(), { redirectUris: [CALLBACK] });
    const agent = redirectHost(service);
    const { clientId, clientSecret, alice } = service;
    const jar = cookieJar();
    let given: Tokens = {};
    let profile: Record<string, unknown> = {};
    const options = {
      secret: "the application's own",
      providers: [
        {
          ...getZBDProvider({ clientId, clientSecret, apiKey: "the project's key", scope: undefined }),
          httpOptions: { agent },
        },
      ],
      callbacks: {
        jwt: ({ token, account, user }: { token: object; account?: Tokens; user?: Record<string, unknown> }) => {
          if (account) given = account;
          if (user) profile = user;
          return token;
        },
      },
    };
    const ask = async (path: string, body?: Record<string, string>) => {
      const sent: RequestInit =
        body === undefined
          ? {}
          : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const request = new Request(`${SITE}/api/auth/${path}`, {
        ...sent,
        headers: { ...sent.headers, cookie: jar.header() },
      });
      const answer = await (AuthHandler as unknown as Handler)({ req: request, options });
      jar.keep((answer.cookies ?? []).map(({ name, value }) => `${name}=${value}`));
      return answer;
    };

    const { csrfToken } = (await ask("csrf")).body as { csrfToken: string };
    const { redirect = "" } = await ask("signin/zbd", { csrfToken, callbackUrl: SITE });
    expect(redirect.startsWith(`${THEIR_HOST}/v1/oauth2/authorize?`), redirect).toBe(true);
    expect(new URL(redirect).searchParams.get("scope")).toBe("user,wallet");
    const end = await logInBy(service, service.browser(), redirect.replace(THEIR_HOST, service.baseUrl), alice);
    const back = await ask(end.url.slice(`${SITE}/api/auth/`.length));
    expect(back.redirect).toBe(SITE);

    expect(((await ask("session")).body as { user: object }).user).toMatchObject({ email: alice.email });
    expect(profile).toMatchObject({
      id: alice.id,
      email: alice.email,
      gamertag: alice.gamertag,
      balance: "0",
      remainingAmountLimits: { daily: expect.any(String), maxCredit: expect.any(String) },
    });
    const next = await askToken(service, refresh(service, given.refresh_token));
    expect([next.status, next.body["scope"]]).toEqual([200, "user wallet"]);
    for (const name of ["user", "wallet"]) expect(await readStatus(service, name, next.body["access_token"])).toBe(200);
  });
});

type Handler = (asked: { readonly req: Request; readonly options: object }) => Promise<{
  readonly status?: number;
  readonly redirect?: string;
  readonly body?: unknown;
  readonly cookies?: readonly { readonly name: string; readonly value: string }[];
}>;
