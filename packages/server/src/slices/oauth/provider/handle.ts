import type { FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import { AppError } from "#kernel/errors.ts";
import { FORM_TYPE, isFormText } from "#platform/http/form.ts";
import { IncomingMessage } from "#platform/machine/node-http.ts";
import { scopeText } from "../model/scopes.ts";
import type { NewCookie, ProviderDeps } from "./provider.ts";
import { LIFETIME_S, PATHS, WITH_COMMAS } from "./settings.ts";

/** Loads the library, and gives what answers for it. */
type Answers = () => Promise<(request: Raw, response: FastifyReply["raw"]) => unknown>;

type Raw = FastifyRequest["raw"];

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Hands requests to the protocol library, in the one form that it reads: paths of /v1, bodies as forms, and the
 * configured address as host whatever the caller's headers say. Headers that all our answers have go with its answer
 * too.
 */
export function handOver(answers: Answers, baseUrl: string): (visit: Visit) => Promise<void> {
  const { host, protocol } = new URL(baseUrl);
  const own = { host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) };
  return async ({ request, reply }) => {
    const { raw } = request;
    const path = pathOf(request);
    const url = withScope(raw.method, path, raw.url ?? "");
    const from = { ...own, [VISITOR_HEADER]: request.ip };
    const handed = requestLike(raw, { url, body: bodyOf(request, path), own: from });
    const answer = await answers(); // while the reply is still ours: a library that cannot be loaded is a failure
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    answer(handed, reply.raw);
  };
}

/**
 * Of the request that the library gets: the address that asks, as the whole HTTP layer takes it from the proxies that
 * are trusted. What the caller sent in this header is overwritten.
 */
export const VISITOR_HEADER = "x-forwarded-for";

type Handed = {
  readonly url: string;
  readonly body: Buffer | undefined;
  /** Headers that say where the service is, and who asks. */
  readonly own: Readonly<Record<string, string>>;
};

function requestLike(raw: Raw, { url, body, own }: Handed): Raw {
  const handed = new IncomingMessage(raw.socket);
  if (raw.method !== undefined) handed.method = raw.method;
  handed.url = url;
  handed.httpVersion = raw.httpVersion;
  handed.headers = {
    ...raw.headers,
    ...own,
    accept: answersPages(url) ? "text/html" : "application/json",
    ...(body === undefined ? {} : { "content-type": FORM_TYPE, "content-length": String(body.length) }),
  };
  delete handed.headers["transfer-encoding"];
  handed.complete = true; // its end must not end the connection
  if (body !== undefined) handed.push(body);
  handed.push(null);
  return handed;
}

/**
 * The path of version 1 that the request's route stands for, however the request writes it. @throws {AppError} when
 * there is none.
 */
function pathOf(request: FastifyRequest): string {
  const { uid } = request.params as { readonly uid?: string };
  const path = routeOf(request);
  if (uid === "") throw new AppError("not_found", "There is no such page.");
  return uid === undefined ? path : path.replace(":uid", encodeURIComponent(uid));
}

export function routeOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.url ?? "").replace(/^\/v0\//, "/v1/");
}

/** What browsers open: an error is a page there. All others answer programs. */
export function answersPages(path: string): boolean {
  return path.startsWith(PATHS.authorization) || path.startsWith(PATHS.end_session);
}

/**
 * `path` with the query of `target`; an authorization request gets a scope (docs/contract.md, Authorize).
 * @throws {AppError} when a parameter is no text.
 */
