import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { termsOf } from "#kernel/branding.ts";
import type { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { browserPages, setBrowser } from "#platform/http/browser-form.ts";
import { beginFailure } from "#platform/http/failures.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { type Page, sendPage } from "#platform/http/page.ts";
import { languageOfRequest, readerOfRequest, rememberLanguage } from "#platform/http/reader-of-request.ts";
import type { Language } from "#texts/language.ts";
import { message } from "#texts/reader.ts";
import { acceptTerms, type CreateUserDeps, findTermsDue, proposeLanguage, type User } from "#users";
import { abandonAttempt } from "./attempt/abandon-attempt.ts";
import { checkCode } from "./attempt/check-code.ts";
import type { LoginStep } from "./attempt/proceed.ts";
import { requestCode } from "./attempt/request-code.ts";
import { signUp } from "./attempt/sign-up.ts";
import { takeFirstFactor } from "./attempt/take-first-factor.ts";
import { type SecondFactor, sendSecondCode, takeSecondFactor } from "./attempt/take-second-factor.ts";
import { type LoginStepsDeps, loginStep, type Wanted, wayOf } from "./login-steps-routes.ts";
import type { Attempt } from "./model/attempt.ts";
import { KNOWN_MS } from "./model/known-browser.ts";
import { LoginGone } from "./model/login-gone.ts";
import {
  ACCOUNT,
  LOGIN_TARGET_CHARACTERS_MAX,
  type LoginTarget,
  leadsOnward,
  loginPath,
  loginTarget,
  sinceOf,
  termsPath,
} from "./model/login-target.ts";
import { hashOf } from "./model/secrets.ts";
import type { Visitor } from "./model/session.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import { findAttempt } from "./store/attempts.ts";
import { blockedStep, type LoginView } from "./templates/login-page.ts";
import { answerIn, type Fields, formBody, isForPerson, options, visitorOf } from "./wire.ts";

export type LoginRoutesDeps = LoginStepsDeps & CreateUserDeps;

const APP_CHARACTERS_MAX = 60;
const LISTED = {
  kind: "account",
  name: "Log in",
  about: "With an e-mail address and the code of a mail; also the way to sign up",
  said: { name: message("login_title"), about: message("page_home_login") },
} as const;
const querystring = z.looseObject({
  next: z.string().max(LOGIN_TARGET_CHARACTERS_MAX).optional(),
  since: z.string().max(20).optional(),
  with: z.string().max(20).optional(),
});

/** `/login`: sign-up and login in one flow, in one form whose fields follow the state of the browser's attempt. */
export function loginRoutes(deps: LoginRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    const config = { ...options.config, listed: LISTED } as const;
    pages.get("/login", { config, schema: { querystring, hide: true } }, async (request, reply) => {
      const wanted = wantedOf(request.query);
      const known = await findLoggedIn(deps, request.browser.secret);
      if (known !== undefined && known.session.authenticatedAt >= (wanted.since ?? new Date(0)))
        return reply.redirect(await goOn(deps, request, wanted.next, known.user.id), 303);
      return await sendStep(deps, { request, reply, wanted, known });
    });

    pages.post("/login", { ...options, schema: { body: formBody, hide: true } }, async (request, reply) => {
      const fields: Fields = request.body;
      const wanted = wantedOf(fields);
      const { secret } = request.browser;
      const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
      try {
        const step = await takeStep(deps, {
          attempt,
          fields,
          wanted,
          secret,
          visitor: visitorOf(request),
          language: languageOfRequest(request),
        });
        if (step === undefined) return reply.redirect(pathOf(wanted, fields), 303);
        setBrowser(deps, reply, { secret: step.secret, seconds: KNOWN_MS / 1000 });
        if (step.kind === "blocked") return sendPage(reply, blockedStep(readerOfRequest(request)), 403);
        const { next, since } = wanted;
        if (step.kind !== "logged_in") return reply.redirect(loginPath(next, { since }), 303);
        await keepLanguage(deps, request, reply, step.user);
        if (attempt.kind === "proved") await acceptShown(deps, request, step.user.id);
        return reply.redirect(await goOn(deps, request, next, step.user.id), 303);
      } catch (error) {
        if (!isForPerson(error)) throw error;
        if (error instanceof LoginGone && error.secret !== undefined) {
          setBrowser(deps, reply, { secret: error.secret, seconds: KNOWN_MS / 1000 });
          return reply.redirect(pathOf(wanted, fields), 303);
        }
        beginFailure(error, request, reply);
        const known = await findLoggedIn(deps, secret);
        return await sendStep(deps, { request, reply, wanted, known, fields, error });
      }
    });
  });
}

/** The browser gets the language of who has logged in; who has none yet gets that of the browser. */
async function keepLanguage(
  deps: LoginRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, language }: Pick<User, "id" | "language">,
): Promise<void> {
  if (language !== undefined) rememberLanguage(deps, reply, language);
  else await proposeLanguage(deps, id, languageOfRequest(request));
}

/** Who makes an account accepts the terms that its form has shown. */
async function acceptShown(deps: LoginRoutesDeps, request: FastifyRequest, userId: UserId): Promise<void> {
  const terms = termsOf(request.server.shell.branding);
  const { terms: shown } = request.body as Fields;
  if (terms !== undefined && shown === terms.version) await acceptTerms(deps, userId, shown);
}

