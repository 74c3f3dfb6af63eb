/** What a route may say about itself beside Fastify's own options, and what a request carries. */
import type { Caller } from "#kernel/caller.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import type { AppError } from "#kernel/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** "public" routes are answered without a project key. */
    access?: "project" | "public";
    /** A refusal tells clients that retry by themselves not to (`x-should-retry: false`). */
    movesMoney?: boolean;
    /** Asked by machines every few seconds: logged at debug only. */
    isProbe?: boolean;
  }

  interface FastifySchema {
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly string[];
    deprecated?: boolean;
    hide?: boolean;
    /** Codes this route answers beside those that every route may answer. For the OpenAPI document. */
    errors?: readonly ErrorCode[];
    /** Codes with which what was asked for can end, answered with 400 whatever else they mean. For the OpenAPI document. */
    failures?: readonly ErrorCode[];
    /** Zod schema of `data` in a refusal (400), where the route answers one. For the OpenAPI document. */
    failureData?: unknown;
  }

  interface FastifyRequest {
    /** The project whose key the request carries. There is none in a public route. */
    caller: Caller;
    /** What the request was refused with, for the log. */
    failure: AppError | null;
  }
}
