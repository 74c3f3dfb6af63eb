import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

export type PlainMail = {
  readonly language: Language;
  readonly subject: string;
  /** In this order. `url`: of a page of ours, which the paragraph leads to. */
  readonly paragraphs: readonly { readonly said: string; readonly url?: string }[];
};

/** A mail that is its subject and paragraphs: as text and as HTML, from the same facts. */
export function plainMail({ language, subject, paragraphs }: PlainMail): MailContent {
  const lines = paragraphs.flatMap(({ said, url }) => ["", said, ...(url === undefined ? [] : [url])]);
  return {
    subject,
    text: [subject, ...lines, ""].join("\n"),
    html: htmlPage({
      language,
      title: subject,
      style: MAIL_STYLE,
      content: html`<h1>${subject}</h1>${paragraphs.map(
        ({ said, url }) => html`
<p>${said}${url !== undefined && html`<br><a href="${url}" target="_blank" rel="noreferrer">${url}</a>`}</p>`,
      )}`,
    }),
  };
}
