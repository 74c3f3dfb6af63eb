import { type Html, html } from "../../html.ts";
import type { JsonSchema, OpenApi, Parameter } from "../openapi.ts";
import { isNullable, resolve } from "./example.ts";
import { inline } from "./markdown.ts";

/** What is worth a mark: in a request the fields that must be there, in an answer those that may be missing. */
export type Mark = "required" | "optional";

const PLACES = { path: "Path", query: "Query", header: "Headers" } as const;

export function parameterTable(place: Parameter["in"], all: readonly Parameter[], document: OpenApi): Html {
  const parameters = all.filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, required, description, schema }) =>
    row({ name, required, schema: { ...schema, description } }, "required", document),
  );
  return html`<h4>${PLACES[place]}</h4><dl>${rows}</dl>`;
}

export function fieldTable(title: string, mark: Mark, schema: JsonSchema, document: OpenApi): Html {
  const fields = fieldsOf(schema, document, "");
  if (fields.length === 0) return html``;
  return html`<h4>${title}</h4><dl>${fields.map((field) => row(field, mark, document))}</dl>`;
}

type Field = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema };

/**
 * The fields of an object, those of objects inside it with dotted names; of an array those of its items, with "[]"
 * before the dot.
 */
function fieldsOf(schema: JsonSchema, document: OpenApi, prefix: string): Field[] {
  const {
    properties = {},
    required = [],
    items,
  } = resolve(schema, document) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
    items?: JsonSchema;
  };
  if (items !== undefined) return fieldsOf(items, document, prefix.replace(/\.?$/, "[]."));
  return Object.entries(properties).flatMap(([name, property]) => [
    { name: prefix + name, required: required.includes(name), schema: property },
    ...fieldsOf(property, document, `${prefix}${name}.`),
  ]);
}

function row({ name, required, schema }: Field, mark: Mark, document: OpenApi): Html {
  const { description } = resolve(schema, document);
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema, document)}</span>${
    required === (mark === "required") && html` <span class="${mark}">${mark}</span>`
  }</dt><dd>${typeof description === "string" && inline(description)}</dd></div>`;
}

function typeOf(schema: JsonSchema, document: OpenApi): string {
  const resolved = resolve(schema, document);
  const { type, format, enum: values, const: only, maxLength, minimum, maximum, default: fallback } = resolved;
  const choices = (values ?? (only === undefined ? undefined : [only])) as readonly unknown[] | undefined;
  const types = [type].flat().filter((name) => name !== "null");
  const name = choices?.map((value) => JSON.stringify(value)).join(" | ") ?? format ?? types.join(" | ");
  const range = rangeOf(minimum, maximum);
  const length = maxLength === undefined ? "" : `, at most ${counted(maxLength as number, "character")}`;
  const otherwise = fallback === undefined ? "" : `, default ${fallback}`;
  return `${name}${length}${range}${itemsOf(resolved)}${otherwise}${isNullable(schema) ? ", or null" : ""}`;
}

function rangeOf(minimum: unknown, maximum: unknown): string {
  if (minimum === undefined) return maximum === undefined ? "" : `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
}

/** How many items an array takes. */
function itemsOf({ minItems, maxItems }: { readonly minItems?: number; readonly maxItems?: number }): string {
  if (maxItems === undefined) return minItems === undefined ? "" : `, at least ${counted(minItems, "item")}`;
  return `, ${minItems === undefined ? "at most" : `${minItems.toLocaleString("en-US")} to`} ${counted(maxItems, "item")}`;
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
}
