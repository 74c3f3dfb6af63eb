import { createHmac, hash } from "node:crypto";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import { sendPage } from "#platform/http/page.ts";
import { PATHS } from "./provider/settings.ts";
import { beginContent, type Said, triedContent } from "./templates/try-page.ts";

/** An application of development, whose secret this machine has in a file. */
export type DemoApp = { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string };

type Deps = BrowserDeps & {
  readonly isDevelopment: () => boolean;
  /** Read anew each time; undefined when there is none. */
  readonly demoApp: () => DemoApp | undefined;
};

const querystring = z.looseObject({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});
const body = z.object({});
/** The secret with which the browser began the trial: a login gives it another one. */
const COOKIE = "leyden_demo";
const TRIAL_SECONDS = 3_600;
const LISTED = { kind: "development", name: "OAuth demo", about: "A login to an application, step by step" } as const;

/**
 * `/dev/oauth` and its callback: what an application does to log a user in, with the application "Demo", step by step.
 * On regtest alone, and for browsers on this machine.
 */
export function devOauthRoutes(deps: Deps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    const options = { config: { access: "public" } } as const;
    const isOpen = () => deps.isDevelopment() && deps.demoApp() !== undefined;
    const config = { ...options.config, listed: { ...LISTED, isOpen } } as const;
    pages.addHook("onRequest", async (request) => {
      if (!deps.isDevelopment() || !isLocal(request)) throw new AppError("not_found", "There is no such page.");
    });
    pages.get("/dev/oauth", { config, schema: { hide: true } }, (request, reply) => {
      const content = beginContent({ csrf: request.browser.csrf, clientId: requireApp(deps).clientId });
      return sendPage(reply, { title: "Try the login", content });
    });
    pages.post("/dev/oauth", { ...options, schema: { body, hide: true } }, (request, reply) => {
      const { secret } = request.browser;
      reply.setCookie(COOKIE, secret, { path: "/dev/oauth", httpOnly: true, sameSite: "lax", maxAge: TRIAL_SECONDS });
      return reply.redirect(authorizeUrl(deps, requireApp(deps), secret), 303);
    });
    pages.get("/dev/oauth/callback", { ...options, schema: { querystring, hide: true } }, async (request, reply) => {
      const app = requireApp(deps);
      const { code, state, error, error_description } = request.query;
      const begun = request.cookies[COOKIE];
      const isOwn = begun !== undefined && state === ofBrowser(begun, "state");
      const said =
        code === undefined || !isOwn ? [] : await tryOut(pages, { app, code, verifier: ofBrowser(begun, "verifier") });
      const content = triedContent({ code, state, error, description: error_description, isOwn, said });
      return sendPage(reply, { title: "Login answer", content });
    });
  });
}

function requireApp({ demoApp }: Deps): DemoApp {
  const app = demoApp();
  if (app === undefined) throw new AppError("not_found", "There is no demo application yet: the start is not over.");
  return app;
}

/**
 * State and code verifier of a trial (RFC 7636, section 4.1): they follow from what the browser began with, so nothing
 * is kept.
 */
function ofBrowser(secret: string, what: "state" | "verifier"): string {
  return createHmac("sha256", secret).update(`leyden demo ${what}`).digest("base64url");
}

function authorizeUrl({ baseUrl }: Deps, { clientId, redirectUri }: DemoApp, secret: string): string {
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: hash("sha256", ofBrowser(secret, "verifier"), "base64url"),
    code_challenge_method: "S256",
    state: ofBrowser(secret, "state"),
  });
  return `${baseUrl}${PATHS.authorization}?${parameters}`;
}

type Trial = { readonly app: DemoApp; readonly code: string; readonly verifier: string };

/** What the application's backend would ask now, and the answers. */
async function tryOut(pages: Api, { app, code, verifier }: Trial): Promise<readonly Said[]> {
  const fields = { client_id: app.clientId, client_secret: app.clientSecret, redirect_uri: app.redirectUri };
  const payload = { ...fields, grant_type: "authorization_code", code, code_verifier: verifier };
  const token = await pages.inject({ method: "POST", url: PATHS.token, payload });
  const said: Said[] = [{ title: `POST ${PATHS.token}`, status: token.statusCode, body: pretty(token.body) }];
  const accessToken: unknown = token.statusCode === 200 ? token.json()["accessToken"] : undefined;
  if (typeof accessToken !== "string") return said;
  for (const url of ["/v1/oauth2/user", "/v1/oauth2/wallet"]) {
    const answer = await pages.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
    said.push({ title: `GET ${url}`, status: answer.statusCode, body: pretty(answer.body) });
  }
  return said;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
