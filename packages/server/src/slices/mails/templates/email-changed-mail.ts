import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** For the address that an account had before. */
export type EmailChangedMail = { readonly at: Date; readonly host: string; readonly language: Language };

/** The new address is not in it: this one may be another person's by now. */
export function emailChangedMail({ at, host, language }: EmailChangedMail): MailContent {
  const reader = readerOf(language);
  const subject = reader.text("notice_email_subject");
  const what = reader.text("notice_email_what", { host, time: reader.moment(at) });
  const notYou = reader.text("notice_email_not_you", { host });
  return {
    subject,
    text: [subject, "", what, "", notYou, ""].join("\n"),
    html: htmlPage({
      language,
      title: subject,
      style: MAIL_STYLE,
      content: html`<h1>${subject}</h1>
<p>${what}</p>
<p>${notYou}</p>`,
    }),
  };
}
