import { createHash } from "node:crypto";
import { onTestFinished } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { browserCookie, browserSecret } from "#platform/http/browser-cookie.ts";
import { pageShell } from "#platform/http/page-shell.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { createProject } from "#projects";
import type { AppOptions } from "#service/app.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { findProfile, findUser, profileOf } from "#users";
import { createApp, type NewApp } from "../apps/create-app.ts";
import { interactionPages } from "../pages.ts";
import type { LoggedIn } from "../provider/interactions.ts";
import { openProtocol, type ProtocolDeps } from "../provider/protocol.ts";
import { protocolPages } from "../provider/protocol-pages.ts";
import { providerRoutes } from "../provider-routes.ts";
import type { Family } from "../store/artifacts.ts";
import { userTokenRoutes } from "../user-routes.ts";
import { type Browser, newBrowser, type Page } from "./browser.harness.ts";

export const LOOPBACK = "127.0.0.1";
export const CALLBACK = "https://app.example/callback";
export const random = machineRandom();

export type Given = Awaited<ReturnType<typeof givenOauth>>;

/**
 * The protocol on a real database behind a real port, with an application and two users. Who is logged in is said by
 * `logIn`.
 */
export async function givenOauth(
  database: DatabaseUnderTest,
  {
    redirectUris = [CALLBACK],
    ...appOptions
  }: Partial<NewApp> & Partial<Pick<AppOptions, "rateLimits" | "trustedProxies">> = {},
  /** Gets the lines of the log, of all levels. */
  destination?: { readonly write: (line: string) => void },
) {
  const { db } = database;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const log = createLog(
    destination === undefined ? { level: "silent", pretty: false } : { level: "debug", pretty: false, destination },
  );
  const machine = { db, clock: machineClock, random, log, journal: memoryJournal() };
  const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
  const logins = new Map<string, LoggedIn>();
  const replays: Family[] = [];
  const { name: cookieName } = browserCookie(baseUrl);
  const secretIn = (cookies = "") =>
    browserSecret(new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies)?.[1]) ?? "";

  const protocolDeps: ProtocolDeps = {
    ...machine,
    batch: database.batch,
    sealer,
    baseUrl,
    pages: protocolPages(pageShell(PLAIN)),
    onReplayed: async (family) => void replays.push(family),
    sessionOf: async (cookies) => logins.get(secretIn(cookies)),
    isLoggedIn: async (cookies, userId) => logins.get(secretIn(cookies))?.userId === userId,
    endSession: async ({ headers }) => {
      logins.delete(secretIn(headers.cookie));
      return undefined;
    },
    claimsOf: async (id) => {
      const profile = await findProfile(database, id);
      return profile && { ...profileOf(profile, baseUrl), emailIsVerified: profile.level !== "unverified" };
    },
  };
  const protocol = openProtocol(protocolDeps);
  const scheduler = machineScheduler({ failed: (task, error) => log.error({ task, error }, "failed") });
  onTestFinished(() => scheduler.drain());
  const app = await sampleApp({
    ...appOptions,
    baseUrl,
    log,
    routes: [
      providerRoutes({ ...database, clock: machineClock, scheduler, protocol, baseUrl }),
      userTokenRoutes({ ...database, baseUrl }),
      interactionPages({
        ...machine,
        baseUrl,
        protocol,
        termsPath: async () => undefined,
        findLogin: async (secret) => {
          const login = logins.get(secret);
          const user = login && (await findUser(db, login.userId));
          return login && user && { ...login, gamertag: user.gamertag, email: user.email };
        },
        isLoggedIn: async (secret, userId) => logins.get(secret)?.userId === userId,
        endLogin: async ({ browser }) => void logins.delete(browser.secret),
        loginPath: (next) => `/login?next=${encodeURIComponent(next)}`,
      }),
    ],
  });
  const server = await serve(app, { port, baseUrl });
  onTestFinished(server.close);

  const project = await createProject({ ...database, ...machine }, { name: `oauth ${random.uuid()}` });
  const registered = await createApp(machine, { projectId: project.id, name: "Example shop", redirectUris });
  const alice = await givenUser(database, { emailIsVerified: true });
  const bob = await givenUser(database, { emailIsVerified: true });

  /** As the login pages do: the browser gets another secret, and it names the login. */
  function logIn(browser: Browser, { id }: { readonly id: UserId }, authenticatedAt = new Date()): void {
    const secret = Buffer.from(random.bytes(32)).toString("base64url");
    logins.set(secret, { userId: id, authenticatedAt, amr: ["otp"] });
    browser.take([{ name: cookieName, value: secret, path: "/" }]);
  }

  return {
    ...machine,
    database,
    baseUrl,
    protocol,
    protocolDeps,
    scheduler,
    replays,
    project,
    alice,
    bob,
    logIn,
    logins,
    ...registered,
    clientId: registered.app.clientId as string,
    browser: () => newBrowser((url) => !url.startsWith(baseUrl) || url.startsWith(`${baseUrl}/login?`)),
  };
}

