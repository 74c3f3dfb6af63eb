/** The OpenAPI 3.1 document, written from the routes themselves. */
import type { RouteOptions } from "fastify";
import { z } from "zod";
import { codeNamed, ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { VERSION } from "../machine/release.ts";
import { failureSchema } from "./envelope.ts";
import { moneyPostHeaders, writeHeaders } from "./headers.ts";
import type { Api } from "./index.ts";
import { API, type JsonSchema, type Security, type Subject } from "./openapi-subjects.ts";

export type { JsonSchema } from "./openapi-subjects.ts";
export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};
export type Answer = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: Content | { readonly "text/event-stream": { readonly schema: JsonSchema } };
};
export type Content = {
  readonly "application/json": { readonly schema: JsonSchema };
  readonly "text/csv"?: { readonly schema: JsonSchema };
};
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly security: Security;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
};
export type Reference = { readonly $ref: string };
/** A request that the service makes, to addresses of the project. */
export type WebhookOperation = Pick<Operation, "operationId" | "summary" | "description" | "tags"> & {
  readonly parameters: readonly Parameter[];
  readonly requestBody: {
    readonly required: true;
    readonly content: { readonly "application/json": { readonly schema: JsonSchema; readonly example: unknown } };
  };
  readonly responses: { readonly "2XX": { readonly description: string } };
};
/** What a webhook says: the schema of its body, and a body as it is sent. */
export type Webhook = {
  readonly type: string;
  readonly description: string;
  readonly body: z.ZodType;
  readonly example: unknown;
};
export type OpenApi = {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, JsonSchema>>;
    /** Failures whose status has one code or two, named by them. */
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
};

const HEADERS = {
  "X-Request-Id": { description: "Names this request in our log.", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Requests a minute.", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in this minute.", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the minute ends.", schema: { type: "integer" } },
  "Retry-After": { description: "Seconds to wait before another try.", schema: { type: "integer" } },
} as const;

type Described = {
  readonly baseUrl: string;
  readonly webhooks?: readonly Webhook[];
  /** Which of the documents; the API unless it is given. */
  readonly of?: Subject;
};

/**
 * Collects every route that is added to `api` from now on. The returned function writes the document, once all are
 * there; it throws a plain error when a route lacks a part of its description.
 */
export function openApiOf(api: Api, { baseUrl, webhooks = [], of = API }: Described): () => OpenApi {
  const routes: RouteOptions[] = [];
  api.addHook("onRoute", (route) => {
    if (route.schema?.hide !== true && route.method !== "HEAD") routes.push(route); // HEAD comes with every GET
  });
  return () => describe(routes.filter(of.has), { baseUrl, webhooks, of });
}

/** The document as it is committed and served. */
export function openApiText(document: OpenApi): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function describe(routes: readonly RouteOptions[], { baseUrl, webhooks, of }: Required<Described>): OpenApi {
  const parts: Parts = { of, schemas: schemaBook(), responses: {} };
  const paths: Record<string, Record<string, Operation>> = {};
  const names = new Set<string>();
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    const operation = describeRoute(route, parts);
    // A route that is there for projects and for wallets has two names.
    const operationId = names.has(operation.operationId) ? `${operation.operationId}OfWallet` : operation.operationId;
    names.add(operationId);
    paths[path][String(route.method).toLowerCase()] = { ...operation, operationId };
  }
  const tags = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)));
  return {
    openapi: "3.1.0",
    info: { title: of.title, version: VERSION, description: of.description },
    servers: [{ url: baseUrl }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.type, { post: describeWebhook(webhook, parts) }])),
    components: {
      securitySchemes: of.securitySchemes,
      headers: HEADERS,
      responses: parts.responses,
      schemas: parts.schemas.named,
    },
  };
}

type RouteConfig = NonNullable<RouteOptions["config"]>;

/** What operations share and refer to; grows while they are described. */
type Parts = {
  readonly of: Subject;
  readonly schemas: Schemas;
  readonly responses: Record<string, Answer>;
};

function describeRoute(route: RouteOptions, parts: Parts): Operation {
  const { method, url, schema = {}, config } = route;
  const { of, schemas } = parts;
  const { operationId, summary, description, tags = [], deprecated, contentType, textType } = schema;
  const answer = (schema.response as Record<string, z.ZodType> | undefined)?.["200"];
  if (!operationId || !summary || !description || tags.length === 0 || answer === undefined)
    throw new Error(`${method} ${url} lacks operationId, summary, description, tags or the schema of its answer`);

  const parameters = [
    ...parametersOf(schema.params, "path", schemas),
    ...parametersOf(schema.querystring, "query", schemas),
    ...parametersOf(schema.headers, "header", schemas),
  ];
  const body = schema.body === undefined ? undefined : schemas.of(schema.body as z.ZodType);
  return {
    operationId,
    summary,
    description,
    tags,
    ...(deprecated ? { deprecated: true } : {}),
    security: of.securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      "200": {
        description: "Success.",
        headers: headerRefs("X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
        content:
          contentType === undefined
            ? { ...json(schemas.of(answer)), ...(textType && { [textType]: { schema: { type: "string" } } }) }
            : { [contentType]: { schema: schemas.of(answer) } },
      },
      ...failuresOf(schema, config ?? {}, parts),
    },
  };
}

