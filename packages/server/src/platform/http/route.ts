/** What a route may say about itself beside Fastify's own options, and what a request carries. */
import type { FastifyReply } from "fastify";
import type { Caller, Scope } from "#kernel/caller.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import type { AppError, Issue } from "#kernel/errors.ts";
import type { KeyHolders } from "./key-holders.ts";
import type { Listed, ListedPages } from "./listed.ts";
import type { PageShell } from "./page-shell.ts";

/**
 * What a key must be allowed to do for a route. `all`: only a key without scopes may, such as for what concerns the
 * whole project.
 */
export type RouteScope = Scope | "all";

/** A caller, such as an application, and the user for whom it asks. */
export type CallerOf = { readonly caller: string; readonly user: string };

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * "public" routes are answered without a project key; so are probes, which monitors ask every few seconds: they are
     * not limited, and logged at debug only. "own": the route has credentials of its own (`refusalOf`, `countCaller`).
     */
    access?: "project" | "public" | "own" | "probe";
    /**
     * Of a public route: what it sends is the same for everybody, and lies ready. It counts on a share of the address
     * that is larger, and of its own: a page is one such request and loads several.
     */
    isFile?: boolean;
    /** Of a route with an access token as its credentials: sets of scopes, of which the token needs all of one. */
    tokenScopes?: readonly (readonly string[])[];
    /** Without it: `read` of a GET, `all` of anything else. A test asks every route but a GET to say it. */
    scope?: RouteScope;
    /** A refusal asks clients that retry by themselves not to (`x-should-retry: false`). */
    movesMoney?: boolean;
    /**
     * Parameters of the query that the route does not know are ignored: other protocols' callers send more than we
     * read.
     */
    takesAnyQuery?: boolean;
    /** Refusals have `data: null`, and the code that this gives: for interfaces whose clients know other names. */
    refusedAs?: (error: AppError) => string;
    /** An answer of 200 goes on for long: the route writes its line of the log, and it is not measured as a request. */
    isStream?: boolean;
    /** What a call from a page is, for who decides whether a person may make it; without it that of its scope. */
    action?: string;
    /** Of a page that people should find. */
    listed?: Listed;
  }

  interface FastifySchema {
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly string[];
    deprecated?: boolean;
    hide?: boolean;
    /** Type of the answer's body; JSON unless given. For the OpenAPI document. */
    contentType?: "text/event-stream";
    /** Of an answer that a request can have as text instead of JSON. */
    textType?: "text/csv";
    /** Codes this route answers beside those that every route may answer. For the OpenAPI document. */
    errors?: readonly ErrorCode[];
    /**
     * Codes with which what was asked for can end, answered with 400 whatever else they mean. For the OpenAPI document.
     */
    failures?: readonly ErrorCode[];
    /** Zod schema of `data` in a refusal (400), where the route answers one. For the OpenAPI document. */
    failureData?: unknown;
  }

  interface FastifyInstance {
    /** Aborts when the service stops. */
    stopping: AbortSignal;
    keyHolders: KeyHolders;
    /** The pages that are there now for people to open. */
    listed(): ListedPages;
    /** What is around the pages of this service. */
    shell: PageShell;
    /** Whether the key of a request that was admitted is still valid. Counts on no limit. */
    isAdmitted(request: FastifyRequest): Promise<boolean>;
    /**
     * The answer to a request whose own credentials are not valid; it counts on the address, and may be `rate_limited`.
     */
    refusalOf(request: FastifyRequest, error: AppError): AppError;
    /**
     * Counts a request on the caller that its own credentials name. @throws {AppError} `rate_limited` when it is one
     * too many.
     */
    countCaller(name: string, reply: FastifyReply): void;
    /**
     * The same for a request by which a caller asks for one of its users: first the user has a share of it, as large as
     * that of an address, and what is refused there takes nothing of the caller's.
     */
    countCallerOf(counted: CallerOf, reply: FastifyReply): void;
    /** Seconds until an address that used its share up may ask again; undefined when it may now. */
    blockedSeconds(request: FastifyRequest): number | undefined;
    /**
     * Counts a request without a project key on its address. @throws {AppError} `rate_limited` when it is one too many.
     */
    countAddress(request: FastifyRequest, reply: FastifyReply): void;
  }

  interface FastifyRequest {
    /** The project whose key the request carries. There is none in a public route. */
    caller: Caller;
    /** Whose key it carries, where that key may not be used from where it came; null elsewhere. */
    elsewhere: Caller | null;
    /** What the request was refused with, for the log. */
    failure: AppError | null;
    /** Fields of the body that the route does not know; null when there are none. */
    warnings: readonly Issue[] | null;
  }
}