/** Another process on the same database, behind the same address; asked on its own port. */
export async function anotherProcess({ baseUrl, protocolDeps, scheduler }: Given, changes: Partial<ProtocolDeps> = {}) {
  const protocol = openProtocol({ ...protocolDeps, ...changes });
  const server = await serve(
    await sampleApp({ baseUrl, routes: [providerRoutes({ ...protocolDeps, scheduler, protocol, baseUrl })] }),
    {
      baseUrl,
    },
  );
  onTestFinished(server.close);
  return { protocol, baseUrl: `http://${LOOPBACK}:${server.port}` };
}

/** Another application of the same project. */
export async function anotherApp(given: Given, name = "Other shop"): Promise<Given> {
  const made = await createApp(given, { projectId: given.project.id, name, redirectUris: [CALLBACK] });
  return { ...given, ...made, clientId: made.app.clientId };
}

/** Tokens that Alice's login gave. */
export async function tokensOf(given: Given, asked: Asked = {}): Promise<{ access: string; refresh: string }> {
  const { status, body } = await askToken(given, exchange(given, await authorized(given, asked)));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { access: body["access_token"] ?? "", refresh: body["refresh_token"] ?? "" };
}

/** Status of the profile for a token. */
export async function profileStatus(given: Pick<Given, "baseUrl">, accessToken = ""): Promise<number> {
  return await readStatus(given, "user", accessToken);
}

/** Status of profile or wallet for a token. */
export async function readStatus({ baseUrl }: Pick<Given, "baseUrl">, name: string, accessToken = ""): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/oauth2/${name}`, { headers: { authorization: `Bearer ${accessToken}` } });
  await answer.body?.cancel();
  return answer.status;
}

/** PKCE (RFC 7636, section 4). */
export function pkce() {
  const verifier = Buffer.from(random.bytes(32)).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type Asked = Readonly<Record<string, string | undefined>>;

/** The address to which an application sends its user; `undefined` leaves a parameter out. */
export function authorizeUrl(given: Pick<Given, "baseUrl" | "clientId">, challenge: string, asked: Asked = {}): string {
  const parameters: Asked = {
    response_type: "code",
    client_id: given.clientId,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    ...asked,
  };
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${given.baseUrl}/v1/oauth2/authorize?${new URLSearchParams(sent)}`;
}

/** Alice logs in and allows what is asked. Returns where the browser ends up, and the verifier. */
export async function authorized(
  given: Given,
  asked: Asked = {},
  { user = given.alice, browser = given.browser() } = {},
) {
  const { verifier, challenge } = pkce();
  given.logIn(browser, user);
  const page = await browser.open(authorizeUrl(given, challenge, asked));
  const end = page.html.includes('id="consent"') ? await browser.submit(page, "consent", { decision: "allow" }) : page;
  return { verifier, browser, end, code: codeIn(end) };
}

export function codeIn({ url }: Page): string {
  return new URL(url).searchParams.get("code") ?? "";
}

export type TokenAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string>>;
};

/** Asks the token endpoint with JSON, as a client written from the interface does. */
export async function askToken(
  given: Pick<Given, "baseUrl">,
  body: unknown,
  path = "/v1/oauth2/token",
): Promise<TokenAnswer> {
  const answer = await fetch(given.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as TokenAnswer["body"] };
}

/** The fields with which a code is exchanged (interface, Token). */
export function exchange(
  given: Pick<Given, "clientId" | "clientSecret">,
  { code, verifier }: { readonly code: string; readonly verifier: string },
) {
  return {
    client_id: given.clientId,
    client_secret: given.clientSecret,
    code,
    code_verifier: verifier,
    grant_type: "authorization_code",
    redirect_uri: CALLBACK,
  };
}

export function refresh(given: Pick<Given, "clientId" | "clientSecret">, refreshToken: string | undefined) {
  return {
    client_id: given.clientId,
    client_secret: given.clientSecret,
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  };
}
