import type { FastifyReply } from "fastify";
import { InvalidInput } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { browserPages, setBrowser } from "#platform/http/browser-form.ts";
import { COPY_SCRIPT, copyField } from "#platform/http/copy-field.ts";
import { type RoutesPlugin, streamAnswer } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { message } from "#texts/reader.ts";
import { BIO_LENGTH_MAX, changeGamertag, changeProfile } from "#users";
import { changeOwnEmail } from "./account/change-own-email.ts";
import { type CloseAccountDeps, closeAccount } from "./account/close-account.ts";
import { type ExportDeps, exportAccount } from "./account/export-account.ts";
import { abandonAttempt } from "./attempt/abandon-attempt.ts";
import { type RequestCodeDeps, requestCode } from "./attempt/request-code.ts";
import { KNOWN_MS, type KnownBrowserId } from "./model/known-browser.ts";
import { loginPath } from "./model/login-target.ts";
import type { ReceiptMails, WalletOfUser } from "./model/money.ts";
import { requireRecentLogin } from "./model/recent-login.ts";
import { hashOf } from "./model/secrets.ts";
import { EVENTS_SHOWN_MAX } from "./model/security-event.ts";
import { freshSince, isFresh, type SessionId } from "./model/session.ts";
import { type EndSessionDeps, revokeSession, revokeSessions } from "./session/end-session.ts";
import { findLoggedIn } from "./session/find-logged-in.ts";
import { forgetBrowser } from "./session/forget-browser.ts";
import { logOut } from "./session/log-out.ts";
import { recordSecurityEvent } from "./session/record-security-event.ts";
import { findAttempt } from "./store/attempts.ts";
import { listKnownBrowsers } from "./store/known-browsers.ts";
import { listSecurityEvents } from "./store/security-events.ts";
import { listSessions } from "./store/sessions.ts";
import { closedPage, closePage } from "./templates/close-page.ts";
import { emailPage } from "./templates/email-page.ts";
import { profilePage } from "./templates/profile-page.ts";
import { sessionsPage } from "./templates/sessions-page.ts";
import {
  ACCOUNT_PAGES,
  type AccountPageDeps,
  type Around,
  accountPage,
  type Fields,
  formBody,
  options,
  pauseOf,
  type Shown,
  type Visit,
  visitorOf,
} from "./wire.ts";

export type AccountRoutesDeps = AccountPageDeps &
  EndSessionDeps &
  RequestCodeDeps &
  ExportDeps &
  CloseAccountDeps & {
    readonly batch: Batch;
    readonly wallet: Pick<WalletOfUser, "read" | "isSending">;
    readonly receiptMails: ReceiptMails;
    /** Whether there is a dashboard for the user. */
    readonly usesDashboard: (user: Visit["user"]) => Promise<boolean>;
  };

const LISTED = {
  kind: "account",
  name: "Your account",
  about: "Gamertag, e-mail address, ways to log in, sessions",
  said: { name: message("common_account"), about: message("page_home_account") },
} as const;

/** `/account` and the pages below it, `/logout`. */
export function accountRoutes(deps: AccountRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, ACCOUNT_PAGES.profile.href, { show: showProfile, take: takeProfile, listed: LISTED });
    accountPage(deps, pages, ACCOUNT_PAGES.sessions.href, { show: showSessions, take: takeSessions });

    accountPage(deps, pages, "/account/close", { show: showClose, take: takeClose, needsFresh: true });
    accountPage(deps, pages, "/account/email", { show: showEmail, take: takeEmail, needsFresh: true });

    pages.post("/account/export", { ...options, schema: { body: formBody, hide: true } }, async (request, reply) => {
      const known = await findLoggedIn(deps, request.browser.secret);
      if (known === undefined || !isFresh(known.session, deps.clock.now()))
        return reply.redirect(loginPath("/account", { since: freshSince(deps.clock.now()) }), 303);
      const pieces = exportAccount(deps, { user: known.user, visitor: visitorOf(request) });
      return await streamAnswer(reply, EXPORT, pieces);
    });
    pages.post("/logout", { ...options, schema: { body: formBody, hide: true } }, async (request, reply) => {
      const secret = await logOut(deps, { secret: request.browser.secret, visitor: visitorOf(request) });
      setBrowser(deps, reply, { secret, seconds: KNOWN_MS / 1000 });
      return reply.header(...FORGET).redirect("/login", 303);
    });
  });
}

/** What the wallet keeps for when there is no connection goes with the login (Clear Site Data, section 3.1). */
const FORGET = ["clear-site-data", '"storage"'] as const;

const EXPORT = { contentType: "application/json; charset=utf-8", fileName: "leyden-account.json" } as const;

async function showProfile(
  { baseUrl, clock, wallet, receiptMails, usesDashboard, outlet }: AccountRoutesDeps,
  visit: Visit,
  { notice, sent = {}, error }: Around,
): Promise<Shown> {
  const { request, reader, session, user } = visit;
  const now = clock.now();
  const wrong = error && { field: error.details[0]?.field ?? "gamertag", text: reader.failure(error) };
  const { csrf } = request.browser;
  return {
    title: reader.text("account_profile"),
    content: profilePage({
      reader,
      csrf,
      user,
      money: await wallet.read(user),
      pause: (await wallet.isSending()) ? undefined : pauseOf(visit),
      receiptMails: outlet().kind === "none" ? undefined : { areWished: await receiptMails.isWished(user) },
      freshLogin: isFresh(session, now) ? undefined : loginPath("/account", { since: freshSince(now) }),
      usesDashboard: await usesDashboard(user),
      bioMax: BIO_LENGTH_MAX,
      address: addressOf(baseUrl, user, reader),
      notice,
      sent,
      wrong,
    }),
    script: COPY_SCRIPT,
  };
}

