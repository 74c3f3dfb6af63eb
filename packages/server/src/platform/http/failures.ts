/** Turns whatever goes wrong into the one form of a failure, on every path an answer can take. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { DatabaseUnavailable } from "../database/connection.ts";
import { passesByItself } from "../database/later.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * What the caller may know of `error`. A bug keeps its cause, for the log alone. A database that cannot do something
 * for now (it is read-only, full, or ends a deadlock) is no bug.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (passesByItself(error)) return new DatabaseUnavailable(error);
  const { code = "", statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  const known = FASTIFY_CODES[code];
  if (known !== undefined) return fromCatalogue(known);
  // What Fastify refuses otherwise: a path that cannot be decoded, a body shorter than announced, a hung-up caller.
  if (statusCode >= 400 && statusCode < 500) return fromCatalogue("malformed_request");
  return new AppError("internal_error", ERROR_CODES.internal_error.advice, { cause: error });
}

function fromCatalogue(code: ErrorCode): AppError {
  return new AppError(code, ERROR_CODES[code].advice);
}

/** Seconds in `Retry-After`, for failures that pass by themselves. */
export function retryAfterSeconds(error: AppError): number | undefined {
  const passes = error.status === 429 || error.status === 503;
  return error.retryAfterSeconds ?? (passes ? 1 : undefined);
}

/** Begins the answer of a refusal, whatever form its body has: for the log, with its status, and with `Retry-After`. */
export function beginFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const failure = toAppError(error);
  request.failure = failure;
  const retryAfter = retryAfterSeconds(failure);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  reply.code(failure.status);
  return failure;
}

/** What is answered where there is no request yet: `code` is Node's word for what is wrong with its bytes. */
export function clientFailure(code = ""): AppError {
  return fromCatalogue(NODE_CODES[code] ?? "malformed_request");
}
