import { networkToShow } from "#kernel/network.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

export type NewLoginMail = {
  readonly language: Language;
  /** "Firefox on Linux". */
  readonly agent: string;
  /** As rate limits count it. */
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
  const where = networkToShow(network);
  const facts = [
    { name: reader.text("new_login_browser"), value: agent },
    ...(where === undefined ? [] : [{ name: reader.text("new_login_network"), value: where }]),
    { name: reader.text("new_login_time"), value: reader.moment(at) },
  ];
  const notYou = reader.text("new_login_not_you");
  const url = `${baseUrl}/account/sessions`;
  return {
    subject: title,
    text: [title, "", what, ...facts.map((fact) => reader.text("mail_fact", fact)), "", notYou, url, ""].join("\n"),
    html: htmlPage({
      language,
      title,
      style: MAIL_STYLE,
      content: html`<h1>${title}</h1>
<p>${what}</p>
<p>${facts.map(
        ({ name, value }, i) =>
          html`${i > 0 && html`<br>`}${reader.parts("mail_fact", { name: html`${name}`, value: html`<strong>${value}</strong>` })}`,
      )}</p>
<p>${notYou}</p>
<p><a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>`,
    }),
  };
}
