import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Batch } from "#platform/database/batch.ts";
import { take } from "#platform/http/admission.ts";
import { answerFailurePage } from "#platform/http/failure-page.ts";
import { beginFailure } from "#platform/http/failures.ts";
import { FORM_TYPE } from "#platform/http/form.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { networkOf, rateLimiter } from "#platform/http/rate-limit.ts";
import { bringsGrant, knownCaller } from "./known-caller.ts";
import { answersPages, formIn, handOver, routeOf } from "./provider/handle.ts";
import type { Protocol } from "./provider/protocol.ts";
import { PATHS } from "./provider/settings.ts";
import { type RecordUseDeps, secretUseRecorder } from "./record-secret-use.ts";

type Deps = RecordUseDeps & {
  readonly batch: Batch;
  readonly clock: Pick<Clock, "monotonicMs" | "now">;
  readonly protocol: Protocol;
  /** Without a slash at the end. */
  readonly baseUrl: string;
};

type Method = "GET" | "POST" | "OPTIONS";

const DISCOVERY = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** Each path of the protocol. Those of version 1 answer under version 0 as well (docs/contract.md, section 2). */
const ROUTES: readonly (readonly [path: string, methods: readonly Method[]])[] = [
  ...DISCOVERY.map((path) => [path, ["GET", "OPTIONS"]] as const),
  [PATHS.jwks, ["GET", "OPTIONS"]],
  [PATHS.authorization, ["GET"]],
  [`${PATHS.authorization}/:uid`, ["GET"]],
  [PATHS.token, ["POST"]],
  [PATHS.userinfo, ["GET", "POST"]],
  [PATHS.revocation, ["POST"]],
  [PATHS.introspection, ["POST"]],
  [PATHS.pushed_authorization_request, ["POST"]],
  [PATHS.end_session, ["GET"]],
  [`${PATHS.end_session}/confirm`, ["POST"]],
  [`${PATHS.end_session}/success`, ["GET"]],
];

/**
 * A site may have the browser send a form there (OpenID Connect Core, section 3.1.2.1; RP-Initiated Logout, section 2).
 */
const FORMS_OF_SITES = [PATHS.authorization, PATHS.end_session] as const;
/** Of an address that a browser is sent to; the headers of a request have 16 KiB. */
const ADDRESS_CHARACTERS_MAX = 8_000;