/** The headers of every delivery (Standard Webhooks). */
const WEBHOOK_HEADERS: readonly Parameter[] = [
  ["webhook-id", "The id of the event, the same in every attempt: drop what you have read already."],
  ["webhook-timestamp", "Seconds since 1970 at this attempt."],
  [
    "webhook-signature",
    "`v1,` and a signature in base64; for a day after a rotation two of them, with a space between.",
  ],
].map(([name = "", description = ""]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

function describeWebhook({ type, description, body, example }: Webhook, { schemas }: Parts): WebhookOperation {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    operationId: `on${words.join("")}`,
    summary: type,
    description,
    tags: ["Webhooks"],
    parameters: WEBHOOK_HEADERS,
    requestBody: { required: true, content: { "application/json": { schema: schemas.of(body), example } } },
    responses: { "2XX": { description: "Read. With any other status the event is sent again." } },
  };
}

function parametersOf(schema: unknown, place: Parameter["in"], schemas: Schemas): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema as z.ZodType) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name: place === "header" ? headerName(name) : name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: rest,
  }));
}

/** `idempotency-key` as people write it. Source of the one with "ID": WHATWG HTML, section 9.2.4. */
function headerName(name: string): string {
  if (name === "last-event-id") return "Last-Event-ID";
  return name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** The failures of a route by status: its own, and those that every route of its kind can answer. */
function failuresOf(
  { errors = [], failures = [], headers, body, failureData }: NonNullable<RouteOptions["schema"]>,
  config: RouteConfig,
  { of, schemas, responses }: Parts,
): Record<string, Answer | Reference> {
  const refusals = new Set<ErrorCode>([
    ...(config.takesAnyQuery ? [] : (["invalid_input"] as const)), // also an unknown parameter
    ...(body === undefined ? [] : (["invalid_json", "body_too_large", "unsupported_media_type"] as const)),
    ...of.refusalsOf(config),
    ...errors,
    "rate_limited",
    "internal_error",
    "unavailable",
    ...(headers === moneyPostHeaders || headers === writeHeaders ? (["restoring"] as const) : []),
  ]);
  const fields = body === undefined ? [] : Object.keys(schemas.of(body as z.ZodType)["properties"] ?? {});
  const answers: Record<string, Answer | Reference> = {};
  const codesByStatus = Map.groupBy(refusals, (code): number => ERROR_CODES[code].status);
  if (failures.length > 0) codesByStatus.set(400, [...(codesByStatus.get(400) ?? []), ...failures]);
  for (const [status, codes] of codesByStatus) {
    const data = status === 400 && failureData !== undefined ? schemas.of(failureData as z.ZodType) : undefined;
    const named = [...new Set(codes)].flatMap((code) => namesOf(code, fields, config));
    if (named.length > 2 || data !== undefined) {
      answers[status] = failureAnswer(named, schemas, data);
    } else {
      const name = named.join("_or_");
      responses[name] ??= failureAnswer(named, schemas, undefined);
      answers[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return answers;
}

/**
 * What `error.code` says for a code of the catalogue: more than one name where a route names mistakes by their field.
 */
function namesOf(code: ErrorCode, fields: readonly string[], { refusedAs }: RouteConfig): readonly string[] {
  if (refusedAs === undefined) return [code];
  const mistakes = code === "invalid_input" ? fields.map((field) => new InvalidInput(field, "is wrong")) : [];
  return [...new Set([new AppError(code, code), ...mistakes].map(refusedAs))];
}

/** The answer with one of `names` as its code, which have the same status; `data` is what the route adds to it. */
function failureAnswer(names: readonly string[], schemas: Schemas, data: JsonSchema | undefined): Answer {
  const entries = names.map((name) => ({ name, ...ERROR_CODES[codeNamed(name) as ErrorCode] }));
  const isPassing = entries.some(({ status }) => status === 429 || status === 503);
  const error = { properties: { code: { enum: names } } };
  return {
    description: entries.map(({ name, advice }) => `- \`${name}\`: ${advice}`).join("\n"),
    headers: headerRefs("X-Request-Id", ...(isPassing ? (["Retry-After"] as const) : [])),
    content: json({
      allOf: [schemas.of(failureSchema), { properties: { ...(data === undefined ? {} : { data }), error } }],
    }),
  };
}

function headerRefs(...names: (keyof typeof HEADERS)[]): NonNullable<Answer["headers"]> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(schema: JsonSchema): Content {
  return { "application/json": { schema } };
}

type Schemas = {
  /** Definitions of the schemas that have an id. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  of(schema: z.ZodType): JsonSchema;
};

/**
 * JSON Schema from zod, always of the wire's side: a codec's "input". A schema with an id (`.meta({ id: "Charge" })`)
 * is written once, in `named`, and referred to.
 */
function schemaBook(): Schemas {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    of: (schema) => {
      // Inside a wrapper, so that a schema with an id becomes a reference even when it is the outermost one.
      const converted = z.toJSONSchema(z.object({ schema }), {
        io: "input",
        unrepresentable: "any",
        override: asOnTheWire,
      });
      const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
      const { $defs = {}, properties } = JSON.parse(text) as {
        $defs?: Record<string, JsonSchema>;
        properties: { schema: JsonSchema };
      };
      for (const [id, { id: _, ...definition }] of Object.entries($defs)) named[id] ??= definition;
      return properties.schema;
    },
  };
}

/**
 * Examples are written as they are on the wire: zod takes those of codecs for inner values, and drops them. Integers
 * have the bounds that their schema sets: zod adds those of JavaScript.
 */
function asOnTheWire({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const examples = z.globalRegistry.get(zodSchema)?.["examples"];
  if (Array.isArray(examples)) jsonSchema.examples = examples;
  if (jsonSchema.type !== "integer") return;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
