/** The table of the API console, from the server's OpenAPI document. `npm run openapi` writes it; a test compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../src/dashboard/pages/console/operation.ts";

const PACKAGES = join(import.meta.dirname, "../..");

export const OPERATIONS_FILE = join(PACKAGES, "web/src/dashboard/pages/console/operations.json");

/** An answer that never ends, and a secret whose page keeps it until somebody has it. */
const LEFT_OUT: readonly string[] = ["streamEvents", "rotateWebhookSecret"];
/** The console has a field of its own for it. */
const ONCE = "Idempotency-Key";

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
};

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

/** What a key of a project may call, in the order of the document. */
export function operationsOf(document: Document): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !LEFT_OUT.includes(operationId))
      .flatMap(([method, described]) => operationOf(method.toUpperCase(), path, described) ?? []),
  );
}

function operationOf(method: string, path: string, described: Described): Operation | undefined {
  const { operationId: id, summary, tags, security, parameters = [], requestBody } = described;
  const scope = security.find((one) => one["projectKey"] !== undefined)?.["projectKey"]?.[0];
  if (scope === undefined) return undefined;
  const body = requestBody?.content["application/json"]?.schema.examples?.[0];
  return {
    id,
    method: method as Operation["method"],
    path,
    group: tags[0] ?? "Others",
    summary,
    scope,
    isOnce: parameters.some(({ name }) => name === ONCE),
    fields: parameters.filter(isAsked).map(fieldOf),
    ...(requestBody !== undefined && { body: JSON.stringify(body ?? {}, null, 2) }),
  };
}

/** A file is no answer for a console. */
function isAsked({ name, in: place }: Parameter): boolean {
  return name !== ONCE && !(place === "query" && name === "format");
}

function fieldOf({ name, in: place, required, description, schema }: Parameter): Operation["fields"][number] {
  const example = schema.examples?.[0];
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { hint: description.replaceAll("`", "") }),
    ...(schema.enum !== undefined && { values: schema.enum }),
    ...(example !== undefined && { example: String(example) }),
  };
}

export function operationsText(): string {
  const document: Document = JSON.parse(readFileSync(join(PACKAGES, "server/openapi.json"), "utf8"));
  return `${JSON.stringify(operationsOf(document), null, 1)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(OPERATIONS_FILE, operationsText());
