import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";
import { mailboxNotice, strong } from "./login-page.ts";

type EmailView = {
  readonly reader: Reader;
  readonly csrf: string;
  readonly email: string;
  /** That a code was sent to; undefined: none was. */
  readonly newEmail: string | undefined;
  readonly notice: Notice | undefined;
  readonly sent: string | undefined;
  readonly wrong: string | undefined;
  readonly mailbox: boolean;
};

/** Another e-mail address: which one, and the code that was sent to it. */
export function emailPage(view: EmailView): Html {
  const { reader } = view;
  return html`<h1>${reader.text("login_email")}</h1>
${noticeOf(view.notice)}
<p>${reader.parts("account_email_now", { email: strong(view.email) })}</p>
${view.newEmail === undefined ? askAddress(view) : askCode(view, view.newEmail)}
<p><a href="/account">${reader.text("account_back")}</a></p>`;
}

function askAddress({ reader, csrf, sent, wrong }: EmailView): Html {
  return html`<form id="change-email" class="card" method="post" action="/account/email">
${hidden({ csrf })}
${fieldOf({
  name: "email",
  label: reader.text("account_email_new"),
  value: sent,
  hint: `${reader.text("account_email_hint")} ${reader.text("account_others_end")}`,
  wrong,
  input: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required`,
})}
<button name="decision" value="continue">${reader.text("login_code_ask")}</button>
</form>`;
}

function askCode(view: EmailView, newEmail: string): Html {
  const { reader, csrf, wrong } = view;
  return html`<form id="change-email" class="card" method="post" action="/account/email">
<p>${reader.parts("login_code_sent", { email: strong(newEmail) })}</p>
${mailboxNotice(view, newEmail)}
${hidden({ csrf })}
${fieldOf({
  name: "code",
  label: reader.text("login_code"),
  wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
})}
<div class="actions"><button name="decision" value="continue">${reader.text("account_email_change")}</button>
<button class="plain" name="decision" value="restart" formnovalidate>${reader.text("login_other_address")}</button></div>
</form>`;
}
