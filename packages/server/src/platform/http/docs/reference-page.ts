import { type Html, html } from "../../html.ts";
import type { Answer, JsonSchema, OpenApi, Operation, Parameter, Reference } from "../openapi.ts";
import { exampleOf, isNullable, resolve } from "./example.ts";
import { inline, layout, prose } from "./layout.ts";

type Entry = { readonly method: string; readonly path: string; readonly operation: Operation };

/** The reference of the API: every operation with its fields, a call to paste, its answer and its errors. */
export function referencePage(document: OpenApi): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const groups = [...Map.groupBy(entries, ({ operation }) => operation.tags[0] ?? "Other")];
  return layout({
    title: `${document.info.title} API`,
    nav: contents(groups),
    body: html`<section class="intro"><h1>${document.info.title} API</h1>${prose(document.info.description)}
<p class="base">Base URL <code>${baseUrl(document)}</code></p></section>
${groups.map(
  ([tag, group]) => html`<h2 id="${anchorOf(tag)}">${tag}</h2>${group.map((entry) => section(entry, document))}`,
)}`,
  });
}

function contents(groups: readonly (readonly [string, readonly Entry[]])[]): Html {
  const lists = groups.map(
    ([tag, group]) =>
      html`<p><a href="#${anchorOf(tag)}">${tag}</a></p><ul>${group.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${badge(method)}${operation.summary}</a></li>`,
      )}</ul>`,
  );
  return html`<details class="menu"><summary>Operations</summary>${lists}</details><div class="list">${lists}</div>`;
}

function anchorOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}

function badge(method: string): Html {
  return html`<b class="method ${method}">${method.toUpperCase()}</b>`;
}

function section({ method, path, operation }: Entry, document: OpenApi): Html {
  const { operationId, summary, description, deprecated, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"].schema;
  const answer = answerOf(responses["200"], document)?.content["application/json"].schema ?? {};
  return html`<section class="operation" id="${operationId}">
<div class="text">
<h3>${summary}${deprecated && html` <em class="deprecated">deprecated</em>`}</h3>
<p class="path">${badge(method)}<code>${path}</code></p>
${prose(description)}
${(["path", "query", "header"] as const).map((place) => parameterTable(place, parameters, document))}
${body !== undefined && fieldTable("Body", "required", body, document)}
${fieldTable("Data of the answer", "optional", dataOf(answer, document), document)}
${errorList(responses, document)}
</div>
<div class="code">
<h4>Request</h4><pre tabindex="0"><code>${curl({ method, path, operation }, document)}</code></pre>
<h4>Answer</h4><pre tabindex="0"><code>${JSON.stringify(exampleOf(answer, document), null, 2)}</code></pre>
</div>
</section>`;
}

const PLACES = { path: "Path", query: "Query", header: "Headers" } as const;

function parameterTable(place: Parameter["in"], all: readonly Parameter[], document: OpenApi): Html {
  const parameters = all.filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, required, description, schema }) =>
    row({ name, required, schema: { ...schema, description } }, "required", document),
  );
  return html`<h4>${PLACES[place]}</h4><dl>${rows}</dl>`;
}

/** What is worth a mark: in a request the fields that must be there, in an answer those that may be missing. */
type Mark = "required" | "optional";

function fieldTable(title: string, mark: Mark, schema: JsonSchema, document: OpenApi): Html {
  const fields = fieldsOf(schema, document, "");
  if (fields.length === 0) return html``;
  return html`<h4>${title}</h4><dl>${fields.map((field) => row(field, mark, document))}</dl>`;
}

type Field = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema };

/** The fields of an object, those of objects inside it with dotted names. */
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
  if (items !== undefined) return fieldsOf(items, document, prefix === "" ? "" : prefix.replace(/\.$/, "[]."));
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
  const { type, format, enum: values, const: only, maxLength, minimum, maximum } = resolve(schema, document);
  const choices = (values ?? (only === undefined ? undefined : [only])) as readonly unknown[] | undefined;
  const types = [type].flat().filter((name) => name !== "null");
  const name = choices?.map((value) => JSON.stringify(value)).join(" | ") ?? format ?? types.join(" | ");
  const range = minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  const length = maxLength === undefined ? "" : `, at most ${maxLength} characters`;
  return `${name}${length}${range}${isNullable(schema) ? ", or null" : ""}`;
}

/** What the envelope of an answer holds. */
function dataOf(answer: JsonSchema, document: OpenApi): JsonSchema {
  const { properties = {} } = resolve(answer, document) as { properties?: Record<string, JsonSchema> };
  return properties["data"] ?? answer;
}

function errorList(responses: Operation["responses"], document: OpenApi): Html {
  const failures = Object.entries(responses).filter(([status]) => status !== "200");
  const rows = failures.map(([status, response]) => {
    const { description = "" } = answerOf(response, document) ?? {};
    const codes = [...description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code ?? "");
    return html`<div><dt>${status}</dt><dd>${codes.map(
      (code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `,
    )}</dd></div>`;
  });
  return html`<details><summary>Errors</summary><dl class="errors">${rows}</dl></details>`;
}

function answerOf(response: Answer | Reference | undefined, { components }: OpenApi): Answer | undefined {
  if (response === undefined || !("$ref" in response)) return response;
  return components.responses[response.$ref.slice(response.$ref.lastIndexOf("/") + 1)];
}

function curl({ method, path, operation }: Entry, document: OpenApi): string {
  const { parameters = [], requestBody, security } = operation;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    return encodeURIComponent(String(exampleOf(parameter?.schema ?? {}, document)));
  });
  const lines = [`curl ${baseUrl(document)}${url}`];
  if (method !== "get" && requestBody === undefined) lines.push(`-X ${method.toUpperCase()}`);
  if (security.length > 0) lines.push('-H "apikey: $LEYDEN_KEY"');
  if (parameters.some(({ name }) => name === "Idempotency-Key")) lines.push("-H 'Idempotency-Key: order-4711'");
  if (requestBody !== undefined) {
    const body = exampleOf(requestBody.content["application/json"].schema, document);
    const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n  ");
    lines.push("-H 'Content-Type: application/json'", `-d '${text}'`);
  }
  return lines.join(" \\\n  ");
}

function baseUrl({ servers }: OpenApi): string {
  return servers[0]?.url ?? "";
}