/** Wallets scan the LNURL of an address (LUD-01, LUD-16). */
function addressOf(baseUrl: string, { gamertag }: Visit["user"], reader: Visit["reader"]) {
  const name = gamertag.toLowerCase();
  const lnurl = encodeLnurl(new URL(`${baseUrl}/.well-known/lnurlp/${name}`));
  return {
    copy: copyField(reader, { name: reader.text("account_address"), value: `${name}@${new URL(baseUrl).host}` }),
    code: qrCode(lnurl.toUpperCase(), reader.text("common_qr")),
  };
}

async function takeProfile(
  deps: AccountRoutesDeps,
  { request, reader, session, user }: Visit,
  fields: Fields,
): Promise<string> {
  const { decision, gamertag = "", publicBio = "", image = "", twitter = "", website = "" } = fields;
  if (decision === "receipts_on" || decision === "receipts_off") {
    const isOn = decision === "receipts_on";
    await deps.receiptMails.set(user, isOn);
    return reader.text(isOn ? "received_is_on" : "received_is_off");
  }
  if (decision === "profile") {
    await changeProfile(deps, user.id, { publicBio, image, twitter, website });
    return reader.text("account_profile_saved");
  }
  requireRecentLogin(session, deps.clock.now());
  await changeGamertag(deps, { id: user.id, gamertag });
  await recordSecurityEvent(deps, { userId: user.id, kind: "gamertag_changed", visitor: visitorOf(request) });
  return reader.text("account_gamertag_changed", { gamertag: gamertag.trim() });
}

async function showEmail(
  { db, clock, outlet }: AccountRoutesDeps,
  { request, reader, user }: Visit,
  { notice, sent, error }: Around,
): Promise<Shown> {
  const { csrf, secret } = request.browser;
  const attempt = await findAttempt(db, hashOf(secret), "change_email", clock.now());
  const newEmail = attempt.kind === "code_sent" ? attempt.email : undefined;
  const wrong = error && reader.failure(error);
  const mailbox = outlet().kind === "mailbox";
  return {
    title: reader.text("login_email"),
    content: emailPage({
      reader,
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

async function takeEmail(
  deps: AccountRoutesDeps,
  { request, reader, session, user }: Visit,
  fields: Fields,
): Promise<string> {
  const { secret } = request.browser;
  const { decision, email, code = "" } = fields;
  if (decision === "restart") {
    await abandonAttempt(deps, { secret, purpose: "change_email" });
    return reader.text("account_unchanged");
  }
  if (email !== undefined) {
    const { network } = visitorOf(request);
    const { language } = reader;
    const address = await requestCode(deps, {
      secret,
      email,
      purpose: "change_email",
      userId: user.id,
      network,
      language,
    });
    return reader.text("login_code_sent", { email: address });
  }
  const address = await changeOwnEmail(deps, { user, session, secret, code, visitor: visitorOf(request) });
  return `${reader.text("account_email_changed", { email: address })} ${reader.text("account_others_ended")}`;
}

async function showSessions(
  deps: AccountRoutesDeps,
  { request, reader, session, user }: Visit,
  { notice, error }: Around,
): Promise<Shown> {
  const [sessions, browsers, events] = await Promise.all([
    listSessions(deps.db, user.id, deps.clock.now()),
    listKnownBrowsers(deps.db, user.id, deps.clock.now()),
    listSecurityEvents(deps.db, user.id, EVENTS_SHOWN_MAX),
  ]);
  const said = error === undefined ? notice : ({ kind: "bad", text: reader.failure(error) } as const);
  const { csrf } = request.browser;
  return {
    title: reader.text("account_sessions"),
    content: sessionsPage({ reader, csrf, sessions, browsers, events, own: session.id, notice: said }),
  };
}

async function takeSessions(
  deps: AccountRoutesDeps,
  { request, reader, session, user }: Visit,
  fields: Fields,
): Promise<string> {
  const { decision, session: id = "", browser = "" } = fields;
  const visitor = visitorOf(request);
  if (decision === "forget") {
    const forgotten = { userId: user.id, id: browser as KnownBrowserId, visitor };
    const isForgotten = isUuid(browser) && (await forgetBrowser(deps, forgotten));
    return reader.text(isForgotten ? "sessions_forgotten" : "sessions_browser_gone");
  }
  if (decision === "revoke_others") {
    await revokeSessions(deps, { userId: user.id, except: session.id, visitor });
    return reader.text("sessions_alone");
  }
  const isEnded = isUuid(id) && (await revokeSession(deps, { userId: user.id, id: id as SessionId, visitor }));
  return reader.text(isEnded ? "sessions_ended" : "sessions_gone");
}

function showClose(_deps: AccountRoutesDeps, { request, reader, user }: Visit, { sent, error }: Around): Shown {
  const { csrf } = request.browser;
  const wrong = error && reader.failure(error);
  return {
    title: reader.text("account_close_title"),
    content: closePage({ reader, csrf, gamertag: user.gamertag, wrong, sent: sent?.["gamertag"] }),
  };
}

async function takeClose(
  deps: AccountRoutesDeps,
  { reply, reader, user }: Visit,
  { gamertag = "" }: Fields,
): Promise<FastifyReply> {
  if (gamertag.trim().toLowerCase() !== user.gamertag.toLowerCase())
    throw new InvalidInput("gamertag", "is not yours", message("failure_gamertag_other"));
  await closeAccount(deps, user);
  setBrowser(deps, reply, undefined);
  return sendPage(reply.header(...FORGET), closedPage(reader));
}
