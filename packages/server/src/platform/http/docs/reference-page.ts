import { codeNamed } from "#kernel/error-codes.ts";
import { type Html, html } from "../../html.ts";
import type { Answer, JsonSchema, OpenApi, Operation, Reference, WebhookOperation } from "../openapi.ts";
import { codeBlock, tabs } from "./code.ts";
import { exampleOf, resolve } from "./example.ts";
import { fieldTable, parameterTable } from "./fields.ts";
import { layout } from "./layout.ts";
import { type Heading, markdown } from "./markdown.ts";
import { answerSamples, type Entry, requestSamples, streamSamples } from "./samples.ts";

type Group = { readonly tag: string; readonly entries: readonly Entry[]; readonly objects: readonly string[] };

/**
 * The reference of the API: every operation with its fields, a call to paste, its answers and its errors. `guide` are
 * the parts of the guide.
 */
export function referencePage(document: OpenApi, guide: readonly Heading[]): string {
  const groups = groupsOf(document);
  return layout({
    title: `${document.info.title} API`,
    path: "/docs",
    nav: contents(groups, guide, document),
    body: html`<section class="intro"><h1>${document.info.title} API</h1>${markdown(document.info.description)}
<p class="base">Base URL <code>${document.servers[0]?.url}</code></p></section>
${groups.map(
  ({ tag, entries, objects }) => html`<h2 id="${anchorOf(tag)}">${tag}</h2>
${entries.map((entry) => section(entry, document))}${objects.map((name) => objectSection(name, document))}`,
)}${webhookSections(document)}`,
  });
}

/** Operations by tag, in the order of the document; each object belongs to the first group that answers it. */
function groupsOf(document: OpenApi): readonly Group[] {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const seen = new Set<string>();
  return [...Map.groupBy(entries, ({ operation }) => operation.tags[0] ?? "Other")].map(([tag, group]) => {
    const objects = new Set(group.map((entry) => dataOf(answerOf(entry, document), document).name));
    const fresh = [...objects].filter((name) => name !== undefined && !seen.has(name)) as string[];
    for (const name of fresh) seen.add(name);
    return { tag, entries: group, objects: fresh };
  });
}

function contents(groups: readonly Group[], guide: readonly Heading[], { webhooks }: OpenApi): Html {
  return html`<p><a href="/docs/guide">Guide</a></p><ul>${guide.map(
    ({ id, text }) => html`<li><a href="/docs/guide#${id}">${text}</a></li>`,
  )}</ul>${groups.map(
    ({ tag, entries, objects }) =>
      html`<p><a href="#${anchorOf(tag)}">${tag}</a></p><ul>${entries.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${badge(method)}${operation.summary}</a></li>`,
      )}${objects.map((name) => html`<li><a href="#${name}"><b class="method">{ }</b>${name}</a></li>`)}</ul>`,
  )}${
    Object.keys(webhooks).length > 0 &&
    html`<p><a href="#types-of-events">Types of events</a></p><ul>${Object.keys(webhooks).map(
      (type) => html`<li><a href="#${type}">${type}</a></li>`,
    )}</ul>`
  }`;
}

/** What the service sends: each type with its body. */
function webhookSections(document: OpenApi): Html {
  const types = Object.entries(document.webhooks);
  if (types.length === 0) return html``;
  return html`<h2 id="types-of-events">Types of events</h2>${types.map(([type, { post }]) => webhookSection(type, post, document))}`;
}

function webhookSection(type: string, { description, requestBody }: WebhookOperation, document: OpenApi): Html {
  const { schema, example } = requestBody.content["application/json"];
  return html`<section class="object" id="${type}"><h3>${type}</h3>${markdown(description)}
${fieldTable("Body", "optional", schema, document)}
<details><summary>Example</summary>${codeBlock(JSON.stringify(example, null, 2))}</details></section>`;
}

function anchorOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}

function badge(method: string): Html {
  return html`<b class="method ${method}">${method.toUpperCase()}</b>`;
}

function section(entry: Entry, document: OpenApi): Html {
  const { method, path, operation } = entry;
  const { operationId, summary, description, deprecated, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"].schema;
  const answer = answerOf(entry, document);
  const stream = streamOf(entry, document);
  const samples =
    stream === undefined
      ? { request: requestSamples(entry, document), answer: answerSamples(entry, answer, document) }
      : {
          request: streamSamples(entry, document),
          answer: [{ label: "200", text: String(exampleOf(stream, document)) }],
        };
  return html`<section class="operation" id="${operationId}">
