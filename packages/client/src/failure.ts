import type { ClientErrorCode, ErrorFields, Issue } from "./errors.ts";
import type { Payment } from "./objects.ts";

/** One attempt that did not succeed, as far as it is known. */
export type Failure = Pick<
  ErrorFields,
  | "code"
  | "message"
  | "status"
  | "requestId"
  | "docUrl"
  | "details"
  | "data"
  | "payment"
  | "retryAfterSeconds"
  | "cause"
> & {
  /** Whether the request may have been carried out all the same. */
  readonly leavesDoubt: boolean;
  /** The service asks clients not to repeat by themselves (`x-should-retry: false`). */
  readonly shouldNotRetry: boolean;
};

/** An attempt without an answer: what it did is not known. */
export function noAnswer(code: ClientErrorCode, message: string, cause?: unknown): Failure {
  return { code, message, cause, leavesDoubt: true, shouldNotRetry: false };
}

/** An attempt that was not made. */
export function notSent(code: ClientErrorCode, message: string, cause?: unknown): Failure {
  return { code, message, cause, leavesDoubt: false, shouldNotRetry: false };
}

/** Reads what was answered with another status than success, or with a body that is none of ours. */
export function readFailure({ status, headers }: Response, text: string): Failure {
  const common = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: secondsOf(headers.get("retry-after")),
    shouldNotRetry: headers.get("x-should-retry") === "false",
  };
  const body = objectOf(parseJson(text));
  const error = objectOf(body?.["error"]);
  const { code, message, request_id, doc_url, details } = error ?? {};
  if (typeof code !== "string" || typeof request_id !== "string") return { ...common, ...notOurs(status) };
  return {
    ...common,
    leavesDoubt: !isRefusal(status) || hasData(body?.["data"]),
    code,
    message: typeof message === "string" ? message : code,
    requestId: request_id,
    docUrl: typeof doc_url === "string" ? doc_url : undefined,
    details: Array.isArray(details) ? (details as Issue[]) : [],
    data: body?.["data"],
    payment: failedPayment(body?.["data"]),
  };
}

/**
 * Whether the service says by this status that nothing was reserved: 4xx and 503, without `data` (docs/contract.md,
 * "Payments"). That holds for codes that this library does not know too. 500 says that the outcome may be unknown.
 */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}

function hasData(data: unknown): boolean {
  return data !== undefined && data !== null;
}

/** A proxy's answer says nothing about what happened behind it, whatever its status. */
function notOurs(status: number): Pick<Failure, "code" | "message" | "leavesDoubt"> {
  const isRedirect = status === 0 || (status >= 300 && status < 400); // browsers hide the status of a redirect
  const message = isRedirect
    ? "the address redirects, and a redirect is not followed with a key; set baseUrl to where it leads"
    : `what answered with status ${status} was not Leyden, or its answer was damaged`;
  return { code: "unexpected_answer", message, leavesDoubt: true };
}

/** `data` of a failure is there when the failure is about something that exists (docs/contract.md, "Every answer"). */
function failedPayment(data: unknown): Payment | undefined {
  const payment = objectOf(data);
  return typeof payment?.["id"] === "string" && payment["status"] === "failed" ? (data as Payment) : undefined;
}

/** `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** `Retry-After` in its form of seconds; the service sends no other. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}
