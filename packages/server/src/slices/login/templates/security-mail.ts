import { MAIL_STYLE, type MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import { type SecurityChange, sentenceOf } from "../model/security-change.ts";

export type SecurityMail = {
  readonly change: SecurityChange;
  readonly at: Date;
  readonly baseUrl: string;
  readonly language: Language;
};

/** "Your login was changed": as text and as HTML, from the same facts. It holds no secret. */
export function securityMail({ change, at, baseUrl, language }: SecurityMail): MailContent {
  const reader = readerOf(language);
  const subject = reader.text("notice_login_subject");
  const what = reader.text(sentenceOf(change));
  const time = reader.moment(at);
  const notYou = reader.text("notice_login_not_you");
  const url = `${baseUrl}/account/security`;
  return {
    subject,
    text: [subject, "", what, reader.text("notice_login_when", { time }), "", notYou, url, ""].join("\n"),
    html: htmlPage({
      language,
      title: subject,
      style: MAIL_STYLE,
      content: html`<h1>${subject}</h1>
<p>${what}</p>
<p>${reader.parts("notice_login_when", { time: html`<strong>${time}</strong>` })}</p>
<p>${notYou}</p>
<p><a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>`,
    }),
  };
}