/** Where a login leads: first to the terms, where there are some that the user has not accepted. */
async function goOn(
  deps: LoginRoutesDeps,
  request: FastifyRequest,
  next: LoginTarget,
  userId: UserId,
): Promise<string> {
  const due = await findTermsDue(deps, termsOf(request.server.shell.branding), userId);
  return due === undefined ? next : termsPath(next);
}

function wantedOf(asked: Readonly<Record<string, unknown>>): Wanted {
  const { next = "", since = "", with: way = "" } = asked as Partial<Fields>;
  return { next: loginTarget(next) ?? ACCOUNT, since: sinceOf(since), way: wayOf(way) };
}

/** The next page of the same way; a login that begins again has no way. */
function pathOf({ next, since, way }: Wanted, { decision }: Fields): string {
  return loginPath(next, { since, way: decision === "restart" ? undefined : way });
}

type Sent = {
  readonly attempt: Attempt;
  readonly fields: Fields;
  readonly wanted: Wanted;
  readonly secret: string;
  readonly visitor: Visitor;
  /** Of the mails that it has sent. */
  readonly language: Language;
};

/** Does what the form asks for in the state that the browser's attempt is in. Undefined: the next page shows it. */
async function takeStep(deps: LoginRoutesDeps, sent: Sent): Promise<LoginStep | undefined> {
  const { attempt, fields, secret, visitor } = sent;
  const { decision, code = "", gamertag = "" } = fields;
  if (decision === "restart") {
    await abandonAttempt(deps, { secret, purpose: "log_in" });
    return undefined;
  }
  switch (attempt.kind) {
    case "none":
      return await beginStep(deps, sent);
    case "code_sent":
      if (decision === "resend") return await sendCode(deps, sent, attempt.email);
      if (fields["email"] !== undefined || sent.wanted.way !== undefined) return await beginStep(deps, sent);
      return await checkCode(deps, { secret, code, visitor });
    case "proved":
      if (fields["email"] !== undefined) return await beginStep(deps, sent);
      return await signUp(deps, { secret, gamertag, visitor });
    case "second_factor":
      return await secondStep(deps, sent);
  }
}

/** The first proof: a mail that brings a code, or another way that needs none. */
async function beginStep(deps: LoginRoutesDeps, sent: Sent): Promise<LoginStep | undefined> {
  const { fields, wanted, secret, visitor } = sent;
  const { email, password = "" } = fields;
  switch (wanted.way) {
    case "password":
      return await takeFirstFactor(deps, {
        secret,
        visitor,
        shown: { method: "password", email: email ?? "", password },
      });
    case "passkey":
      return await takeFirstFactor(deps, {
        secret,
        visitor,
        shown: { method: "passkey", answer: answerIn(fields) },
      });
    case "wallet":
      return await takeFirstFactor(deps, { secret, visitor, shown: { method: "lightning" } });
    default:
      return email === undefined ? undefined : await sendCode(deps, sent, email);
  }
}

async function secondStep(deps: LoginRoutesDeps, sent: Sent): Promise<LoginStep | undefined> {
  const { fields, wanted, secret, visitor, language } = sent;
  if (fields["decision"] === "resend") {
    await sendSecondCode(deps, { secret, app: (await deps.appOf(wanted.next))?.name, language });
    return undefined;
  }
  return await takeSecondFactor(deps, { secret, visitor, shown: secondFactorOf(wanted.way, fields) });
}

function secondFactorOf(way: Wanted["way"], fields: Fields): SecondFactor {
  const { code = "" } = fields;
  if (way === "passkey") return { method: way, answer: answerIn(fields) };
  return { method: way === "recovery" || way === "email" ? way : "totp", code };
}

async function sendCode(
  deps: LoginRoutesDeps,
  { secret, wanted, visitor, language }: Sent,
  email: string,
): Promise<undefined> {
  const app = await deps.appOf(wanted.next);
  await requestCode(deps, { secret, email, purpose: "log_in", app: app?.name, network: visitor.network, language });
}

type Showing = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly wanted: Wanted;
  readonly known: LoggedIn | undefined;
  /** What was sent, and why it was not taken. */
  readonly fields?: Fields;
  readonly error?: AppError;
};

async function sendStep(deps: LoginRoutesDeps, showing: Showing): Promise<FastifyReply> {
  const { request, reply, wanted, known, fields = {}, error } = showing;
  const { browser } = request;
  const app = await deps.appOf(wanted.next);
  const reader = readerOfRequest(request);
  const view: LoginView = {
    reader,
    hidden: { csrf: browser.csrf, next: wanted.next, ...(wanted.since && { since: String(wanted.since.getTime()) }) },
    app: app && plainLine(app.name, APP_CHARACTERS_MAX),
    isAgain: known !== undefined,
    wrong: error && reader.failure(error),
    mailbox: deps.outlet().kind === "mailbox",
  };
  const page: Page = await loginStep(deps, {
    view,
    wanted,
    fields,
    secret: browser.secret,
    network: visitorOf(request).network,
    email: fields["email"] ?? known?.user.email ?? "",
    terms: termsOf(request.server.shell.branding),
  });
  // The login may lead on to an app, which is another site.
  return sendPage(reply, { ...page, app, leadsOnward: leadsOnward(wanted.next) }, error?.status);
}
