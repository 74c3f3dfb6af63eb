/** The form that every answer of the API has. What all answers have is one schema each (docs/decisions/0077). */
import { z } from "zod";
import type { AppError, Issue } from "#kernel/errors.ts";

const TRUE = z.literal(true);
const TEXT = z.string();
const NEXT_CURSOR = TEXT.nullable();

/**
 * Schema of a success: `{success: true, data, message}`. `messages` are those that the reference shows, one for each
 * example of `data`.
 */
export function envelope<Data extends z.ZodType>(data: Data, ...messages: readonly string[]) {
  return z.object({ success: TRUE, data, message: messageLike(messages), warnings });
}

/** Absent when there are none. */
const warnings = issues()
  .optional()
  .meta({ description: "Fields of the body that the request does not have; they were ignored." });

function issues() {
  return z.array(z.object({ field: z.string(), issue: z.string() }));
}

/** Schema of one page of a list: `data` is the array, `next_cursor` beside it, null at the end. */
export function list<Item extends z.ZodType>(item: Item, example: string) {
  return z.object({
    success: TRUE,
    data: z.array(item),
    next_cursor: NEXT_CURSOR,
    message: messageLike([example]),
  });
}

function messageLike(examples: readonly string[]) {
  return TEXT.meta({ description: "What was done, in plain words.", examples: [...examples] });
}

export function success<Data>(data: Data, message: string) {
  return { success: true as const, data, message };
}

/** One page of `rows`, of which one more than `limit` was read: it shows whether there is a next page. */
export function page<Row, Item>(
  rows: readonly Row[],
  { limit, present, cursorOf }: { limit: number; present: (row: Row) => Item; cursorOf: (row: Row) => string },
  message: string,
) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next_cursor = last === undefined ? null : cursorOf(last);
  return { success: true as const, data: rows.slice(0, limit).map(present), next_cursor, message };
}

/** The body of a failure, ready to be written as JSON. */
export type FailureBody = {
  readonly success: false;
  readonly message: string;
  readonly data?: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly Issue[];
    readonly request_id: string;
    readonly doc_url: string;
  };
  readonly warnings?: readonly Issue[];
};

/** Schema of a failure; only for the OpenAPI document, failures are not checked against it. */
export const failureSchema = z
  .object({
    success: z.literal(false),
    message: z.string().meta({ description: "What to do, in plain words.", examples: ["amount must not be negative"] }),
    error: z.object({
      code: z
        .string()
        .meta({ description: "Stable. One of the codes of the error catalogue.", examples: ["invalid_amount"] }),
      message: z.string(),
      details: issues().optional().meta({ description: "What is wrong, field by field." }),
      request_id: z.string().meta({
        description: "The same as in the header `X-Request-Id`.",
        examples: ["HbhIuAP17GMF-2"],
      }),
      doc_url: z.url().meta({ description: "The code in the error catalogue." }),
    }),
    warnings,
  })
  .meta({ id: "Failure" });

/** Where and under which id a failure is reported. */
export type FailureContext = {
  readonly requestId: string;
  readonly baseUrl: string;
  readonly warnings?: readonly Issue[];
  /** See `FastifyContextConfig`. */
  readonly refusedAs?: ((error: AppError) => string) | undefined;
};

export function failureBody(error: AppError, context: FailureContext): FailureBody {
  const { requestId, baseUrl, warnings = [], refusedAs } = context;
  const data = error.data ?? (refusedAs === undefined ? undefined : null);
  return {
    success: false,
    message: error.message,
    ...(data === undefined ? {} : { data }),
    error: {
      code: refusedAs?.(error) ?? error.code,
      message: error.message,
      ...(error.details.length === 0 ? {} : { details: error.details }),
      request_id: requestId,
      doc_url: `${baseUrl}/docs/errors#${error.code}`,
    },
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
