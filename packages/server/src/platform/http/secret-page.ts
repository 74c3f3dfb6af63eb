import { readFileSync } from "node:fs";
import type { Reader } from "#texts/reader.ts";
import { type Html, html } from "../html.ts";
import { COPY_SCRIPT } from "./copy-field.ts";
import { type Page, pageHeaders, pageText } from "./page.ts";
import type { PageShell } from "./page-shell.ts";

/** What the page's script gets. */
export type SecretAnswer = {
  /**
   * The HTML is shown when this is another one than before: the same page is not written anew under the reader's hands.
   */
  readonly state: string;
  readonly html: string;
  /** When the script asks again; null: never. */
  readonly againMs: number | null;
};

export type SecretPage = {
  readonly reader: Reader;
  readonly title: string;
  readonly style: string;
  /** Where the script sends the secret, as `{"token": …}`, for a `SecretAnswer`; relative to the page. */
  readonly ask: string;
  /** Before the first answer, and without script. */
  readonly content: Html;
  /** When there is no answer. */
  readonly failed: Html;
  /** Below all of these. */
  readonly foot: Html;
};

const SCRIPT = readFileSync(new URL("secret-script.js", import.meta.url), "utf8");

/**
 * A page for who has a secret, which stands behind the `#` of its address: it is in no log and in no `Referer`, and
 * programs that open links do not send it. The same page for every secret, and a GET of it knows none.
 */
export function secretPage({ reader, title, style, ask, content, failed, foot }: SecretPage, shell: PageShell) {
  const page: Page = {
    title,
    style,
    script: COPY_SCRIPT + SCRIPT,
    connects: true,
    isFormless: true,
    isSecret: true,
    content: html`<div data-ask="${ask}" aria-live="polite">
${content}
</div>
${foot}
<template id="failed">${failed}</template>`,
  };
  return {
    headers: pageHeaders(page, shell),
    text: pageText(page, shell, { reader, path: "/", csrf: undefined }),
  };
}
