/**
 * Codecs between the wire and the types of the kernel, for the schemas of routes. Each has an input and an output form,
 * so that the OpenAPI document can be written from it.
 */
import { z } from "zod";
import type { Brand } from "#kernel/brand.ts";
import { YEAR_10000_MS } from "#kernel/clock.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { uuid } from "#kernel/ids.ts";
import { type Msats, parseMsats } from "#kernel/money.ts";
import { isText } from "./json.ts";

/**
 * Makes a codec from a wire schema and a constructor of the kernel, or of a slice's noun. What the constructor throws
 * becomes an issue of the field: its code and text are kept, its field name is replaced by the path in the body.
 */
export function codec<Wire extends z.ZodType<unknown, unknown>, Inner>(
  wire: Wire,
  construct: (value: z.output<Wire>) => Inner,
  encode: (inner: Inner) => z.output<Wire>,
) {
  return z.codec(wire, z.custom<Inner>(), {
    decode: (value, context) => {
      try {
        return construct(value) as never;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const message = error.details[0]?.issue ?? error.message;
        context.issues.push({ code: "custom", message, input: value, params: { code: error.code } });
        return z.NEVER;
      }
    },
    encode: (inner) => encode(inner as Inner) as never,
  });
}

/**
 * An amount in a request: a string of digits without leading zero, or a JSON integer up to 2^53-1 written as one (some
 * clients send numbers). Anything else is `invalid_amount`.
 */
