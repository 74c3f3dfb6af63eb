/**
 * Answers that are written without Fastify: before there is an app, and where there is no request that it could see.
 */
import type { ServerResponse } from "node:http";
import type { AppError } from "#kernel/errors.ts";
import { STATUS_CODES } from "../machine/node-http.ts";
import { type FailureContext, failureBody } from "./envelope.ts";
import { JSON_TYPE, retryAfterSeconds } from "./failures.ts";

export type PlainAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** On every answer. Nothing of the API is shown in a frame, cached or run; pages set their own policy. */
export const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** `content` is the whole envelope. */
export function successAnswer(content: object, { requestId }: FailureContext): PlainAnswer {
  return answer(200, content, { "x-request-id": requestId });
}

export function failureAnswer(failure: AppError, context: FailureContext): PlainAnswer {
  const retryAfter = retryAfterSeconds(failure);
  return answer(failure.status, failureBody(failure, context), {
    "x-request-id": context.requestId,
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
}

function answer(status: number, content: object, headers: Readonly<Record<string, string>>): PlainAnswer {
  const body = JSON.stringify(content);
  const length = { "content-type": JSON_TYPE, "content-length": String(Buffer.byteLength(body)) };
  return { status, headers: { ...SECURITY_HEADERS, ...length, ...headers }, body };
}

export function writeAnswer(response: ServerResponse, { status, headers, body }: PlainAnswer): void {
  response.writeHead(status, headers).end(body);
}

/** The whole answer as text, for a connection that ends with it. */
export function answerText({ status, headers, body }: PlainAnswer): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
