import type { Terms } from "#kernel/branding.ts";
import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { fieldOf, hidden } from "./forms.ts";
import { termsLine } from "./terms-line.ts";

/** What every step of a login shows and sends along. */
export type LoginView = {
  readonly reader: Reader;
  /** Hidden fields: the token of the form, and where the login leads. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The app that asked for the login, in plain characters; undefined: the account page. */
  readonly app: string | undefined;
  /** The person is logged in, and proves it again. */
  readonly isAgain: boolean;
  /** What is wrong with what was sent, said beside its field. */
  readonly wrong?: string | undefined;
  /** Mails are kept on this machine: the page leads there. */
  readonly mailbox: boolean;
};

export type Step = { readonly title: string; readonly content: Html };

/** Which address? `others`: ways to log in without a mail. */
export function emailStep(
  view: LoginView,
  { email, others }: { readonly email: string; readonly others: Html | undefined },
): Step {
  const title = titleOf(view);
  return {
    title,
    content: html`<h1>${title}</h1>
<p class="soft">${whatFor(view)}</p>
${loginForm(
  view,
  html`${fieldOf({
    name: "email",
    label: view.reader.text("login_email"),
    value: email,
    hint: view.isAgain ? undefined : view.reader.text("login_email_hint"),
    wrong: view.wrong,
    input: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">${view.reader.text("login_continue")}</button>`,
)}
${others}`,
  };
}

/** Of the first step, whichever way is taken. */
export function titleOf({ isAgain, reader }: LoginView): string {
  return reader.text(isAgain ? "login_again_title" : "login_title");
}

function whatFor({ app, isAgain, reader }: LoginView): Html {
  if (app === undefined) return html`${reader.text(isAgain ? "login_again_why" : "login_email_why")}`;
  const named = { app: strong(app) };
  return html`${isAgain ? reader.parts("login_again_app", named) : reader.parts("login_to_app", named)}`;
}

export function strong(name: string): Html {
  return html`<strong><bdi>${name}</bdi></strong>`;
}

/** In development mails are kept; undefined where they are sent. */
export function mailboxNotice(
  { reader, mailbox }: Pick<LoginView, "reader" | "mailbox">,
  to?: string,
): Html | undefined {
  if (!mailbox) return undefined;
  const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
  const place = html`<a href="/dev/mail${query}" target="_blank" rel="noreferrer">${reader.text("login_mailbox_place")}</a>`;
  return html`<p class="notice">${reader.parts("login_mailbox", { place })}</p>`;
}

/** Which code was sent? */
export function codeStep(
  view: LoginView,
  { email, others }: { readonly email: string; readonly others: Html | undefined },
): Step {
  const { reader } = view;
  const title = reader.text("login_code_title");
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${reader.parts("login_code_sent", { email: strong(email) })}</p>
${mailboxNotice(view, email)}
${loginForm(
  view,
  html`${fieldOf({
    name: "code",
    label: reader.text("login_code"),
    wrong: view.wrong,
    input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
  })}
<button class="wide" name="decision" value="continue">${reader.text("login_continue")}</button>
<p class="actions"><button class="plain" name="decision" value="resend" formnovalidate>${reader.text("login_code_again")}</button>
<button class="plain" name="decision" value="restart" formnovalidate>${reader.text("login_other_address")}</button></p>`,
)}
${others}`,
  };
}

/** Which gamertag does the new user want? */
export function gamertagStep(
  view: LoginView,
  { gamertag, host, terms }: { readonly gamertag: string; readonly host: string; readonly terms: Terms | undefined },
): Step {
  const { reader } = view;
  const title = reader.text("login_gamertag_title");
  const address = html`<strong>${reader.text("login_gamertag").toLowerCase()}@${host}</strong>`;
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${reader.parts("login_gamertag_why", { address })}</p>
${loginForm(
  view,
  html`${fieldOf({
    name: "gamertag",
    label: reader.text("login_gamertag"),
    value: gamertag,
    hint: reader.text("login_gamertag_hint"),
    wrong: view.wrong,
    input: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false" minlength="3" maxlength="20" pattern="[A-Za-z0-9_.\\-]+" required autofocus`,
  })}
${terms && html`${hidden({ terms: terms.version })}${termsLine(reader, terms.url)}`}
<button class="wide" name="decision" value="continue">${reader.text("login_create")}</button>
<p class="actions"><button class="plain" name="decision" value="restart" formnovalidate>${reader.text("login_other_address")}</button></p>`,
)}`,
  };
}

/** One more proof: `fields` are those of a factor that the user has, `others` links to the others. */
export function secondFactorStep(
  view: LoginView,
  {
    fields,
    attributes,
    others,
  }: { readonly fields: Html; readonly attributes?: Html; readonly others: Html | undefined },
): Step {
  const { reader } = view;
  const title = reader.text("login_second_title");
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${reader.text("login_second_text")}</p>
${loginForm(
  view,
  html`${fields}
<p class="actions"><button class="plain" name="decision" value="restart" formnovalidate>${reader.text("login_begin_again")}</button></p>`,
  attributes,
)}
${others}`,
  };
}

export function blockedStep(reader: Reader): Step {
  const title = reader.text("login_blocked_title");
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${reader.text("login_blocked_text")}</p>`,
  };
}

/** The page's one form. */
export function loginForm(view: LoginView, fields: Html, attributes?: Html): Html {
  return html`<form id="login" class="card" method="post" action="/login"${attributes}>
${hidden(view.hidden)}
${fields}
</form>`;
}