export const amount = codec(
  z.custom<string | number>().meta({
    description: "Millisatoshis. A string of digits; an integer is accepted too.",
    anyOf: [
      { type: "string", pattern: "^[1-9][0-9]{0,18}$" },
      { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    ],
    examples: ["10000"],
  }),
  readAmount,
  String,
);

function readAmount(value: unknown): Msats {
  const isInteger = typeof value === "number" && Number.isSafeInteger(value);
  return parseMsats(typeof value === "string" ? value : isInteger ? String(value) : "");
}

/** An amount, balance or fee in an answer: millisatoshis as decimal digits, zero included. */
export const msatsText = z
  .string()
  .regex(/^(0|[1-9][0-9]*)$/)
  .meta({ description: "Millisatoshis.", examples: ["10000"] });

/**
 * Free text that may be left out. `""` means absent as well but is echoed as `""`, so it is kept: code that acts on the
 * text calls `given(text)`. `null` is read as left out, because some clients send it for what they do not set.
 */
export function optionalText(max: number) {
  return z.codec(z.string().max(max).nullish(), z.string().optional(), {
    decode: (text) => text ?? undefined,
    encode: (text) => text ?? null,
  });
}

/**
 * A field of a body that may be left out; `null` and `""` are read as left out. For all that is not text, which
 * `optionalText` is for. Source: docs/contract.md, "Bodies".
 */
export function optionalField<Field extends z.ZodType>(field: Field) {
  const given = field.nullish().transform((value) => value ?? undefined);
  return z.preprocess((value) => (value === "" ? undefined : value), given).optional();
}

/**
 * How long something lasts, in whole seconds, that may be left out. `read` knows the bounds and throws outside of them.
 */
export function optionalSeconds(
  read: (seconds: number) => number,
  shown: { readonly description: string; readonly maximum: number; readonly default: number; readonly example: number },
) {
  const { description, example, ...rest } = shown;
  const seconds = z.number().meta({ description, type: "integer", minimum: 1, ...rest, examples: [example] });
  return optionalField(codec(seconds, read, (value) => value));
}

/** The text when there is one to act on; `undefined` for an absent or an empty one. */
export function given(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/**
 * An http or https address that may be left out, in the ways of `optionalText`. Whoever calls it checks where it leads.
 */
export function optionalWebAddress(max: number) {
  return optionalText(max)
    .refine((text) => given(text) === undefined || isWebAddress(text), { error: "must be an http or https address" })
    .meta({ description: "An http or https address; echoed. It is called when what was made is final." });
}

function isWebAddress(text = ""): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A moment in an answer: ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const isoTime = z.string().meta({ format: "date-time", examples: ["2026-01-31T12:00:00.000Z"] });

/** A moment in a request: ISO 8601 with seconds and an offset, from 1970 to 9999. */
export const timeText = codec(
  z.string().meta({ format: "date-time", examples: ["2026-01-31T12:00:00.000Z"] }),
  readTime,
  (time) => time.toISOString(),
);

function readTime(text: string): Date {
  const time = new Date(z.iso.datetime({ offset: true }).safeParse(text).success ? text : Number.NaN);
  if (time.getTime() >= 0 && time.getTime() < YEAR_10000_MS) return time;
  throw new InvalidInput("time", "must be a time such as 2026-01-31T12:00:00.000Z, from 1970 on");
}

/** An id of the wanted kind: `uuidText<PaymentId>()`. Upper case is accepted, lower case answered. */
export function uuidText<Id extends Brand<string, string>>() {
  return codec(
    z.string().meta({ format: "uuid", examples: ["0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718"] }),
    (text) => uuid<Id>("id", text),
    (id) => id,
  );
}

/** Rows of a page when the caller does not say, and at most. */
const PAGE_ROWS = 20;
const PAGE_ROWS_MAX = 100;

/**
 * Query of a list: `limit`, and the `cursor` of an earlier answer. `position` is the codec of what the cursor stands
 * for, for instance `uuidText<ChargeId>()`: the last row that the caller has.
 */
export function pageQuery<Position extends z.ZodType<unknown, string>>(position: Position) {
  return z.object({
    limit: codec(
      z
        .custom<string>()
        .meta({ description: "Rows wanted.", type: "integer", minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS }),
      readLimit,
      String,
    ).default(PAGE_ROWS),
    cursor: cursorOf(position).optional(),
  });
}

/** Query of a list that can be had as text too: a page of it as JSON, or all of it as CSV. */
export function listQuery<Position extends z.ZodType<unknown, string>>(position: Position) {
  return pageQuery(position).extend({
    format: z.enum(["json", "csv"]).default("json").meta({
      description:
        "`csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe.",
    }),
  });
}

function readLimit(text: unknown): number {
  const limit = typeof text === "string" && /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : Number.NaN;
  if (limit <= PAGE_ROWS_MAX) return limit;
  throw new InvalidInput("limit", `must be a whole number from 1 to ${PAGE_ROWS_MAX}`);
}

/** The opaque text for a position in a list, and the reverse. */
export function cursorOf<Position extends z.ZodType<unknown, string>>(position: Position) {
  return z.codec(
    z.string().max(500).meta({ description: "`next_cursor` of the page before. Opaque." }),
    z.custom<z.output<Position>>(),
    {
      decode: (text, context) => {
        const inner = Buffer.from(text, "base64url").toString("utf8");
        const isOurs = isText(inner) && Buffer.from(inner).toString("base64url") === text;
        const result = isOurs ? z.safeDecode(position, inner as z.input<Position>) : undefined;
        if (result?.success) return result.data as never;
        context.issues.push({ code: "custom", message: "is not a cursor of this list", input: text });
        return z.NEVER;
      },
      encode: (at) => Buffer.from(z.encode(position, at as z.output<Position>)).toString("base64url"),
    },
  );
}

/** Query fields that choose from a list, by status, `internalId` and the time of the making. `things`: "payments". */
export function filtersOf<const Status extends string>(things: string, statuses: readonly [Status, ...Status[]]) {
  return {
    status: z
      .enum(statuses)
      .optional()
      .meta({ description: `Only ${things} with this status.` }),
    internalId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: `Only ${things} with this \`internalId\`.`, examples: ["order-4711"] }),
    from: timeText.optional().meta({ description: `Only ${things} made at this time or later.` }),
    to: timeText.optional().meta({ description: `Only ${things} made before this time.` }),
  };
}

/**
 * Of these filters each has an index, and no two of them have one together.
 * @throws {InvalidInput} when more than one is asked for.
 */
export function requireOneName<Query extends object>(query: Query, names: readonly (keyof Query & string)[]): void {
  const [first, second] = names.filter((name) => query[name] !== undefined);
  if (first !== undefined && second !== undefined)
    throw new InvalidInput(second, `cannot be asked for together with ${first}`);
}
