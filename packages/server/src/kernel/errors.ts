import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

/** What is wrong with one field of the input. `field` is a dotted path such as "amount". */
export type Issue = { readonly field: string; readonly issue: string };

/** What a person is told: the name of a text, and what stands in it. Made by `message` (texts/reader.ts). */
export type Message = { readonly key: string; readonly values: Readonly<Record<string, MessageValue>> };
/** A number is written as in the language of the text, and so are an amount in msats and a time to wait. */
export type MessageValue = string | number | bigint | Wait;
/** Until something can be tried again. */
export type Wait = { readonly minutes: number };

/** From `now` to `until`, in minutes that have begun; at least one. */
export function waitUntil(until: Date, now: Date): Wait {
  return { minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)) };
}

/**
 * A failure the caller can act on. `code` is public and stable: it is the `code` of the error response and the label
 * of the metric. `message` says in plain words what to do. Subclasses live in the noun file of their slice.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Issue[];
  /** Seconds after which another try makes sense (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;
  /** What a page says in the language of whoever looks; undefined: `message`. */
  readonly forPeople: Message | undefined;
  /** What the caller should see beside the failure, in wire form: the failed payment, for instance. Set by an edge. */
  #data: unknown;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: readonly Issue[];
      retryAfterSeconds?: number;
      forPeople?: Message;
      data?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.forPeople = options.forPeople;
    this.#data = options.data;
  }

  get data(): unknown {
    return this.#data;
  }

  /** The same error with what an edge shows beside it. */
  withData(data: unknown): this {
    this.#data = data;
    return this;
  }

  get status(): (typeof ERROR_CODES)[ErrorCode]["status"] {
    return ERROR_CODES[this.code].status;
  }
}

export class InvalidInput extends AppError {
  /** `said`: what a page says instead of `problem`, or the code where it is another one. */
  constructor(field: string, problem: string, text: Message | "invalid_input" | "invalid_amount" = "invalid_input") {
    const [code, forPeople] = typeof text === "string" ? [text] : ["invalid_input" as const, text];
    super(code, `${field} ${problem}`, { details: [{ field, issue: problem }], ...(forPeople && { forPeople }) });
  }
}

/** After which another try makes sense while a database is compared. Ours. */
const RESTORING_RETRY_SECONDS = 30;

/**
 * Nothing was done: the service compares its books after a start, or finds out what a restored database does not know.
 * Of what waits alone the message says so.
 */
export class Restoring extends AppError {
  constructor(of: "all" | "one", cause?: unknown) {
    const message =
      of === "all"
        ? "The service is checking its books after a start or a restore; nothing was done."
        : "The database was restored, and the operator checks whether this was done before; nothing was done.";
    super("restoring", message, { retryAfterSeconds: RESTORING_RETRY_SECONDS, cause });
  }
}
