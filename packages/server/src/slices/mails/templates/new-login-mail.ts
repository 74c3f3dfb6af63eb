import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

export type NewLoginMail = {
  readonly language: Language;
  /** "Firefox on Linux". */
  readonly agent: string;
  readonly network: string;
  readonly at: Date;
  readonly baseUrl: string;
};

/** A browser that the account did not know has logged in. It holds no secret. */
export function newLoginMail({ language, agent, network, at, baseUrl }: NewLoginMail): MailContent {
  const reader = readerOf(language);
  const { host } = new URL(baseUrl);
  const title = reader.text("new_login_title");
  const what = reader.text("new_login_what", { host });
  const facts = [
    [reader.text("new_login_browser"), agent],
    [reader.text("new_login_network"), network],
    [reader.text("new_login_time"), reader.moment(at)],
  ] as const;
  const notYou = reader.text("new_login_not_you");
  const url = `${baseUrl}/account/sessions`;
  return {
    subject: title,
    text: [title, "", what, ...facts.map((fact) => fact.join(": ")), "", notYou, url, ""].join("\n"),
    html: htmlPage({
      language,
      title,
      style: MAIL_STYLE,
      content: html`<h1>${title}</h1>
<p>${what}</p>
<p>${facts.map(([name, value], i) => html`${i > 0 && html`<br>`}${name}: <strong>${value}</strong>`)}</p>
<p>${notYou}</p>
<p><a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>`,
    }),
  };
}
