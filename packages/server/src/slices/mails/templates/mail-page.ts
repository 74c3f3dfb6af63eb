import { type Html, html, htmlDocument } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** The HTML part of a mail. */
export function mailPage(mail: {
  readonly language: Language;
  readonly title: string;
  readonly content: Html;
}): string {
  const { language, title, content } = mail;
  return htmlDocument({
    language,
    title,
    style: MAIL_STYLE,
    body: html`<main>
${content}
</main>`,
  });
}
