import { z } from "zod";
import { exampleOf, resolve } from "#platform/http/docs/example.ts";
import { answerSamples } from "#platform/http/docs/samples.ts";
import type { Answer, JsonSchema, OpenApi, Operation, Parameter } from "#platform/http/openapi.ts";

/** An operation of the reference. `name` is "post /v0/charges". */
export type Documented = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

export function documentedOperations({ paths }: OpenApi): readonly Documented[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
  );
}

/** What the reference shows as one answer of an operation, and the status under which it stands there. */
export type AnswerExample = {
  /** "200", or the status of the object where the reference shows several. */
  readonly label: string;
  readonly status: string;
  readonly schema: JsonSchema;
  /** Text for a stream, JSON for all others. */
  readonly value: unknown;
};

/** The answers that the reference shows. */
export function answerExamples(documented: Documented, document: OpenApi): readonly AnswerExample[] {
  const status = successOf(documented.operation);
  const { schema, isStream } = schemaOf(documented.operation, status, document);
  if (isStream) return [{ label: status, status, schema, value: exampleOf(schema, document) }];
  return answerSamples(documented, schema, document).map(({ label, text }) => {
    const value = JSON.parse(text);
    const refused = () => ({ status: "400", schema: schemaOf(documented.operation, "400", document).schema });
    return { label, value, ...(value.success === false ? refused() : { status, schema }) };
  });
}

/** The one status of success. */
export function successOf({ operationId, responses }: Operation): string {
  const [status, ...others] = Object.keys(responses).filter((candidate) => candidate.startsWith("2"));
  if (status === undefined || others.length > 0) throw new Error(`${operationId} has not one status of success`);
  return status;
}

function contentOf({ operationId, responses }: Operation, status: string, { components }: OpenApi): Answer["content"] {
  const response = responses[status];
  if (response === undefined) throw new Error(`${operationId} has no answer with ${status}`);
  if (!("$ref" in response)) return response.content;
  const name = response.$ref.slice(response.$ref.lastIndexOf("/") + 1);
  return (components.responses[name] as Answer).content;
}

function schemaOf(operation: Operation, status: string, document: OpenApi) {
  const content = contentOf(operation, status, document);
  const isStream = "text/event-stream" in content;
  return { isStream, schema: (isStream ? content["text/event-stream"] : content["application/json"]).schema };
}

/** The content types of an answer. */
export function typesOf({ operation }: Documented, status: string, document: OpenApi): readonly string[] {
  return Object.keys(contentOf(operation, status, document));
}

/** A code with which an operation fails, and the answer that has it. */
export type DocumentedFailure = {
  readonly name: string;
  readonly status: string;
  readonly code: string;
  readonly schema: JsonSchema;
};

export function documentedFailures({ name, operation }: Documented, document: OpenApi): readonly DocumentedFailure[] {
  const success = successOf(operation);
  const statuses = Object.keys(operation.responses).filter((status) => status !== success);
  return statuses.flatMap((status) => {
    const { schema } = schemaOf(operation, status, document);
    return codesOf(schema).map((code) => ({ name, status, code, schema }));
  });
}

/** `enum` of `error.code`, wherever it stands. */
function codesOf(schema: unknown): readonly string[] {
  const [, list = "[]"] = /"code":\{"enum":(\[[^\]]*\])\}/.exec(JSON.stringify(schema)) ?? [];
  return JSON.parse(list);
}

/** The request that the reference shows, in its parts. */
export function requestExample({ operation }: Documented, document: OpenApi) {
  const { parameters = [], requestBody } = operation;
  const valuesIn = (place: Parameter["in"]) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (parameter.required || parameter.name === "Idempotency-Key"))
        .map(({ name, schema }) => [name, String(exampleOf(schema, document))]),
    );
  const body = requestBody && exampleOf(requestBody.content["application/json"].schema, document);
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    headers: valuesIn("header"),
    body: body as object | undefined,
  };
}

/**
 * The parameters that a request needs not have, each of which is sent alone. A cursor is opaque: no example can stand
 * for one.
 */
