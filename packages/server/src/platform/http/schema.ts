/** Zod schemas as Fastify's validators and serializers. */
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyTypeProvider } from "fastify";
import { z } from "zod";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError, type Issue } from "#kernel/errors.ts";
import { isText } from "./json.ts";

/**
 * Mistakes, and unknown fields, that an answer names: a body may have thousands. Source: docs/contract.md, "Bodies".
 */
export const ISSUES_MAX = 20;
/** Those of them that the message has. */
const MESSAGE_ISSUES_MAX = 3;

/** Handlers get what a schema decodes to, and answer what is on the wire. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this["schema"] extends z.ZodType ? z.output<this["schema"]> : unknown;
  serializer: this["schema"] extends z.ZodType ? z.input<this["schema"]> : unknown;
}

/** Body, path and query must match their schema, else the request is refused with all that is wrong with it. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isDecodedFromUrl = httpPart === "params" || httpPart === "querystring";
  return (data) => {
    // Bodies were checked when they were parsed; `%00` in a path or query was not.
    if (isDecodedFromUrl && !holdsText(data as Record<string, unknown>))
      return { error: new AppError("invalid_input", "the path and the query must not contain NUL") };
    const result = z.safeParse(schema, data ?? undefined, { error: inPlainWords });
    return result.success ? { value: result.data } : { error: refusal(result.error.issues) };
  };
};

/**
 * Writes answers. Reading them through the schema drops what the schema does not name and refuses what does not fit it:
 * a bug, so the caller gets a 500 rather than a wrong answer. It costs half a microsecond for a payment;
 * fast-json-stringify would turn a null amount into "" without an error.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(z.parse(schema, data));
};

function holdsText(record: Record<string, unknown>): boolean {
  return Object.values(record).every((value) => typeof value !== "string" || isText(value));
}

function refusal(issues: readonly z.core.$ZodIssue[]): AppError {
  const mistakes = issues.flatMap((issue): readonly Issue[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((name) => ({ field: [...issue.path, name].join("."), issue: "is not a parameter of this call" }))
      : [{ field: issue.path.join(".") || "body", issue: issue.message }],
  );
  const code = codeOfAll(new Set(issues.map(codeOf)));
  return new AppError(code, summaryOf(mistakes), { details: mistakes.slice(0, ISSUES_MAX) });
}

/** The first mistakes as one sentence, and how many more there are. */
function summaryOf(mistakes: readonly Issue[]): string {
  const first = mistakes.slice(0, MESSAGE_ISSUES_MAX).map(({ field, issue }) => `${field} ${issue}`);
  const more = mistakes.length - first.length;
  return [...first, ...(more === 0 ? [] : [`${more} more`])].join("; ");
}

/**
 * The one code there is; of several `invalid_amount` when it is among them, so that a wrong amount always has its code.
 */
function codeOfAll(codes: ReadonlySet<ErrorCode>): ErrorCode {
  const [code] = codes;
  if (code !== undefined && codes.size === 1) return code;
  return codes.has("invalid_amount") ? "invalid_amount" : "invalid_input";
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  const code = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return code ?? "invalid_input";
}

/** Zod's issues as the end of a sentence that begins with the field's name. */
const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${article(issue.expected)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case "invalid_format":
      return "has the wrong form";
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    default:
      return "is not valid";
  }
};

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unitOf(origin: string, count: number | bigint): string {
  const s = Number(count) === 1 ? "" : "s";
  if (origin === "string") return ` character${s} long`;
  return origin === "array" ? ` item${s} long` : "";
}
