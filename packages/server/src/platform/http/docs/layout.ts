import { type Html, html } from "../../html.ts";

/** A page of the documentation: no script, nothing from elsewhere. */
export function layout({ title, nav, body }: { title: string; nav: Html; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="24" height="24">Leyden</a>
<nav aria-label="Pages"><a href="/docs">API</a><a href="/docs/errors">Errors</a><a href="/openapi.json">OpenAPI</a></nav></header>
<div class="frame">
<aside>${nav}</aside>
<main id="content">${body}</main>
</div>
</body>
</html>
`.markup;
}

/** Paragraphs and \`code\` of a description. */
export function prose(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

/** One line of a description. */
export function inline(text: string): Html {
  return html`${text.split("`").map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