export function optionalParameters({ operation: { parameters = [] } }: Documented): readonly Parameter[] {
  return parameters.filter(({ required, name }) => !required && name !== "cursor" && name !== "Idempotency-Key");
}

/** Values that a parameter is shown with: its example, or all that it may be. */
export function shownValues({ schema }: Parameter): readonly string[] {
  const { examples = [], enum: values = [], default: fallback } = schema as Readonly<Record<string, unknown[]>>;
  const shown = [...examples, ...values];
  return (shown.length > 0 ? shown : [fallback]).filter((value) => value !== undefined).map(String);
}

/** What the reference would have to make up, because nothing gives an example of it. */
export function missingExamples(documented: Documented, document: OpenApi): readonly string[] {
  const { path, operation } = documented;
  const { parameters = [], requestBody } = operation;
  const missing: string[] = [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const described = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  for (const name of inPath) if (!described.includes(name)) missing.push(`path ${name}`);
  for (const name of described) if (!inPath.includes(name)) missing.push(`place of ${name} in the path`);
  for (const parameter of parameters)
    if (parameter.name !== "cursor" && shownValues(parameter).length === 0)
      missing.push(`${parameter.in} ${parameter.name}`);

  if (requestBody !== undefined && !hasExample(requestBody.content["application/json"].schema, document))
    missing.push("body");
  const { schema, isStream } = schemaOf(operation, successOf(operation), document);
  if (isStream) return hasExample(schema, document) ? missing : [...missing, "stream"];
  const { data = {}, message } = (resolve(schema, document)["properties"] ?? {}) as Record<string, JsonSchema>;
  if (!hasExample(data, document) && !hasExample((data["items"] ?? {}) as JsonSchema, document)) missing.push("data");
  if (message !== undefined && !hasExample(message, document)) missing.push("message");
  return missing;
}

function hasExample(schema: JsonSchema, document: OpenApi): boolean {
  const { examples } = resolve(schema, document) as { examples?: readonly unknown[] };
  return examples !== undefined && examples.length > 0;
}

/**
 * Reads values as the document describes them. The returned function says what is wrong, in no lines when all is right.
 */
export function readerOf({ components }: OpenApi): (schema: JsonSchema, value: unknown) => readonly string[] {
  const local = (schema: unknown) => JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/"));
  const $defs = local(components.schemas);
  return (schema, value) => {
    const { error } = z.fromJSONSchema({ ...local(schema), $defs }).safeParse(value);
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };
}

/**
 * Names and kinds of all that is in a value: what an example and a real value have in common. A list has the kind of
 * its first element.
 */
export function kindsOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.slice(0, 1).map(kindsOf);
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindOfField(name, inner)]));
  return typeof value === "string" ? kindOfText(value) : typeof value;
}

/** The code of a voucher may have digits alone, by chance. */
function kindOfField(name: string, value: unknown): unknown {
  return name === "code" && typeof value === "string" && VOUCHER_CODE.test(value) ? "voucher code" : kindsOf(value);
}

const VOUCHER_CODE = /^[0-9A-F]{8}$/;

const KINDS_OF_TEXT: readonly (readonly [RegExp, string])[] = [
  [/^$/, "empty text"],
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "id"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "time"],
  [/^-?\d+(\.\d+)?$/, "digits"],
  [/^([0-9a-f]{2}){32,}$/, "hexadecimal digits"],
];

function kindOfText(text: string): unknown {
  if (text.startsWith("{")) return { json: kindsOf(JSON.parse(text)) };
  return KINDS_OF_TEXT.find(([form]) => form.test(text))?.[1] ?? "text";
}

/** The same of server-sent events, line by line up to the first that has data; the text of a comment is kept. */
export function kindsOfStream(text: string): readonly unknown[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.startsWith("data: "));
  return lines.slice(0, end + 1).map((line) => {
    const [, field = "", value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
    return field === "" ? line : [field, kindsOf(value)];
  });
}