function versionsOf(path: string): ReadonlySet<string> {
  return new Set([path, path.replace(/^\/v1\//, "/v0/")]);
}

/** What applications ask, and not browsers. */
const PROGRAMS: ReadonlySet<string> = new Set([
  PATHS.token,
  PATHS.userinfo,
  PATHS.revocation,
  PATHS.introspection,
  PATHS.pushed_authorization_request,
]);

function isOfPrograms(request: FastifyRequest): boolean {
  return PROGRAMS.has(routeOf(request));
}

/** What the libraries of applications read before a login, and keep. They have no credentials for it. */
const DOCUMENTS: ReadonlySet<string> = new Set([...DISCOVERY, PATHS.jwks]);

/** How often one network may read them in a minute. */
const DOCUMENTS_MAX = 300;

/**
 * What the library answers. Bodies are forms or JSON; what is refused before the library is reached has the form of RFC
 * 6749, section 5.2.
 */
export function providerRoutes(deps: Deps): RoutesPlugin {
  const { protocol, baseUrl } = deps;
  return (api) => {
    void api.register(async (oauth: Api) => {
      oauth.addContentTypeParser(FORM_TYPE, { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
      oauth.setErrorHandler(answerFailure);
      const hand = handOver(async () => (await protocol.library()).answer, baseUrl);
      const handler = (request: FastifyRequest, reply: FastifyReply) => hand({ request, reply });
      limitPrograms(oauth, deps);
      limitDocuments(oauth, deps);
      for (const path of FORMS_OF_SITES)
        for (const url of versionsOf(path))
          oauth.post(url, { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } }, answerByGet);
      for (const [path, methods] of ROUTES)
        for (const url of versionsOf(path))
          oauth.route({
            method: [...methods],
            url,
            handler,
            config: { access: PROGRAMS.has(path) || DOCUMENTS.has(path) ? "own" : "public", takesAnyQuery: true },
            schema: { hide: true },
          });
    });
  };
}

/**
 * A form of another site comes without the browser's cookie (`SameSite=Lax`), so the browser is sent on to the same by
 * GET: there its login is known.
 */
function answerByGet(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = new URL(request.raw.url ?? "", "http://any").searchParams;
  for (const [name, value] of formIn(request)) asked.append(name, value);
  const address = `${routeOf(request)}?${asked}`;
  if (address.length > ADDRESS_CHARACTERS_MAX)
    throw new AppError("invalid_input", "The request is too long. The app can push it (RFC 9126).");
  return reply.redirect(address, 303);
}

/**
 * A request counts on the application that it proves to come from; then no address is asked, for strangers may have
 * used up the share of that address. Any other counts on its address before the library sees it, so that of many at
 * once not one more passes, and trying secrets ends. The right secret passes also from there: secrets have 144 random
 * bits, so it is not the limit that keeps them from being guessed.
 *
 * An application whose share is used up goes on with what only a login can give: see `bringsGrant`.
 */
function limitPrograms(oauth: Api, deps: RecordUseDeps & Pick<Deps, "batch" | "clock">): void {
  const recordUse = secretUseRecorder(deps);
  const counted = new WeakSet<FastifyRequest>();
  oauth.addHook("preHandler", async (request, reply) => {
    if (!isOfPrograms(request)) return;
    const { authorization } = request.headers;
    const asked = { path: routeOf(request), authorization, form: formIn(request) };
    const caller = await knownCaller(deps, asked);
    counted.add(request);
    if (caller === undefined) return oauth.countAddress(request, reply);
    if (caller.secretHash !== undefined) recordUse(caller.secretHash);
    try {
      if (caller.userId === undefined) oauth.countCaller(caller.share, reply);
      else oauth.countCallerOf({ caller: caller.share, user: caller.userId }, reply);
    } catch (error) {
      if (!(await bringsGrant(deps, asked, caller.clientId))) throw error;
    }
  });
  // What cannot be read has no credentials.
  oauth.addHook("onResponse", async (request, { statusCode }) => {
    if (isOfPrograms(request) && !counted.has(request) && statusCode >= 400 && statusCode < 500)
      oauth.refusalOf(request, new AppError("invalid_input", "refused"));
  });
}

/**
 * They have a share of their own: what a neighbour was refused elsewhere must not stop the logins of an application.
 */
function limitDocuments(oauth: Api, { clock }: Pick<Deps, "clock">): void {
  const readers = rateLimiter(clock, DOCUMENTS_MAX);
  oauth.addHook("onRequest", async (request, reply) => {
    if (DOCUMENTS.has(routeOf(request))) take(readers, networkOf(request.ip), reply);
  });
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (answersPages(routeOf(request))) return answerFailurePage(error, request, reply);
  const { code, message } = beginFailure(isUnread(error) ? unread(error) : error, request, reply);
  reply.removeHeader("connection");
  return reply
    .header("cache-control", "no-store")
    .send({ error: WORDS[code] ?? "invalid_request", error_description: message, success: false, message });
}

/** RFC 6749, section 4.1.2.1. */
const WORDS: Readonly<Record<string, string>> = {
  internal_error: "server_error",
  rate_limited: "temporarily_unavailable",
  unavailable: "temporarily_unavailable",
};

/** RFC 6749 knows no 415: a request that cannot be read is 400. */
function isUnread(error: unknown): error is Error {
  return (error as { code?: unknown } | null)?.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
}

function unread(cause: Error): AppError {
  return new AppError("invalid_input", `the body must be ${FORM_TYPE} or application/json`, { cause });
}