function withScope(method: string | undefined, path: string, target: string): string {
  const at = target.indexOf("?");
  const text = at === -1 ? "" : target.slice(at + 1);
  if (!isFormText(text)) throw noText();
  const query = new URLSearchParams(text);
  const scopes = query.getAll("scope");
  const takesOne =
    method === "GET" && path === PATHS.authorization && !query.has("request") && !query.has("request_uri");
  if (takesOne && scopes[0]?.includes(",") === true) query.set(WITH_COMMAS, "1");
  if (takesOne && scopes.length < 2) query.set("scope", scopeText(scopes[0])); // the library refuses doubled parameters
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The body as a form, empty when there is none. @throws {AppError} when it cannot be one. */
export function formIn({ body }: FastifyRequest): URLSearchParams {
  if (Buffer.isBuffer(body) && !isFormText(body.toString("latin1"))) throw noText();
  return Buffer.isBuffer(body) ? new URLSearchParams(body.toString("utf8")) : formOf(body);
}

/** The body that the library gets; undefined when there is none. @throws {AppError} when it cannot be a form. */
function bodyOf(request: FastifyRequest, path: string): Buffer | undefined {
  if (request.raw.method !== "POST") return undefined;
  const form = formIn(request);
  const scopes = form.getAll("scope");
  const takesOne = path === PATHS.pushed_authorization_request ? !form.has("request") : scopes[0] !== undefined;
  if (takesOne && scopes.length < 2) form.set("scope", scopeText(scopes[0]));
  return Buffer.from(form.toString());
}

/**
 * A JSON body as a form. A parameter without a value is one that was not sent (RFC 6749, section 3.2).
 * @throws {AppError} when it is no flat object.
 */
function formOf(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  if (body === undefined) return form;
  if (body === null || typeof body !== "object" || Array.isArray(body)) throw notFlat("the body");
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === "") continue;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") throw notFlat(name);
    form.append(name, String(value));
  }
  return form;
}

function noText(): AppError {
  return new AppError("invalid_input", "all parameters must be text in UTF-8, without NUL");
}

function notFlat(what: string): AppError {
  return new AppError("invalid_input", `${what} must be ${what === "the body" ? "a JSON object of texts" : "a text"}`);
}

/**
 * The library sends some forms by a script, and writes the hash of that script behind `script-src`. Pages of ours have
 * their own policy.
 */
const OWN_FORM_POLICY = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

/**
 * What clients of this interface find in the library's answers beside what the standards say (docs/contract.md, Token);
 * and a logout at the library is one here.
 */
export function speakDialect(provider: Provider, { endSession }: Pick<ProviderDeps, "endSession">): void {
  provider.use(async (ctx, next) => {
    if (answersPages(ctx.path)) ctx.set("content-security-policy", OWN_FORM_POLICY);
    await next();
    const session = (ctx as KoaContextWithOIDC).oidc?.session as { readonly destroyed?: boolean } | undefined;
    if (ctx.path === `${PATHS.end_session}/confirm` && session?.destroyed === true)
      setCookie(ctx, await endSession(ctx.req));
    withoutIssuer(ctx as KoaContextWithOIDC);
    if (!isPublic(ctx.path)) for (const name of CORS_HEADERS) ctx.remove(name);
    // an empty answer breaks clients that read JSON
    if (ctx.path === PATHS.revocation && ctx.status === 200) ctx.body = {};
    if (typeof ctx.body !== "object" || ctx.body === null) return;
    const body = ctx.body as Readonly<Record<string, unknown>>;
    if (ctx.path === PATHS.token && ctx.status === 200) ctx.body = withTwins(body);
    else if (typeof body["error"] === "string") ctx.body = { ...body, ...failureOf(body) };
  });
}

function setCookie({ cookies }: Pick<KoaContextWithOIDC, "cookies">, cookie: NewCookie | undefined): void {
  if (cookie === undefined) return;
  const { name, value, seconds, options } = cookie;
  cookies.set(name, value, { ...options, maxAge: seconds * 1_000, signed: false });
}

/** The library allows each site to read the answers that it gives to no application. */
const CORS_HEADERS = ["access-control-allow-origin", "access-control-expose-headers"];

/** What any site may read. */
function isPublic(path: string): boolean {
  return path === PATHS.jwks || path.startsWith("/.well-known/");
}

/**
 * Clients that write scopes with commas are older than RFC 9207, and the library of some refuses an answer with `iss`.
 */
function withoutIssuer(ctx: KoaContextWithOIDC): void {
  if (!ctx.path.startsWith(PATHS.authorization) || ctx.oidc?.params?.[WITH_COMMAS] !== "1") return;
  const location = ctx.response.get("location");
  if (location !== "")
    ctx.set("location", location.replace(/([?&])iss=[^&#]*(?:&|(?=#|$))/, "$1").replace(/[?&](?=#|$)/, ""));
}

function withTwins(answer: Readonly<Record<string, unknown>>) {
  return {
    accessToken: answer["access_token"],
    refreshToken: answer["refresh_token"],
    tokenType: answer["token_type"],
    expiresIn: answer["expires_in"],
    ...answer,
    refresh_token_expires_in: LIFETIME_S.RefreshToken,
  };
}

function failureOf({ error, error_description: description }: Readonly<Record<string, unknown>>) {
  return { success: false, message: typeof description === "string" ? description : error };
}
