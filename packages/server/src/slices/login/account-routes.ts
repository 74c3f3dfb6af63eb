import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type AppError, InvalidInput } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Html } from "#platform/html.ts";
import { type BrowserDeps, browserPages, setBrowser } from "#platform/http/browser-form.ts";
import { beginFailure } from "#platform/http/failures.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { type NavItem, sendPage } from "#platform/http/page.ts";
import { changeGamertag, changeProfile } from "#users";
import { changeOwnEmail } from "./account/change-own-email.ts";
import { type CloseAccountDeps, closeAccount } from "./account/close-account.ts";
import { type ExportDeps, exportAccount } from "./account/export-account.ts";
import { abandonAttempt } from "./attempt/abandon-attempt.ts";
import { type RequestCodeDeps, requestCode } from "./attempt/request-code.ts";
import { isForPerson, visitorOf } from "./login-routes.ts";
import { loginPath } from "./model/login-target.ts";
import { hashOf } from "./model/secrets.ts";
import { EVENTS_SHOWN_MAX } from "./model/security-event.ts";
import { isFresh, type SessionId } from "./model/session.ts";
import { type EndSessionDeps, endSession, revokeSession, revokeSessions } from "./session/end-session.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import { findSession } from "./session/find-session.ts";
import { noteSecurityEvent } from "./session/note-security-event.ts";
import { findAttempt } from "./store/attempts.ts";
import { listSecurityEvents, listSessions } from "./store/sessions.ts";
import { CLOSED, closePage } from "./templates/close-page.ts";
import { emailPage } from "./templates/email-page.ts";
import type { Notice } from "./templates/forms.ts";
import { profilePage } from "./templates/profile-page.ts";
import { sessionsPage } from "./templates/sessions-page.ts";

