import { type Html, html } from "../../html.ts";

/** The pages, in the order of the header. */
const PAGES = [
  ["/docs", "API"],
  ["/docs/guide", "Guide"],
  ["/docs/contract", "Contract"],
  ["/docs/errors", "Errors"],
] as const;

export type Page = {
  readonly title: string;
  /** Address of this page, one of those in the header. */
  readonly path: (typeof PAGES)[number][0];
  /** Links to the parts of the page. */
  readonly nav: Html;
  readonly body: Html;
};

/**
 * A page of the documentation. Everything in it can be read without script; `page.js` adds search, copying and the
 * like.
 */
export function layout({ title, path, nav, body }: Page): string {
  const links = PAGES.map(
    ([url, name]) => html`<a href="${url}"${url === path && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/style.css">
<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/page.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs" aria-label="Leyden, all documents"><img src="/docs/icon.svg" alt="" width="24" height="24"><span>Leyden</span></a>
<nav aria-label="Pages">${links}</nav></header>
<div class="frame">
<aside><details><summary>On this page</summary><nav aria-label="On this page">${nav}</nav></details></aside>
<main id="content">${body}</main>
</div>
</body>
</html>
`.markup;
}
