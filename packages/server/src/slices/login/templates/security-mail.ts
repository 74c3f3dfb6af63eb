import { momentText } from "#kernel/readable.ts";
import type { MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import { type SecurityChange, sentenceOf } from "../model/security-change.ts";

export type SecurityMail = { readonly change: SecurityChange; readonly at: Date; readonly baseUrl: string };

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
      STYLE,
      html`<h1>${subject}</h1>
<p>${said.what}</p>
<p>When: <strong>${said.when}</strong></p>
<p>${NOT_YOU}</p>
<p><a href="${said.url}" target="_blank" rel="noreferrer">${said.url}</a></p>`,
    ),
  };
}
