import { readFileSync } from "node:fs";
import type { Language } from "#texts/language.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { ownPageHeaders } from "./look.ts";

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
  readonly language: Language;
  readonly title: string;
  /** Before the first answer, and without script. */
  readonly content: Html;
  /** When there is no answer. */
  readonly failed: Html;
  /** Below all of these. */
  readonly foot: Html;
};

type Always = {
  readonly style: string;
  /** Where the script sends the secret, as `{"token": …}`, for a `SecretAnswer`; relative to the page. */
  readonly ask: string;
};

const SCRIPT = readFileSync(new URL("secret-script.js", import.meta.url), "utf8");

/**
 * A page for who has a secret, which stands behind the `#` of its address: it is in no log and in no `Referer`, and
 * programs that open links do not send it. The same page for every secret, and a GET of it knows none.
 */
export function secretPage({ style, ask }: Always) {
  return {
    headers: ownPageHeaders({ style, script: SCRIPT, connects: true }),
    text: ({ language, title, content, failed, foot }: SecretPage): string =>
      htmlDocument({
        language,
        title,
        style,
        script: SCRIPT,
        body: html`<main>
<div data-ask="${ask}" aria-live="polite">
${content}
</div>
${foot}
<template id="failed">${failed}</template>
</main>`,
      }),
  };
}
