import { ERROR_CODES } from "#kernel/error-codes.ts";
import { html } from "../../html.ts";
import { layout } from "./layout.ts";
import { inline } from "./markdown.ts";

/** The catalogue of errors. The `doc_url` of a failure points to its code here. */
export function errorsPage(): string {
  const entries = Object.entries(ERROR_CODES);
  const statuses = [...Map.groupBy(entries, ([, { status }]) => status)].sort(([a], [b]) => a - b);
  const lists = statuses.map(
    ([status]) => html`<li><a href="#status-${status}">${status} ${MEANINGS[status]}</a></li>`,
  );
  return layout({
    title: "Leyden errors",
    path: "/docs/errors",
    nav: html`<ul>${lists}</ul>`,
    body: html`<section class="intro"><h1>Errors</h1>
<p>A failure answers <code>{"success": false, "message", "error": {"code", "message", "details", "request_id", "doc_url"}}</code>.
Decide by <code>code</code>: it never changes its meaning. Quote <code>request_id</code> when you ask the operator.
A payment that failed answers 400 with the payment in <code>data</code>, whatever status its code has below.
Each operation of the <a href="/docs">reference</a> lists its own codes.</p></section>
${statuses.map(
  ([status, codes]) =>
    html`<section class="catalogue"><h2 id="status-${status}">${status} ${MEANINGS[status]}</h2><dl>${codes.map(
      ([code, { advice }]) =>
        html`<div id="${code}"><dt><a href="#${code}"><code>${code}</code></a></dt><dd>${inline(advice)}</dd></div>`,
    )}</dl></section>`,
)}`,
  });
}

/** What a status says about the request, whatever the code. Source: docs/contract.md, "Every answer". */
const MEANINGS = {
  400: "Bad input, or a refused payment",
  401: "Key or token",
  403: "Not allowed",
  404: "Unknown, or of another project",
  408: "Took too long to arrive",
  409: "Conflict, or the wrong state",
  410: "Removed",
  413: "Too large",
  415: "Not JSON",
  422: "Idempotency key used for something else",
  429: "Too many",
  431: "Headers too large",
  500: "Error of the service",
  503: "Not now; nothing was reserved",
} as const;
