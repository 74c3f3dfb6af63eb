import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#kernel/errors.ts";
import { answerFailurePage } from "#platform/http/failure-page.ts";
import { beginFailure } from "#platform/http/failures.ts";
import { FORM_TYPE } from "#platform/http/form.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { answersPages, handOver, routeOf } from "./provider/handle.ts";
import type { Protocol } from "./provider/protocol.ts";
import { PATHS } from "./provider/provider.ts";

type Deps = {
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

/** What applications ask, and not browsers. */
const PROGRAMS: ReadonlySet<string> = new Set([
  PATHS.token,
  PATHS.userinfo,
  PATHS.revocation,
  PATHS.introspection,
  PATHS.pushed_authorization_request,
]);

function isOfPrograms({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.access === "own";
}

/** What the library answers. Bodies are forms or JSON; what is refused before the library is reached has the form of RFC 6749, section 5.2. */
export function providerRoutes({ protocol, baseUrl }: Deps): RoutesPlugin {
  return (api) => {
    void api.register(async (oauth: Api) => {
      oauth.addContentTypeParser(FORM_TYPE, { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
      oauth.setErrorHandler(answerFailure);
      const hand = handOver(protocol.answer, baseUrl);
      const handler = (request: FastifyRequest, reply: FastifyReply) => hand({ request, reply });
      oauth.addHook("onRequest", async (request) => {
        const retryAfterSeconds = isOfPrograms(request) ? api.blockedSeconds(request) : undefined;
        if (retryAfterSeconds !== undefined)
          throw new AppError("rate_limited", "too many requests that were refused", { retryAfterSeconds });
      });
      // What an application does well is not counted: it has many users, and one address.
      oauth.addHook("onResponse", async (request, { statusCode }) => {
        if (isOfPrograms(request) && statusCode >= 400 && statusCode < 500)
          api.refusalOf(request, new AppError("invalid_input", "refused"));
      });
      for (const [path, methods] of ROUTES)
        for (const url of new Set([path, path.replace(/^\/v1\//, "/v0/")]))
          oauth.route({
            ...{ method: [...methods], url, handler },
            config: { access: PROGRAMS.has(path) ? "own" : "public", takesAnyQuery: true },
            schema: { hide: true },
          });
    });
  };
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
