export type Issue = { readonly field: string; readonly issue: string };

type Fields = {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly details?: readonly Issue[];
  readonly retryAfterSeconds?: number | undefined;
  /** Where the person goes to log in. */
  readonly loginPath?: string | undefined;
  readonly made?: string | undefined;
};

/**
 * A call that did not do what was asked. `code` is stable: one of the service, or `no_answer` when nothing came back
 * that is of the service, so that nobody knows what became of a call that changes something.
 */
export class CallFailed extends Error {
  readonly code: string;
  /** Of HTTP; 0 without an answer. */
  readonly status: number;
  /** The name of the request, for support and for the log. */
  readonly requestId: string | undefined;
  readonly details: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;
  readonly loginPath: string | undefined;
  /** Id of the payment that was made and failed. Undefined: nothing was made, and the idempotency key is free. */
  readonly made: string | undefined;

  constructor({ code, message, status = 0, requestId, details = [], retryAfterSeconds, loginPath, made }: Fields) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.loginPath = loginPath;
    this.made = made;
  }

  /** It may go well when it is asked again: nothing answered, or the service cannot do it for now. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** A login of this age is not fresh any more. Source: docs/contract.md, "Sessions". */
const FRESH_MS = 600_000;

/** What the service answered instead of what was asked. `here`: path and query to come back to. */
export function failureOf(response: Response, content: unknown, here: string): CallFailed {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  const error = errorIn(content);
  if (error === undefined)
    return new CallFailed({ code: "no_answer", message: `The answer was ${status}.`, status, requestId });
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return new CallFailed({
    ...error,
    status,
    requestId,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    loginPath: error.loginPath ?? loginPathOf(error.code, here, headers.get("date")),
    made: madeIn(content),
  });
}

type WireError = {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Issue[];
  readonly loginPath?: string;
};

function errorIn(content: unknown): WireError | undefined {
  const { error } = (content ?? {}) as { readonly error?: Partial<WireError> };
  return typeof error?.code === "string" && typeof error.message === "string" ? (error as WireError) : undefined;
}

function madeIn(content: unknown): string | undefined {
  const { data } = content as { readonly data?: { readonly id?: unknown } };
  return typeof data?.id === "string" ? data.id : undefined;
}

/** The clock of the service counts, which says its time in each answer. */
function loginPathOf(code: string, here: string, date: string | null): string | undefined {
  if (code === "login_needed") return loginPath(here);
  if (code !== "fresh_login_needed") return undefined;
  const now = Date.parse(date ?? "");
  return freshLoginPath(here, Number.isNaN(now) ? Date.now() : now);
}

function loginPath(here: string): string {
  return `/login?next=${encodeURIComponent(here)}`;
}

/** To a login that is fresh `now`, and back to `here`. */
export function freshLoginPath(here: string, now: number): string {
  return `${loginPath(here)}&since=${now - FRESH_MS}`;
}
