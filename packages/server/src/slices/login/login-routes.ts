import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { plainLine, visibleLine } from "#kernel/plain-line.ts";
import type { Html } from "#platform/html.ts";
import { type BrowserDeps, browserPages, setBrowser } from "#platform/http/browser-form.ts";
import { beginFailure } from "#platform/http/failures.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { type CreateUserDeps, proposeGamertag } from "#users";
import { abandonAttempt } from "./attempt/abandon-attempt.ts";
import { type CheckCodeDeps, checkCode } from "./attempt/check-code.ts";
import type { LoginStep } from "./attempt/proceed.ts";
import { type RequestCodeDeps, requestCode } from "./attempt/request-code.ts";
import { signUp } from "./attempt/sign-up.ts";
import type { Attempt } from "./model/attempt.ts";
import { ACCOUNT, type LoginTarget, loginPath, loginTarget } from "./model/login-target.ts";
import { hashOf } from "./model/secrets.ts";
import { isFresh, SESSION_MS, USER_AGENT_CHARACTERS_MAX, type Visitor } from "./model/session.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import { findAttempt } from "./store/attempts.ts";
import {
  BLOCKED,
  codeStep,
  emailStep,
  gamertagStep,
  type LoginView,
  secondFactorStep,
} from "./templates/login-page.ts";

/** The ways to log in that are not the code of a mail. */
export type OtherFactors = {
  /** Below the field of the address: links to other ways in. */
  readonly links: (next: LoginTarget) => Html | undefined;
  /** The fields that ask for a second factor. */
  readonly fields: (userId: UserId, secret: string) => Promise<Html>;
  /** Takes what those fields sent. An `AppError` is shown to the person, who may try again. */
  readonly take: (
    userId: UserId,
    sent: { readonly secret: string; readonly fields: Readonly<Record<string, string>>; readonly visitor: Visitor },
  ) => Promise<LoginStep>;
};

export type LoginRoutesDeps = BrowserDeps &
  RequestCodeDeps &
  CheckCodeDeps &
  CreateUserDeps & {
    readonly factors: OtherFactors;
    /** Name of the app that asks for a login which leads to `next`. */
    readonly appOf: (next: LoginTarget) => Promise<string | undefined>;
  };

const APP_CHARACTERS_MAX = 60;
const querystring = z.looseObject({ next: z.string().max(200).optional(), fresh: z.string().max(9).optional() });
const body = z.record(z.string(), z.string().max(2_000));

type Fields = Readonly<Record<string, string>>;
/** Where a login leads, and whether it must be a new one. */
type Wanted = { readonly next: LoginTarget; readonly fresh: boolean };

/** `/login`: sign-up and login in one flow, in one form whose fields follow the state of the browser's attempt. */
export function loginRoutes(deps: LoginRoutesDeps): RoutesPlugin {
  const options = { config: { access: "public" } } as const;
  return browserPages(deps, (pages) => {
    pages.get("/login", { ...options, schema: { querystring, hide: true } }, async (request, reply) => {
      const wanted = wantedOf(request.query);
      const known = await findLoggedIn(deps, request.browser.secret);
      if (known !== undefined && (!wanted.fresh || isFresh(known.session, deps.clock.now())))
        return reply.redirect(wanted.next, 303);
      return await sendStep(deps, { request, reply, wanted, known });
    });

    pages.post("/login", { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const fields: Fields = request.body;
      const wanted = wantedOf(fields);
      const { secret } = request.browser;
      const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
      try {
        const step = await takeStep(deps, { attempt, fields, wanted, secret, visitor: visitorOf(request) });
        if (step === undefined) return reply.redirect(loginPath(wanted.next, wanted), 303);
        if (step.kind === "blocked") return sendPage(reply, BLOCKED, 403);
        setBrowser(deps, reply, { secret: step.secret, seconds: SESSION_MS / 1000 });
        return reply.redirect(step.kind === "logged_in" ? wanted.next : loginPath(wanted.next, wanted), 303);
      } catch (error) {
        if (!isForPerson(error)) throw error;
        beginFailure(error, request, reply);
        const known = await findLoggedIn(deps, secret);
        return await sendStep(deps, { request, reply, wanted, known, fields, error });
      }
    });
  });
}