export type AccountRoutesDeps = BrowserDeps &
  EndSessionDeps &
  RequestCodeDeps &
  ExportDeps &
  CloseAccountDeps & {
    readonly batch: Batch;
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

/** `/account` and the pages below it, `/logout`. */
export function accountRoutes(deps: AccountRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, ACCOUNT_PAGES.profile.href, { show: showProfile, take: takeProfile });
    accountPage(deps, pages, ACCOUNT_PAGES.sessions.href, { show: showSessions, take: takeSessions });

    accountPage(deps, pages, "/account/close", { show: showClose, take: takeClose, needsFresh: true });
    accountPage(deps, pages, "/account/email", { show: showEmail, take: takeEmail, needsFresh: true });

    pages.post("/account/export", { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const known = await findLoggedIn(deps, request.browser.secret);
      if (known === undefined || !isFresh(known.session, deps.clock.now()))
        return reply.redirect(loginPath("/account", { fresh: true }), 303);
      const text = await exportAccount(deps, { user: known.user, visitor: visitorOf(request) });
      return reply.headers(DOWNLOAD).send(text);
    });
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

const DOWNLOAD = {
  "content-type": "application/json; charset=utf-8",
  "content-disposition": 'attachment; filename="leyden-account.json"',
};

type AccountPage = {
  /** The login must not be older than 10 minutes. */
  readonly needsFresh?: boolean;
  readonly show: (deps: AccountRoutesDeps, visit: Visit, around: Around) => Promise<Shown> | Shown;
  /** What the form does; a text is said above the page, and an answer that was sent is all there is. */
  readonly take: (deps: AccountRoutesDeps, visit: Visit, fields: Fields) => Promise<string | FastifyReply>;
};

/** A page of the account and what its forms do. A browser that is not logged in logs in and comes back. */
function accountPage(
  deps: AccountRoutesDeps,
  pages: Api,
  path: string,
  { show, take, needsFresh = false }: AccountPage,
): void {
  const find = async ({ browser }: FastifyRequest) => {
    const known = await findLoggedIn(deps, browser.secret);
    return known !== undefined && needsFresh && !isFresh(known.session, deps.clock.now()) ? undefined : known;
  };
  const login = loginPath(path, { fresh: needsFresh });
  const send = async (visit: Visit, around: Around) => {
    const { title, content } = await show(deps, visit, around);
    const account = { name: visit.user.gamertag, csrf: visit.request.browser.csrf };
    const nav = { items: deps.accountNav, current: path };
    return sendPage(visit.reply, { title, content, nav, account }, around.error?.status);
  };
  pages.get(path, { ...options, schema: { querystring, hide: true } }, async (request, reply) => {
    const known = await find(request);
    if (known === undefined) return reply.redirect(login, 303);
    return await send({ request, reply, ...known }, {});
  });
  pages.post(path, { ...options, schema: { body, hide: true } }, async (request, reply) => {
    const known = await find(request);
    if (known === undefined) return reply.redirect(login, 303);
    const sent: Fields = request.body;
    try {
      const text = await take(deps, { request, reply, ...known }, sent);
      if (typeof text !== "string") return text;
      const after = (await findLoggedIn(deps, request.browser.secret)) ?? known;
      return await send({ request, reply, ...after }, { notice: { kind: "good", text } });
    } catch (error) {
      if (!isForPerson(error)) throw error;
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

async function takeProfile(deps: AccountRoutesDeps, { request, user }: Visit, fields: Fields): Promise<string> {
  const { decision, gamertag = "", publicBio = "", image = "", twitter = "", website = "" } = fields;
  if (decision === "profile") {
    await changeProfile(deps, user.id, { publicBio, image, twitter, website });
    return "Your profile was saved.";
  }
  await changeGamertag(deps, { id: user.id, gamertag });
  await noteSecurityEvent(deps, { userId: user.id, kind: "gamertag_changed", visitor: visitorOf(request) });
  return `Your gamertag is ${gamertag.trim()} now.`;
}

async function showEmail(
  { db, clock, outlet }: AccountRoutesDeps,
  { request, user }: Visit,
  { notice, sent, error }: Around,
): Promise<Shown> {
  const { csrf, secret } = request.browser;
  const attempt = await findAttempt(db, hashOf(secret), "change_email", clock.now());
  const newEmail = attempt.kind === "code_sent" ? attempt.email : undefined;
  const wrong = error && sentence(error.details[0]?.issue ?? error.message);
  const mailbox = outlet().kind === "mailbox";
  return {
    title: "E-mail address",
    content: emailPage({
      csrf,
      email: user.email,
      newEmail,
      notice: newEmail === undefined ? notice : undefined,
      sent: sent?.["email"],
      wrong,
      mailbox,
    }),
  };
}

async function takeEmail(deps: AccountRoutesDeps, { request, user }: Visit, fields: Fields): Promise<string> {
  const { secret } = request.browser;
  const { decision, email, code = "" } = fields;
  if (decision === "restart") {
    await abandonAttempt(deps, { secret, purpose: "change_email" });
    return "Nothing was changed.";
  }
  if (email !== undefined) {
    const address = await requestCode(deps, { secret, email, purpose: "change_email", userId: user.id });
    return `We sent a code to ${address}.`;
  }
  const address = await changeOwnEmail(deps, { user, secret, code, visitor: visitorOf(request) });
  return `Your address is ${address} now.`;
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

function showClose(_deps: AccountRoutesDeps, { request, user }: Visit, { sent, error }: Around): Shown {
  const { csrf } = request.browser;
  const wrong = error && sentence(error.details[0]?.issue ?? error.message);
  return {
    title: "Close your account",
    content: closePage({ csrf, gamertag: user.gamertag, wrong, sent: sent?.["gamertag"] }),
  };
}

async function takeClose(
  deps: AccountRoutesDeps,
  { reply, user }: Visit,
  { gamertag = "" }: Fields,
): Promise<FastifyReply> {
  if (gamertag.trim().toLowerCase() !== user.gamertag.toLowerCase()) throw new InvalidInput("gamertag", "is not yours");
  await closeAccount(deps, user);
  setBrowser(deps, reply, undefined);
  return sendPage(reply, CLOSED);
}

/** A failure as a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
