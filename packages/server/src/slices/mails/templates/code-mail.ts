import { plainLine } from "#kernel/plain-line.ts";
import { html, htmlPage } from "#platform/html.ts";
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
};

const APP_CHARACTERS_MAX = 60;

/**
 * As text and as HTML, from the same facts. The subject has the code, so that it can be read without opening the mail.
 */
export function codeMail(mail: CodeMail): MailContent {
  const said = words(mail);
  return { subject: said.title, text: asText(said), html: asHtml(said) };
}

type Words = ReturnType<typeof words>;

function words({ code, purpose, app, host }: CodeMail) {
  const shown = code.replaceAll(/(.{4})(?=.)/g, "$1 ");
  return {
    title: `${shown} is your code ${FOR[purpose]}`,
    shown,
    what: whatFor({ purpose, app, host }),
    host,
  };
}

const FOR = {
  log_in: "to log in",
  second_factor: "to log in",
  change_email: "for the new address",
  buy: "to buy bitcoin",
} as const;

function whatFor({ purpose, app, host }: Omit<CodeMail, "code">): string {
  if (purpose === "change_email") return `An account at ${host} is to get this address.`;
  if (purpose === "buy")
    return `Somebody wants to buy bitcoin with this address at ${plainLine(app ?? host, APP_CHARACTERS_MAX)}, through ${host}.`;
  if (app === undefined) return `A login to an account at ${host} was asked for with this address.`;
  return `A login to the app ${plainLine(app, APP_CHARACTERS_MAX)} was asked for, with an account at ${host} and this address.`;
}

const HOW = "Type it on the page that asked for it, in the same browser. It is good for 10 minutes, and only once.";
const NOT_YOU = "If that was not you, do nothing: without the code nothing happens.";
const NEVER =
  "We never ask you for this code by phone, by chat or by mail. Do not give it to anyone, also not to us. We never ask for the recovery words of a wallet.";

function asText({ shown, what, host }: Words): string {
  const lines = ["Your code:", "", `    ${shown}`, "", what, "", HOW, "", NOT_YOU, NEVER];
  return [...lines, `The code is asked for on pages of ${host} and nowhere else.`, ""].join("\n");
}

function asHtml({ title, shown, what, host }: Words): string {
  return htmlPage(
    title,
    MAIL_STYLE,
    html`<h1>Your code</h1>
<p class="digits">${shown}</p>
<p>${what}</p>
<p>${HOW}</p>
<hr>
<p class="small">${NOT_YOU}</p>
<p class="small">${NEVER} The code is asked for on pages of <strong>${host}</strong> and nowhere else.</p>`,
  );
}
