import { momentText } from "#kernel/readable.ts";
import { MAIL_STYLE, type MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import { type SecurityChange, sentenceOf } from "../model/security-change.ts";

export type SecurityMail = { readonly change: SecurityChange; readonly at: Date; readonly baseUrl: string };

const NOT_YOU =
  "Was it not you? Log in now, remove what you do not know, and end all other sessions. The page shows what happened lately.";

/** "Your login was changed": as text and as HTML, from the same facts. It holds no secret. */
export function securityMail({ change, at, baseUrl }: SecurityMail): MailContent {
  const subject = "Your login was changed";
  const said = { what: sentenceOf(change), when: momentText(at), url: `${baseUrl}/account/security` };
  return {
    subject,
    text: [subject, "", said.what, `When: ${said.when}`, "", NOT_YOU, said.url, ""].join("\n"),
    html: htmlPage(
      subject,
      MAIL_STYLE,
      html`<h1>${subject}</h1>
<p>${said.what}</p>
<p>When: <strong>${said.when}</strong></p>
<p>${NOT_YOU}</p>
<p><a href="${said.url}" target="_blank" rel="noreferrer">${said.url}</a></p>`,
    ),
  };
}
