import type { Payment } from "./objects.ts";
import type { operations } from "./openapi.ts";

/** What became of the money of a call that failed. */
export type Money =
  /** Nothing was reserved and nothing was paid by this call. */
  | "nothing_moved"
  /** The payment was made and has failed: nothing was paid, and what was reserved is back in the wallet. */
  | "not_spent"
  /** The payment may have been made. Ask again with the same key, or read it; do not make another one. */
  | "unknown";

type CodeOf<Answer> = Answer extends {
  content: { "application/json": { error: { code: infer Code } } };
}
  ? Code
  : never;

/** Codes that the service answers; the list of the version that this library was made with. New ones may come. */
export type ServerErrorCode = {
  [Name in keyof operations]: CodeOf<operations[Name]["responses"][keyof operations[Name]["responses"]]>;
}[keyof operations];

/** Codes of this library itself, for calls without an answer of the service. */
export type ClientErrorCode =
  /** The connection could not be made or broke. */
  | "connection_failed"
  /** There was no answer in time, or `untilFinal` waited long enough. */
  | "timeout"
  /** The caller's own signal. */
  | "aborted"
  /** What answered was not Leyden: a proxy's page, a redirect, or a broken body. */
  | "unexpected_answer"
  /** An argument that cannot be right; nothing was sent. */
  | "invalid_input"
  | "invalid_amount";

export type LeydenErrorCode = ServerErrorCode | ClientErrorCode | (string & Record<never, never>);

export type Issue = { readonly field: string; readonly issue: string };

export type ErrorFields = {
  readonly code: LeydenErrorCode;
  readonly message: string;
  readonly money: Money;
  readonly moneyText: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
  readonly details?: readonly Issue[] | undefined;
  readonly data?: unknown;
  readonly payment?: Payment | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly attempts?: number | undefined;
  readonly cause?: unknown;
};

/** A call that failed. Decide by `code`, and by `money` whether another payment may be made. */
export class LeydenError extends Error {
  override readonly name = "LeydenError";
  /** Stable; it never changes its meaning. The message is for people and may change. */
  readonly code: LeydenErrorCode;
  readonly money: Money;
  /** What became of the money and what to do now, in words. */
  readonly moneyText: string;
  /** HTTP status; absent when there was no answer. */
  readonly status: number | undefined;
  /** Quote it when you ask the operator: the logs have it. */
  readonly requestId: string | undefined;
  /** The code in the installation's error catalogue. */
  readonly docUrl: string | undefined;
  /** What is wrong, field by field. */
  readonly details: readonly Issue[];
  /** What the service shows beside the failure. */
  readonly data: unknown;
  /** The payment that was made and has failed. */
  readonly payment: Payment | undefined;
  /** The key that the call was sent with. Send the same request with it to ask again; nothing is paid twice. */
  readonly idempotencyKey: string | undefined;
  /** How long the service asks to wait before another try. */
  readonly retryAfterSeconds: number | undefined;
  /** How often the call was sent. */
  readonly attempts: number;

  constructor(fields: ErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.money = fields.money;
    this.moneyText = fields.moneyText;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.docUrl = fields.docUrl;
    this.details = fields.details ?? [];
    this.data = fields.data;
    this.payment = fields.payment;
    this.idempotencyKey = fields.idempotencyKey;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.attempts = fields.attempts ?? 0;
  }
}

/** An argument that cannot be right. Nothing was sent. */
export function invalidInput(field: string, issue: string): LeydenError {
  return new LeydenError({
    code: "invalid_input",
    message: `${field} ${issue}`,
    details: [{ field, issue }],
    money: "nothing_moved",
    moneyText: "Nothing was sent.",
  });
}