<div class="text">
<h3>${summary}${deprecated && html` <em class="deprecated">deprecated</em>`}</h3>
<p class="path">${badge(method)}<code>${path}</code></p>${scopeLine(operation)}
${markdown(description)}
${(["path", "query", "header"] as const).map((place) => parameterTable(place, parameters, document))}
${body !== undefined && fieldTable("Body", "required", body, document)}
<h4>Answer</h4><p>${stream === undefined ? answerLine(answer, document) : html`<code>text/event-stream</code>, without an end`}</p>
${errorList(responses, document)}
</div>
<div class="code">
<h4>Request</h4>${tabs(`request-${operationId}`, samples.request)}
<details${method !== "get" && html` open`}><summary>Answer</summary>${tabs(`answer-${operationId}`, samples.answer)}</details>
</div>
</section>`;
}

/** What the key must be allowed to do, or the user must have allowed; nothing for a public operation. */
function scopeLine({ security }: Operation): Html {
  const ofToken = security.flatMap(({ accessToken }) => (accessToken === undefined ? [] : [accessToken.join(" ")]));
  if (ofToken.length > 0) return html`<p>Scope of the access token: <code>${ofToken.join(", or ")}</code></p>`;
  const scope = security[0]?.["projectKey"]?.[0];
  return scope === undefined ? html`` : html`<p>Scope of the key: <code>${scope}</code></p>`;
}

function answerOf({ operation }: Entry, document: OpenApi): JsonSchema {
  const content = follow(operation.responses["200"], document)?.content;
  return content !== undefined && "application/json" in content ? content["application/json"].schema : {};
}

/** An answer of server-sent events, as text. */
function streamOf({ operation }: Entry, document: OpenApi): JsonSchema | undefined {
  const content = follow(operation.responses["200"], document)?.content;
  return content !== undefined && "text/event-stream" in content ? content["text/event-stream"].schema : undefined;
}

/** What the envelope of an answer holds: an object with a name, or a list of them. */
function dataOf(
  answer: JsonSchema,
  document: OpenApi,
): { readonly name: string | undefined; readonly isList: boolean } {
  const { data } = (resolve(answer, document)["properties"] ?? {}) as { data?: JsonSchema };
  const items = data?.["items"] as JsonSchema | undefined;
  const reference = (items ?? data)?.["$ref"] as string | undefined;
  return { name: reference?.slice(reference.lastIndexOf("/") + 1), isList: items !== undefined };
}

function answerLine(answer: JsonSchema, document: OpenApi): Html {
  const { name, isList } = dataOf(answer, document);
  const object = name === undefined ? html`described by the example` : html`<a href="#${name}">${name}</a>`;
  if (!isList) return html`<code>data</code>: ${object}`;
  const { next_cursor } = (resolve(answer, document)["properties"] ?? {}) as { next_cursor?: JsonSchema };
  if (next_cursor === undefined) return html`<code>data</code>: list of ${object}`;
  return html`<code>data</code>: list of ${object} · <code>next_cursor</code>: text for the next page, null at the end`;
}

function objectSection(name: string, document: OpenApi): Html {
  const schema = { $ref: `#/components/schemas/${name}` };
  return html`<section class="object" id="${name}"><h3>${name}</h3>
${fieldTable("Fields", "optional", schema, document)}
<details><summary>Example</summary>${codeBlock(JSON.stringify(exampleOf(schema, document), null, 2))}</details></section>`;
}

function errorList(responses: Operation["responses"], document: OpenApi): Html {
  const failures = Object.entries(responses).filter(([status]) => status !== "200");
  const rows = failures.map(([status, response]) => {
    const { description = "" } = follow(response, document) ?? {};
    const codes = [...description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code ?? "");
    return html`<div><dt>${status}</dt><dd>${codes.map(
      (code) => html`<a href="/docs/errors#${codeNamed(code)}"><code>${code}</code></a> `,
    )}</dd></div>`;
  });
  return html`<details><summary>Errors</summary><dl class="errors">${rows}</dl></details>`;
}

function follow(response: Answer | Reference | undefined, { components }: OpenApi): Answer | undefined {
  if (response === undefined || !("$ref" in response)) return response;
  return components.responses[response.$ref.slice(response.$ref.lastIndexOf("/") + 1)];
}
