import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#config.ts";
import { type Branding, termsOf } from "#kernel/branding.ts";
import type { Scheduler } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import {
  amrOf,
  type EndSessionDeps,
  findLoggedIn,
  isLoggedIn,
  isMethod,
  KNOWN_MS,
  loginPath,
  logOut,
  recordSecurityEvent,
  termsPath,
} from "#login";
import { findApp, openProtocol, type ProtocolDeps } from "#oauth";
import type { Batch } from "#platform/database/batch.ts";
import { browserCookie, browserSecretIn } from "#platform/http/browser-cookie.ts";
import { setBrowser } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { NavItem } from "#platform/http/page.ts";
import { pageShell } from "#platform/http/page-shell.ts";
import { visitorOf } from "#slices/login/pages.ts";
import { forgetLoop, keysLoop } from "#slices/oauth/jobs.ts";
import { appsPage, interactionPages, protocolPages } from "#slices/oauth/pages.ts";
import { devOauthRoutes, providerRoutes, VISITOR_HEADER } from "#slices/oauth/routes.ts";
import { findProfile, findTermsDue, imageOf } from "#users";
import type { Demo } from "./demo.ts";
import { together, type Worker } from "./worker.ts";

type Machine = EndSessionDeps &
  Pick<ProtocolDeps, "sealer" | "log"> & { readonly batch: Batch; readonly scheduler: Scheduler };

type Options = {
  /** This process works without requests, and does not only answer them. */
  readonly sends: boolean;
  /** It answers requests. */
  readonly answers: boolean;
  readonly isDevelopment: () => boolean;
  readonly demo: Demo | undefined;
  readonly accountNav: readonly NavItem[];
  readonly branding: Branding;
};

type Oauth = { readonly routes: readonly RoutesPlugin[]; readonly worker: Worker };

/** "Log in with …": the protocol between applications and the accounts of the slice login. */
export async function wireOauth(
  { baseUrl }: Config,
  machine: Machine,
  { sends, answers, accountNav, isDevelopment, demo, branding }: Options,
): Promise<Oauth> {
  const forgets = sends ? [forgetLoop(machine)] : [];
  if (!answers) return { routes: [], worker: together(forgets) };
  const pages = protocolPages(pageShell(branding));
  const protocol = openProtocol({ ...machine, baseUrl, pages, ...wireSessions(machine, baseUrl) });
  return {
    routes: [
      providerRoutes({ ...machine, protocol, baseUrl }),
      appsPage({ ...machine, baseUrl, accountNav, ...wireLogins(machine, baseUrl) }),
      ...(demo ? [devOauthRoutes({ ...machine, baseUrl, isDevelopment, demoApp: demo.app })] : []),
      interactionPages({
        ...machine,
        baseUrl,
        protocol,
        ...wireLogins(machine, baseUrl),
        termsPath: async (userId, next) =>
          (await findTermsDue(machine, termsOf(branding), userId)) === undefined ? undefined : termsPath(next),
      }),
    ],
    worker: together([...forgets, keysLoop({ ...machine, protocol })]),
  };
}

type Replayed = Parameters<ProtocolDeps["onReplayed"]>[0];

/** What the protocol's library learns of the browser's login, which is not its own. */
function wireSessions(machine: Machine, baseUrl: string) {
  const secretIn = (cookies: string | undefined) => browserSecretIn(baseUrl, cookies);
  return {
    // A user who is blocked is not logged in.
    sessionOf: async (cookies: string | undefined) => (await findLoggedIn(machine, secretIn(cookies)))?.session,
    isLoggedIn: (cookies: string | undefined, userId: UserId) => isLoggedIn(machine, secretIn(cookies), userId),
    endSession: async (raw: FastifyRequest["raw"]) => {
      const secret = secretIn(raw.headers.cookie);
      if (secret === undefined) return undefined;
      const value = await logOut(machine, { secret, visitor: visitorAt(raw) });
      return { ...browserCookie(baseUrl), value, seconds: KNOWN_MS / 1_000 };
    },
    onReplayed: async ({ userId, clientId }: Replayed, raw: FastifyRequest["raw"]) => {
      const detail = (await findApp(machine.db, clientId))?.name ?? "";
      await recordSecurityEvent(machine, { userId, kind: "app_access_ended", visitor: visitorAt(raw), detail });
    },
    claimsOf: async (id: UserId) => {
      const profile = await findProfile(machine, id);
      if (profile === undefined) return undefined;
      const { email, gamertag, level } = profile;
      return { email, gamertag, image: imageOf(profile, baseUrl), emailIsVerified: level !== "unverified" };
    },
  };
}

/** Of a request that was handed to the library. */
function visitorAt({ headers }: FastifyRequest["raw"]) {
  return visitorOf({ headers, ip: String(headers[VISITOR_HEADER] ?? "") });
}

function wireLogins(machine: Machine, baseUrl: string) {
  return {
    findLogin: async (secret: string) => {
      const known = await findLoggedIn(machine, secret);
      if (known === undefined) return undefined;
      const { userId, authenticatedAt, methods } = known.session;
      const { gamertag, email } = known.user;
      return { userId, authenticatedAt, amr: amrOf(methods.filter(isMethod)), gamertag, email };
    },
    isLoggedIn: (secret: string, userId: UserId) => isLoggedIn(machine, secret, userId),
    endLogin: async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = await logOut(machine, { secret: request.browser.secret, visitor: visitorOf(request) });
      setBrowser({ baseUrl }, reply, { secret, seconds: KNOWN_MS / 1_000 });
    },
    loginPath: (next: string, since: Date | undefined) => loginPath(next, { since }),
    findUser: async (secret: string) => (await findLoggedIn(machine, secret))?.user,
    record: (userId: UserId, kind: string, request: FastifyRequest) =>
      recordSecurityEvent(machine, { userId, kind, visitor: visitorOf(request) }),
  };
}
