/** Turns whatever goes wrong into the one form of a failure, on every path an answer can take. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError } from "fastify";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { failureBody } from "./envelope.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** What the caller may know of `error`. A mistake of ours keeps its cause, for the log alone. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
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

/**
 * Answers bytes that are not HTTP, headers that are too large, and requests that take too long to arrive: there is no
 * request yet, so the answer is written to the socket by hand, and the connection ends.
 */
export function answerClientError(
  error: { readonly code?: string },
  socket: Socket,
  context: { readonly requestId: string; readonly baseUrl: string },
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = fromCatalogue(NODE_CODES[error.code ?? ""] ?? "malformed_request");
  socket.end(rawAnswer(failure, context));
}

/** A whole HTTP answer as text. */
export function rawAnswer(
  failure: AppError,
  context: { readonly requestId: string; readonly baseUrl: string },
): string {
  const body = JSON.stringify(failureBody(failure, context));
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${context.requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
