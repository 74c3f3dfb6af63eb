import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Html } from "#platform/html.ts";
import { type BrowserDeps, browserPages, setBrowser } from "#platform/http/browser-form.ts";
import { beginFailure } from "#platform/http/failures.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { type NavItem, sendPage } from "#platform/http/page.ts";
import { changeGamertag } from "#users";
import { visitorOf } from "./login-routes.ts";
import { loginPath } from "./model/login-target.ts";
import { EVENTS_SHOWN_MAX } from "./model/security-event.ts";
import type { SessionId } from "./model/session.ts";
import { type EndSessionDeps, endSession, revokeSession, revokeSessions } from "./session/end-session.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import { findSession } from "./session/find-session.ts";
import { noteSecurityEvent } from "./session/note-security-event.ts";
import { listSecurityEvents, listSessions } from "./store/sessions.ts";
import type { Notice } from "./templates/forms.ts";
import { profilePage } from "./templates/profile-page.ts";
import { sessionsPage } from "./templates/sessions-page.ts";

export type AccountRoutesDeps = BrowserDeps &
  EndSessionDeps & {
    /** Pages of the account, in the order in which they are shown; other slices add theirs. */
    readonly accountNav: readonly NavItem[];
  };

/** Pages of the account that this slice has. */
export const ACCOUNT_PAGES = {
  profile: { href: "/account", label: "Profile" },
  sessions: { href: "/account/sessions", label: "Sessions" },
} as const satisfies Record<string, NavItem>;

const body = z.record(z.string(), z.string().max(2_000));
const querystring = z.looseObject({});
const options = { config: { access: "public" } } as const;

type Fields = Readonly<Record<string, string>>;
type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply } & LoggedIn;

/** `/account`, `/account/sessions`, `/logout`. */
export function accountRoutes(deps: AccountRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, ACCOUNT_PAGES.profile.href, { show: showProfile, take: takeProfile });
    accountPage(deps, pages, ACCOUNT_PAGES.sessions.href, { show: showSessions, take: takeSessions });

    pages.post("/logout", { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const session = await findSession(deps, request.browser.secret);
      if (session !== undefined) await endSession(deps, { session, visitor: visitorOf(request) });
      setBrowser(deps, reply, undefined);
      return reply.redirect("/login", 303);
    });
  });
}

/** What a page shows beside its facts: what was done, or what was sent and why it was not taken. */
type Around = { readonly notice?: Notice | undefined; readonly sent?: Fields; readonly error?: AppError };
type Shown = { readonly title: string; readonly content: Html };

type AccountPage = {
  readonly show: (deps: AccountRoutesDeps, visit: Visit, around: Around) => Promise<Shown> | Shown;
  /** What the form does; the answer is said above the page. */
  readonly take: (deps: AccountRoutesDeps, visit: Visit, fields: Fields) => Promise<string>;
};

/** A page of the account and what its forms do. A browser that is not logged in logs in and comes back. */
function accountPage(deps: AccountRoutesDeps, pages: Api, path: string, { show, take }: AccountPage): void {
  const send = async (visit: Visit, around: Around) => {
    const { title, content } = await show(deps, visit, around);
    const account = { name: visit.user.gamertag, csrf: visit.request.browser.csrf };
    const nav = { items: deps.accountNav, current: path };
    return sendPage(visit.reply, { title, content, nav, account }, around.error?.status);
  };
  pages.get(path, { ...options, schema: { querystring, hide: true } }, async (request, reply) => {
    const known = await findLoggedIn(deps, request.browser.secret);
    if (known === undefined) return reply.redirect(loginPath(path), 303);
    return await send({ request, reply, ...known }, {});
  });
  pages.post(path, { ...options, schema: { body, hide: true } }, async (request, reply) => {
    const known = await findLoggedIn(deps, request.browser.secret);
    if (known === undefined) return reply.redirect(loginPath(path), 303);
    const sent: Fields = request.body;
    try {
      const text = await take(deps, { request, reply, ...known }, sent);
      const after = (await findLoggedIn(deps, request.browser.secret)) ?? known;
      return await send({ request, reply, ...after }, { notice: { kind: "good", text } });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      beginFailure(error, request, reply);
      return await send({ request, reply, ...known }, { sent, error });
    }
  });
}

function showProfile(
  { baseUrl }: AccountRoutesDeps,
  { request, user }: Visit,
  { notice, sent = {}, error }: Around,
): Shown {
  const [issue] = error?.details ?? [];
  const wrong = error && { field: issue?.field ?? "gamertag", text: sentence(issue?.issue ?? error.message) };
  const { csrf } = request.browser;
  return {
    title: ACCOUNT_PAGES.profile.label,
    content: profilePage({ csrf, user, host: new URL(baseUrl).host, notice, sent, wrong }),
  };
}

async function takeProfile(
  deps: AccountRoutesDeps,
  { request, user }: Visit,
  { gamertag = "" }: Fields,
): Promise<string> {
  await changeGamertag(deps, { id: user.id, gamertag });
  await noteSecurityEvent(deps, { userId: user.id, kind: "gamertag_changed", visitor: visitorOf(request) });
  return `Your gamertag is ${gamertag.trim()} now.`;
}

async function showSessions(
  deps: AccountRoutesDeps,
  { request, session, user }: Visit,
  { notice, error }: Around,
): Promise<Shown> {
  const [sessions, events] = await Promise.all([
    listSessions(deps.db, user.id, deps.clock.now()),
    listSecurityEvents(deps.db, user.id, EVENTS_SHOWN_MAX),
  ]);
  const said = error === undefined ? notice : ({ kind: "bad", text: error.message } as const);
  const { csrf } = request.browser;
  return {
    title: ACCOUNT_PAGES.sessions.label,
    content: sessionsPage({ csrf, sessions, events, own: session.id, notice: said }),
  };
}

async function takeSessions(
  deps: AccountRoutesDeps,
  { request, session, user }: Visit,
  fields: Fields,
): Promise<string> {
  const { decision, session: id = "" } = fields;
  const visitor = visitorOf(request);
  if (decision === "revoke_others") {
    await revokeSessions(deps, { userId: user.id, except: session.id, visitor });
    return "You are logged in with this browser alone now.";
  }
  const isEnded = isUuid(id) && (await revokeSession(deps, { userId: user.id, id: id as SessionId, visitor }));
  return isEnded ? "The session was logged out." : "There is no such session any more.";
}

/** A failure as a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
