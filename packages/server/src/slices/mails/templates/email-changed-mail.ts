import { momentText } from "#kernel/readable.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** For the address that an account had before. */
export type EmailChangedMail = { readonly at: Date; readonly host: string };

/** The new address is not in it: this one may be another person's by now. */
export function emailChangedMail({ at, host }: EmailChangedMail): MailContent {
  const subject = "Your account has another e-mail address";
  const what = `The account at ${host} that had this address has another one since ${momentText(at)}. Codes to log in go there.`;
  const notYou = `If that was not you, write to the operator of ${host}.`;
  return {
    subject,
    text: [subject, "", what, "", notYou, ""].join("\n"),
    html: htmlPage(
      subject,
      MAIL_STYLE,
      html`<h1>${subject}</h1>
<p>${what}</p>
<p>${notYou}</p>`,
    ),
  };
}
