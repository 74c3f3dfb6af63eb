/** What holds for every request and every answer, whatever the route. The connections are those of `http-server.ts`. */
import type { IncomingMessage } from "node:http";
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type Branding, PLAIN } from "#kernel/branding.ts";
import { type Caller, keyScopeOf } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { type GuardDeps, guard } from "./admission.ts";
import { failureBody } from "./envelope.ts";
import { answerFailurePage, noPage } from "./failure-page.ts";
import { beginFailure, JSON_TYPE } from "./failures.ts";
import type { Api } from "./index.ts";
import { BODY_BYTES_MAX, parseJson } from "./json.ts";
import { listPages } from "./listed.ts";
import { isOfBrowser } from "./of-browser.ts";
import { pageShell } from "./page-shell.ts";
import { SECURITY_HEADERS } from "./plain-answer.ts";
import { networkOf } from "./rate-limit.ts";
import { requestIds } from "./request-id.ts";
import { serializerCompiler, validatorCompiler } from "./schema.ts";

export type ServerOptions = GuardDeps & {
  readonly log: Log;
  readonly random: Random;
  readonly metrics: Metrics;
  /** Addresses or networks of reverse proxies whose `X-Forwarded-*` is believed; none when empty. */
  readonly trustedProxies: readonly string[];
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly branding?: Branding;
  /** Hears of each request with a valid key that was refused or failed, after its answer. */
  readonly refused?: ((call: RefusedCall) => void) | undefined;
};

/** RFC 6797: for a year, this host alone. What else the domain has is not ours to say. */
const HTTPS_ONLY = "max-age=31536000";

/** Characters of one part of a path, such as a Lightning address. */
const PARAM_LENGTH_MAX = 500;

export function createServer(options: ServerOptions): Api {
  const { log, random, trustedProxies, baseUrl } = options;
  const nextRequestId = requestIds(random);
  const record = recorder(options);
  const limitedOr = (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    try {
      api.countAddress(request, reply);
      return error;
    } catch (limited) {
      return limited;
    }
  };

  const api: Api = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One line per request is written below; a child logger per request would cost more than the line.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: (raw) => nextRequestId(raw.headers["x-request-id"]),
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: BODY_BYTES_MAX,
    return503OnClosing: false, // connections are ended in their own order
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    // Ours are set below. Without these Fastify loads its own, which nothing uses: 115 modules.
    schemaController: { compilersFactory: { buildValidator: replaced, buildSerializer: replaced } },
    // Requests that match no route because their path cannot be read: no hook sees them.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, baseUrl);
      answerFailure(limitedOr(error, request, reply), request, reply, baseUrl);
      record(request, reply);
    },
  });

  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  readJsonBodies(api);
  api.decorateRequest("caller", null as unknown as Caller);
  api.decorateRequest("elsewhere", null);
  api.decorateRequest("failure", null);
  api.decorateRequest("warnings", null);
  api.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, baseUrl));
  api.setNotFoundHandler((request, reply) => {
    if (isOfBrowser(request)) return answerFailurePage(noPage(), request, reply);
    throw new AppError("not_found", `there is no ${request.method} ${request.url.split("?", 1)[0]}`);
  });
  api.addHook("onRequest", (request, reply, done) => {
    setCommonHeaders(request, reply, baseUrl);
    done();
  });
  guard(api, options);
  refuseMalformed(api);
  api.addHook("onResponse", (request, reply, done) => {
    record(request, reply);
    done();
  });
  const pages = listPages();
  api.addHook("onRoute", pages.add);
  api.decorate("listed", pages.open);
  api.decorate("shell", pageShell(options.branding ?? PLAIN));
  const stopping = new AbortController();
  api.decorate("stopping", stopping.signal);
  api.addHook("preClose", (done) => {
    stopping.abort();
    done();
  });
  return api;
}

/** Stands for a compiler until ours is set. */
function replaced(): never {
  throw new Error("a schema was compiled before the compilers of schema.ts were set");
}

/** `application/json` is the only type of body there is. */
function readJsonBodies(api: Api): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      if (request.headers["content-encoding"] !== undefined)
        throw new AppError("unsupported_media_type", "the body must not be compressed");
      done(null, parseJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Origin form, or absolute form (RFC 9112, section 3.2). The router would take `*` for `/`. */
const TARGET = /^(?:\/|https?:\/\/)/i;

/** Refuses what is no HTTP/1.1 although it can be parsed. After `guard`, so that it counts on the address. */
function refuseMalformed(api: Api): void {
  api.addHook("onRequest", ({ raw }, _reply, done) => {
    const problem = problemOf(raw);
    done(problem === undefined ? undefined : new AppError("malformed_request", problem));
  });
}

function problemOf(raw: IncomingMessage): string | undefined {
  if (raw.httpVersion === "1.1" && raw.headers.host === undefined) return "the header `Host` is missing";
  if (countOf("host", raw) > 1) return "the header `Host` is there twice";
  return TARGET.test(raw.url ?? "") ? undefined : "the request names no path";
}

/** How often a header was sent. Node keeps the first of two; a proxy before us may have read the other one. */
function countOf(name: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i];
    if (sent?.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  reply.headers(SECURITY_HEADERS);
  if (baseUrl.startsWith("https:")) reply.header("strict-transport-security", HTTPS_ONLY);
  reply.header("x-request-id", request.id);
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  const failure = beginFailure(error, request, reply);

  // Fastify ends the connection after a body it did not take. Node reads the rest of it away, bounded by the time a
  // request may take, so that the caller gets to read the answer and may go on.
  reply.removeHeader("connection");
  if (request.routeOptions.config?.movesMoney === true) reply.header("x-should-retry", "false");
  reply.header("content-type", JSON_TYPE);
  reply.send(
    JSON.stringify(
      failureBody(failure, {
        requestId: request.id,
        baseUrl,
        warnings: request.warnings ?? [],
        refusedAs: request.routeOptions.config?.refusedAs,
      }),
    ),
  );
}

/** Writes one log line and one measurement for each answer, and tells who keeps what was refused. */
function recorder({ log, metrics, refused }: ServerOptions): (request: FastifyRequest, reply: FastifyReply) => void {
  const duration = metrics.histogram({
    name: "leyden_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its answer.",
    labels: ["method", "route", "status"],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  });

  return (request, reply) => {
    const ms = reply.elapsedTime;
    const status = reply.statusCode;
    const { url: route = "unknown", config } = request.routeOptions; // read once: it is made anew each time
    if (config?.isStream === true && status === 200) return;
    duration.observe({ method: request.method, route, status }, ms / 1000);

    const fields = {
      method: request.method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      requestId: request.id,
      actor: request.caller && keyScopeOf(request.caller.actor),
      code: request.failure?.code,
    };
    if (request.failure?.code === "internal_error")
      log.error({ ...fields, err: request.failure.cause }, "request.answered");
    else if (config?.access === "probe") log.debug(fields, "request.answered");
    else log.info(fields, "request.answered");
    if (refused !== undefined && request.failure !== null)
      tell(refused, request, { route, failure: request.failure, ms });
  };
}

function tell(
  refused: (call: RefusedCall) => void,
  request: FastifyRequest,
  { route, failure, ms }: { readonly route: string; readonly failure: AppError; readonly ms: number },
): void {
  const caller = request.elsewhere ?? request.caller;
  if (caller === null) return;
  refused({
    caller,
    isElsewhere: request.elsewhere !== null,
    requestId: request.id,
    method: request.method,
    route,
    path: request.url.split("?", 1)[0] as string,
    failure,
    body: request.body,
    network: networkOf(request.ip),
    tookMs: ms,
  });
}
