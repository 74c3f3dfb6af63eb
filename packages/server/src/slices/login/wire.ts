/** What the pages of a login and of the account share. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { visibleLine } from "#kernel/plain-line.ts";
import type { BrowserDeps } from "#platform/http/browser-form.ts";
import { beginFailure } from "#platform/http/failures.ts";
import type { Api } from "#platform/http/index.ts";
import type { Listed } from "#platform/http/listed.ts";
import { type NavItem, type Page, sendPage } from "#platform/http/page.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { message, type Reader } from "#texts/reader.ts";
import { loginPath } from "./model/login-target.ts";
import { LoginTooOld } from "./model/recent-login.ts";
import { freshSince, isFresh, USER_AGENT_CHARACTERS_MAX, type Visitor } from "./model/session.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import type { Notice } from "./templates/forms.ts";
import type { Pause } from "./templates/pause-notice.ts";

/** Pages of the account that this slice has. */
export const ACCOUNT_PAGES = {
  profile: { href: "/account", said: message("account_profile") },
  security: { href: "/account/security", said: message("account_security") },
  sessions: { href: "/account/sessions", said: message("account_sessions") },
} as const satisfies Record<string, NavItem>;

export type Fields = Readonly<Record<string, string>>;

const FIELD_CHARACTERS_MAX = 2_000;
/** What a passkey answers, as JSON: its id alone may have 1,364 characters. */
const ANSWER_CHARACTERS_MAX = 8_000;

/** Body of a form. */
export const formBody = z
  .record(z.string(), z.string())
  .refine(
    (fields) =>
      Object.entries(fields).every(
        ([name, { length }]) => length <= (name === "answer" ? ANSWER_CHARACTERS_MAX : FIELD_CHARACTERS_MAX),
      ),
    { error: "has a field that is too long" },
  );
const querystring = z.looseObject({});
export const options = { config: { access: "public" } } as const;

/** What is recorded of the browser that asks. */
export function visitorOf({ headers, ip }: Pick<FastifyRequest, "headers" | "ip">): Visitor {
  const userAgent = visibleLine(headers["user-agent"] ?? "").slice(0, USER_AGENT_CHARACTERS_MAX);
  return { userAgent, network: networkOf(ip) };
}

/** The answer of a passkey in a form; undefined when it is no JSON. */
export function answerIn({ answer = "" }: Fields): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/** A failure that the person can do something about: it is said beside the form. */
export function isForPerson(error: unknown): error is AppError {
  return error instanceof AppError && (error.status < 500 || error.code === "mail_not_configured");
}

export type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reader: Reader;
} & LoggedIn;
/** What a page shows beside its facts: what was done, or what was sent and why it was not taken. */
export type Around = { readonly notice?: Notice | undefined; readonly sent?: Fields; readonly error?: AppError };
export type Shown = Pick<Page, "title" | "content" | "script">;

/** Said on a page of the account while sending is paused. */
export function pauseOf({ request, reader }: Visit): Pause {
  return { reader, support: request.server.shell.branding.support };
}

export type AccountPageDeps = BrowserDeps &
  Parameters<typeof findLoggedIn>[0] & {
    /** Pages of the account, in the order in which they are shown; other slices add theirs. */
    readonly accountNav: readonly NavItem[];
  };

export type Query = Readonly<Record<string, unknown>>;

export type AccountPage<Deps> = {
  /** The login must not be older than 10 minutes. */
  readonly needsFresh?: boolean;
  /** The path to come back to after a login, when what was asked is part of it: by the query, or by the form. */
  readonly targetOf?: (asked: Query) => string;
  /** The page of the navigation that it belongs to; its own, if nothing is said. */
  readonly within?: string;
  /** How the page at `/` names it, if it does. */
  readonly listed?: Listed;
  /** Failures of the service that the page itself says, with what was sent. */
  readonly saysFailure?: (error: AppError) => boolean;
  readonly show: (deps: Deps, visit: Visit, around: Around) => Promise<Shown> | Shown;
  /** What the form does; a text is said above the page, and an answer that was sent is all there is. */
  readonly take: (deps: Deps, visit: Visit, fields: Fields) => Promise<string | FastifyReply>;
};

/** A page of the account and what its forms do. A browser that is not logged in logs in and comes back. */
export function accountPage<Deps extends AccountPageDeps>(
  deps: Deps,
  pages: Api,
  path: string,
  { show, take, needsFresh = false, targetOf = () => path, within = path, ...rest }: AccountPage<Deps>,
): void {
  const { clock } = deps;
  const { listed, saysFailure = () => false } = rest;
  const find = async ({ browser }: FastifyRequest) => {
    const known = await findLoggedIn(deps, browser.secret);
    return known !== undefined && needsFresh && !isFresh(known.session, clock.now()) ? undefined : known;
  };
  const login = (isFreshDue: boolean, target = path) =>
    loginPath(target, isFreshDue ? { since: freshSince(clock.now()) } : {});
  const send = async (visit: Visit, around: Around) =>
    sendAccountPage(deps, visit, { ...(await show(deps, visit, around)), within, status: around.error?.status });
  const config = { ...options.config, ...(listed && { listed }) } as const;
  pages.get(path, { config, schema: { querystring, hide: true } }, async (request, reply) => {
    const known = await find(request);
    if (known === undefined) return reply.redirect(login(needsFresh, targetOf(request.query)), 303);
    return await send({ request, reply, reader: readerOfRequest(request), ...known }, {});
  });
  pages.post(path, { ...options, schema: { body: formBody, hide: true } }, async (request, reply) => {
    const known = await find(request);
    const sent: Fields = request.body;
    if (known === undefined) return reply.redirect(login(needsFresh, targetOf(sent)), 303);
    const visit: Visit = { request, reply, reader: readerOfRequest(request), ...known };
    try {
      const text = await take(deps, visit, sent);
      if (typeof text !== "string") return text;
      const after = await findLoggedIn(deps, request.browser.secret);
      return await send({ ...visit, ...after }, { notice: { kind: "good", text } });
    } catch (error) {
      if (error instanceof LoginTooOld) return reply.redirect(login(true, targetOf(sent)), 303);
      if (!isForPerson(error) && !(error instanceof AppError && saysFailure(error))) throw error;
      beginFailure(error, request, reply);
      return await send(visit, { sent, error });
    }
  });
}

/** Sends a page of the account with its navigation. `within`: the page of the navigation that it belongs to. */
export function sendAccountPage(
  { accountNav }: Pick<AccountPageDeps, "accountNav">,
  { request, reply, user }: Visit,
  { within, status, ...shown }: Shown & { readonly within: string; readonly status?: number | undefined },
): FastifyReply {
  const account = { name: user.gamertag, csrf: request.browser.csrf };
  return sendPage(reply, { ...shown, nav: { items: accountNav, current: within }, account }, status);
}
