import { readFileSync } from "node:fs";
import { html } from "../../html.ts";
import { layout, type Page } from "./layout.ts";
import { headingsOf, markdown } from "./markdown.ts";

/** A page of the repository's `docs` folder, as Markdown. */
export function readPage(name: "integrate.md" | "contract.md"): string {
  return readFileSync(new URL(`../../../../../../docs/${name}`, import.meta.url), "utf8");
}

/** A page that was written as Markdown. */
export function textPage(text: string, { title, path }: Pick<Page, "title" | "path">): string {
  const links = headingsOf(text).map((heading) => html`<li><a href="#${heading.id}">${heading.text}</a></li>`);
  return layout({ title, path, nav: html`<ul>${links}</ul>`, body: html`<article>${markdown(text)}</article>` });
}
