import type { MailContent } from "#mails";
import { html, htmlDocument } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import { type SecurityChange, sentenceOf } from "../model/security-change.ts";

export type SecurityMail = {
  readonly change: SecurityChange;
  readonly at: Date;
  readonly baseUrl: string;
  readonly language: Language;
};

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: #f4f4f1; color: #1d1d1b; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px 20px 32px; background: #ffffff; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 12px; }
a { color: #0a58ca; }
@media (prefers-color-scheme: dark) {
  body { background: #161615; color: #ededea; }
  main { background: #222221; }
  a { color: #8ab8ff; }
}
`;

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
    html: htmlDocument({
      language,
      title: subject,
      style: STYLE,
      body: html`<main>
<h1>${subject}</h1>
<p>${what}</p>
<p>${reader.parts("notice_login_when", { time: html`<strong>${time}</strong>` })}</p>
<p>${notYou}</p>
<p><a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>
</main>`,
    }),
  };
}
