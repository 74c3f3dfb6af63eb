import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import {
  allow,
  deny,
  type Exchange,
  findWaiting,
  finishLogin,
  type LoggedIn,
  type Waiting,
} from "./provider/interactions.ts";
import type { Protocol } from "./provider/protocol.ts";
import { interactionPath } from "./provider/settings.ts";
import { consentContent } from "./templates/consent-page.ts";

export { APPS_PAGE, appsPage } from "./apps-routes.ts";
export { protocolPages } from "./provider/protocol-pages.ts";

/** What the page calls the user. */
type Name = { readonly gamertag: string; readonly email: string };

export type InteractionDeps = BrowserDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly protocol: Protocol;
  /** The login session of the browser whose cookie holds `secret`. */
  readonly findLogin: (secret: string) => Promise<(LoggedIn & Name) | undefined>;
  /** As in `ProviderDeps`, of the browser whose cookie holds `secret`. */
  readonly isLoggedIn: (secret: string, userId: UserId) => Promise<boolean>;
  /** Ends it: somebody else wants to log in with this browser, which gets another secret. */
  readonly endLogin: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Where the user accepts the operator's terms, and comes back to `next`; undefined: there is nothing to accept. */
  readonly termsPath: (userId: UserId, next: string) => Promise<string | undefined>;
  /** Where a browser logs in, and comes back to `next`; not with a login from before `since`. */
  readonly loginPath: (next: string, since: Date | undefined) => string;
};

const params = z.object({ uid: z.string() });
const UID = /^[A-Za-z0-9_-]{43}$/;
const body = z.object({ decision: z.enum(["allow", "deny", "switch"]) });

/**
 * `/login/<id>`: what an application's request for a login waits for. A browser without a login is sent to log in and
 * comes back; one with a login is asked whether the application may know what it asks for, unless that was allowed
 * before.
 */
export function interactionPages(deps: InteractionDeps): RoutesPlugin {
  const { protocol } = deps;
  return browserPages(deps, (pages) => {
    const options = { config: { access: "public" }, preHandler: requireUid } as const;
    pages.get("/login/:uid", { ...options, schema: { params, hide: true } }, async (request, reply) => {
      const exchange = exchangeOf(request, reply);
      const { provider } = await protocol.library();
      const waiting = await findWaiting(provider, exchange, request.params.uid);
      return await show(deps, { waiting, exchange, request, reply });
    });
    pages.post("/login/:uid", { ...options, schema: { params, body, hide: true } }, async (request, reply) => {
      const { uid } = request.params;
      const exchange = exchangeOf(request, reply);
      const { provider } = await protocol.library();
      const waiting = await findWaiting(provider, exchange, uid);
      const login = await deps.findLogin(request.browser.secret);
      if (waiting.kind !== "consent" || login?.userId !== waiting.userId)
        return reply.redirect(interactionPath(uid), 303); // the login has changed meanwhile: the page says what is next
      if (request.body.decision === "switch") {
        await deps.endLogin(request, reply);
        return reply.redirect(deps.loginPath(interactionPath(uid), undefined), 303);
      }
      const isAllowed = request.body.decision === "allow";
      const terms = isAllowed ? await deps.termsPath(login.userId, interactionPath(uid)) : undefined;
      if (terms !== undefined) return reply.redirect(terms, 303);
      const isLoggedIn = (userId: UserId) => deps.isLoggedIn(request.browser.secret, userId);
      const path = isAllowed
        ? await allow({ ...deps, provider, isLoggedIn }, exchange, waiting)
        : await deny(provider, exchange);
      return reply.redirect(path ?? interactionPath(uid), 303);
    });
  });
}

/** @throws {AppError} `not_found` for what cannot be the id of a request. */
async function requireUid({ params }: FastifyRequest): Promise<void> {
  if (!UID.test((params as { readonly uid: string }).uid)) throw new AppError("not_found", "There is no such page.");
}

type Visit = {
  readonly waiting: Waiting;
  readonly exchange: Exchange;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

async function show(deps: InteractionDeps, { waiting, exchange, request, reply }: Visit): Promise<FastifyReply> {
  const own = interactionPath(waiting.uid);
  const since = waiting.kind === "login" ? waiting.since : undefined;
  const login = await deps.findLogin(request.browser.secret);
  if (login === undefined || (since !== undefined && login.authenticatedAt < since))
    return reply.redirect(deps.loginPath(own, since), 303);
  const terms = await deps.termsPath(login.userId, own);
  if (terms !== undefined) return reply.redirect(terms, 303);
  // A consent that was asked of somebody else begins again, for who is logged in now.
  if (waiting.kind === "login" || waiting.userId !== login.userId) {
    const { provider } = await deps.protocol.library();
    return reply.redirect(await finishLogin(provider, exchange, login), 303);
  }

  const { gamertag, email } = login;
  const { csrf } = request.browser;
  const reader = readerOfRequest(request);
  return sendPage(reply, {
    title: reader.text("consent_title", { app: waiting.appName }),
    content: consentContent({ ...waiting, reader, gamertag, email, action: own, csrf }),
    leadsOnward: true,
    app: { name: waiting.appName, logoUrl: waiting.logoUrl },
  });
}

function exchangeOf({ raw }: FastifyRequest, reply: FastifyReply): Exchange {
  return { request: raw, response: reply.raw };
}
