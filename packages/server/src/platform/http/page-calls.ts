/** The scope of calls that scripts of our own pages make: the cookie of a login is their credential. */
import { fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Caller } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { scopeOf } from "./admission.ts";
import { browserCookie, browserSecret } from "./browser-cookie.ts";
import type { Api, RoutesPlugin } from "./index.ts";
import { otherPlace } from "./own-site.ts";

/** The person who asks. */
export type Person = {
  readonly userId: UserId;
  readonly sessionId: string;
  /** Until then the login is fresh. */
  readonly freshUntil: Date;
  /** In the project that the path names; undefined: the path names none. */
  readonly role: string | undefined;
};

export type Admitted = {
  readonly person: Person;
  /** For what the person acts; undefined: for nothing that has money. */
  readonly caller: Caller | undefined;
  /**
   * A refusal by it is one of the caller, whose log shows it. Undefined: who is admitted may do what the route is.
   * @throws {AppError} `role_missing`, `fresh_login_needed`
   */
  readonly requireAllowed?: () => void;
};

export type PageCallsDeps = {
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Who asks with the cookie that holds `secret`.
   * @throws {AppError} `login_needed`, `fresh_login_needed`, or that there is no such thing.
   */
  readonly admit: (request: FastifyRequest, secret: string | undefined) => Promise<Admitted>;
  /** Hears of each call that changes something before it does, and of its answer. */
  readonly changes?: ChangeLog | undefined;
};

export type ChangeLog = {
  begin(request: FastifyRequest): Promise<EndChange>;
};

/** Hears of the answer: its status, and the id of the thing in it, if it has one. */
export type EndChange = (status: number, made: string | undefined) => Promise<void>;

declare module "fastify" {
  interface FastifyRequest {
    /** In the scope of `pageCalls` alone. */
    person: Person;
    /** In the scope of `pageCalls` alone: whether the same call would be let in now. Counts on no limit. */
    isStillAllowed: () => Promise<boolean>;
    /** In the scope of `pageCalls` alone: how the answer is written down; null: the call changes nothing. */
    changed: EndChange | null;
    /** In the scope of `pageCalls` alone: id of the thing that the answer shows; null: of none. */
    answered: string | null;
  }
}

/** What a call from one of our pages carries, and a form or an image of another site cannot. */
export const PAGE_HEADER = "x-leyden-page";

/**
 * Routes for scripts of our pages. A call that changes something comes from a page of this origin and carries the
 * header that only a script can set; none is answered to a page of another site. Keys count for nothing here, and the
 * cookie counts for nothing elsewhere.
 */
export function pageCalls(deps: PageCallsDeps, routes: (api: Api) => void): RoutesPlugin {
  const cookie = browserCookie(deps.baseUrl);
  const { origin } = new URL(deps.baseUrl);
  return (api) => {
    void api.register(async (pages: Api) => {
      await pages.register(fastifyCookie);
      pages.decorateRequest("person", null as unknown as Person);
      pages.decorateRequest("isStillAllowed", async () => false);
      pages.decorateRequest("changed", null);
      pages.decorateRequest("answered", null);
      pages.addHook("onRoute", (route) => {
        const { refusedAs: _, ...config } = route.config ?? {}; // our pages know our codes
        route.config = { ...config, access: "own", action: actionOf(route) };
      });
      pages.addHook("onRequest", async (request, reply) => {
        requireOwnPage(request, origin);
        await admit(deps, { request, reply, secret: browserSecret(request.cookies[cookie.name]) });
      });
      pages.addHook("preHandler", async (request) => {
        if (!isRead(request) && deps.changes !== undefined) request.changed = await deps.changes.begin(request);
      });
      pages.addHook("preSerialization", async (request, _reply, payload) => {
        if (request.changed !== null) request.answered = idIn(payload) ?? null;
        return payload;
      });
      pages.addHook("onResponse", async ({ changed, answered }, { statusCode }) => {
        await changed?.(statusCode, answered ?? undefined);
      });
      routes(pages);
    });
  };
}

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly secret: string | undefined };

async function admit(deps: PageCallsDeps, { request, reply, secret }: Asked): Promise<void> {
  try {
    const { person, caller, requireAllowed } = await deps.admit(request, secret);
    if (caller !== undefined) request.caller = { ...caller, requestId: request.id };
    requireAllowed?.();
    request.server.countCaller(`user ${person.userId}`, reply);
    request.person = person;
    request.isStillAllowed = () => isAllowed(deps, request, secret);
  } catch (error) {
    // Who is not let in counts on the address: cookies and ids of projects are not tried out for nothing.
    throw error instanceof AppError && error.status < 500 && error.code !== "rate_limited"
      ? request.server.refusalOf(request, error)
      : error;
  }
}

/** @throws what is no refusal: nobody knows then. */
async function isAllowed(deps: PageCallsDeps, request: FastifyRequest, secret: string | undefined): Promise<boolean> {
  try {
    const { requireAllowed } = await deps.admit(request, secret);
    requireAllowed?.();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** The routes of the API have a scope, and the one that only a whole key has is that of settings. */
function actionOf({ method, config }: Pick<RouteOptions, "method" | "config">): string {
  if (config?.action !== undefined) return config.action;
  const scope = scopeOf({ method, ...(config && { config }) });
  return scope === "all" ? "settings" : scope;
}

/** The id of what an answer shows, or of the first thing in it that has one. */
function idIn(payload: unknown): string | undefined {
  const { data } = (payload ?? {}) as { readonly data?: unknown };
  if (typeof data !== "object" || data === null) return undefined;
  return [data, ...Object.values(data)].map((one) => (one as { readonly id?: unknown } | null)?.id).find(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function requireOwnPage(request: FastifyRequest, own: string): void {
  const { origin } = request.headers;
  const isOwn = isRead(request) || (origin === own && request.headers[PAGE_HEADER] !== undefined);
  if (otherPlace(request, own) !== undefined || !isOwn)
    throw request.server.refusalOf(
      request,
      new AppError("page_call_refused", `this is for the pages of ${own}, with the header \`X-Leyden-Page\``),
    );
}