/** A failure that the person can do something about: it is said beside the form. */
export function isForPerson(error: unknown): error is AppError {
  return error instanceof AppError && (error.status < 500 || error.code === "mail_not_configured");
}

function wantedOf({ next = "", fresh = "" }: { next?: string | undefined; fresh?: string | undefined }): Wanted {
  return { next: loginTarget(next) ?? ACCOUNT, fresh: fresh === "1" };
}

/** What is noted of the browser that asks. */
export function visitorOf({ headers, ip }: Pick<FastifyRequest, "headers" | "ip">): Visitor {
  const userAgent = visibleLine(headers["user-agent"] ?? "").slice(0, USER_AGENT_CHARACTERS_MAX);
  return { userAgent, network: networkOf(ip) };
}

type Sent = {
  readonly attempt: Attempt;
  readonly fields: Fields;
  readonly wanted: Wanted;
  readonly secret: string;
  readonly visitor: Visitor;
};

/** Does what the form asks for in the state that the browser's attempt is in. Undefined: the next page shows it. */
async function takeStep(deps: LoginRoutesDeps, sent: Sent): Promise<LoginStep | undefined> {
  const { attempt, fields, secret, visitor } = sent;
  const { decision = "continue", email, code = "", gamertag = "" } = fields;
  if (decision === "restart") {
    await abandonAttempt(deps, { secret, purpose: "log_in" });
    return undefined;
  }
  if (decision === "resend" && attempt.kind === "code_sent") return await sendCode(deps, sent, attempt.email);
  if (email !== undefined) return await sendCode(deps, sent, email);
  switch (attempt.kind) {
    case "none":
      return undefined;
    case "code_sent":
      return await checkCode(deps, { secret, code, visitor });
    case "proved":
      return await signUp(deps, { secret, gamertag, visitor });
    case "second_factor":
      return await deps.factors.take(attempt.userId, { secret, fields, visitor });
  }
}

async function sendCode(deps: LoginRoutesDeps, { secret, wanted }: Sent, email: string): Promise<undefined> {
  await requestCode(deps, { secret, email, purpose: "log_in", app: await deps.appOf(wanted.next) });
}

type Shown = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly wanted: Wanted;
  readonly known: LoggedIn | undefined;
  /** What was sent, and why it was not taken. */
  readonly fields?: Fields;
  readonly error?: AppError;
};

async function sendStep(deps: LoginRoutesDeps, shown: Shown): Promise<FastifyReply> {
  const { reply, error, wanted } = shown;
  const page = await stepOf(deps, shown);
  // The login may lead on to an app, which is another site.
  return sendPage(reply, { ...page, leadsOnward: wanted.next.startsWith("/login/") }, error?.status);
}

async function stepOf(deps: LoginRoutesDeps, { request, wanted, known, fields = {}, error }: Shown) {
  const { secret, csrf } = request.browser;
  const app = await deps.appOf(wanted.next);
  const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
  const view: LoginView = {
    hidden: { csrf, next: wanted.next, ...(wanted.fresh ? { fresh: "1" } : {}) },
    app: app && plainLine(app, APP_CHARACTERS_MAX),
    isAgain: known !== undefined,
    wrong: error && wordsOf(error),
    mailbox: deps.outlet().kind === "mailbox",
  };
  switch (attempt.kind) {
    case "none":
      return emailStep(view, {
        email: fields["email"] ?? known?.user.email ?? "",
        others: deps.factors.links(wanted.next),
      });
    case "code_sent":
      return codeStep(view, attempt);
    case "proved": {
      const gamertag = fields["gamertag"] ?? (await proposeGamertag(deps, attempt));
      return gamertagStep(view, { gamertag, host: new URL(deps.baseUrl).host });
    }
    case "second_factor":
      return secondFactorStep(view, await deps.factors.fields(attempt.userId, secret));
  }
}

/** A failure as a sentence beside a field. */
function wordsOf({ details: [first], message }: AppError): string {
  if (first === undefined) return message;
  return `${first.issue.charAt(0).toUpperCase()}${first.issue.slice(1)}.`;
}
