import { plainLine } from "#kernel/plain-line.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { type Reader, readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** A code that proves an e-mail address. */
export type CodeMail = {
  /** Eight digits, or twelve. */
  readonly code: string;
  readonly purpose: "log_in" | "change_email" | "second_factor" | "buy";
  /**
   * Name of the app that asked for the login, or of the shop that sells, as its project wrote it; undefined: the
   * account page.
   */
  readonly app: string | undefined;
  /** Of the pages where the code is typed. */
  readonly host: string;
  readonly language: Language;
};

const APP_CHARACTERS_MAX = 60;

/**
 * As text and as HTML, from the same facts. The subject has the code, so that it can be read without opening the mail.
 */
export function codeMail(mail: CodeMail): MailContent {
  const said = words(mail, readerOf(mail.language));
  return { subject: said.title, text: asText(said), html: asHtml(said) };
}

type Words = ReturnType<typeof words>;

function words(mail: CodeMail, reader: Reader) {
  const { purpose, host } = mail;
  const shown = mail.code.replaceAll(/(.{4})(?=.)/g, "$1 ");
  return {
    reader,
    title: reader.text(SUBJECTS[purpose], { code: shown }),
    shown,
    what: whatFor(mail, reader),
    host,
  };
}

const SUBJECTS = {
  log_in: "code_subject_log_in",
  second_factor: "code_subject_log_in",
  change_email: "code_subject_change_email",
  buy: "code_subject_buy",
} as const;

function whatFor({ purpose, app, host }: CodeMail, reader: Reader): string {
  if (purpose === "change_email") return reader.text("code_change_email", { host });
  const name = app === undefined ? undefined : plainLine(app, APP_CHARACTERS_MAX);
  if (purpose === "buy") return reader.text("code_buy", { app: name ?? host, host });
  return name === undefined ? reader.text("code_login", { host }) : reader.text("code_app_login", { app: name, host });
}

function asText({ reader, shown, what, host }: Words): string {
  const said = [what, "", reader.text("code_how"), "", reader.text("code_not_you"), reader.text("code_never")];
  return [reader.text("code_lead"), "", `    ${shown}`, "", ...said, reader.text("code_where", { host }), ""].join(
    "\n",
  );
}

function asHtml({ reader, title, shown, what, host }: Words): string {
  return htmlPage({
    language: reader.language,
    title,
    style: MAIL_STYLE,
    content: html`<h1>${reader.text("code_title")}</h1>
<p class="digits">${shown}</p>
<p>${what}</p>
<p>${reader.text("code_how")}</p>
<hr>
<p class="small">${reader.text("code_not_you")}</p>
<p class="small">${reader.text("code_never")} ${reader.parts("code_where", { host: html`<strong>${host}</strong>` })}</p>`,
  });
}
