import { type Html, html } from "#platform/html.ts";
import { fieldOf, hidden, type Notice, noticeOf, OTHERS_END } from "./forms.ts";

type EmailView = {
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
  return html`<h1>E-mail address</h1>
${noticeOf(view.notice)}
<p>Your address is <strong><bdi>${view.email}</bdi></strong>. Codes to log in go there.</p>
${view.newEmail === undefined ? askAddress(view) : askCode(view, view.newEmail)}
<p><a href="/account">Back to the profile</a></p>`;
}

function askAddress({ csrf, sent, wrong }: EmailView): Html {
  return html`<form id="change-email" class="card" method="post" action="/account/email">
${hidden({ csrf })}
${fieldOf({
  name: "email",
  label: "New address",
  value: sent,
  hint: `We send a code to it. Your address stays as it is until you type the code. ${OTHERS_END}`,
  wrong,
  input: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required`,
})}
<button name="decision" value="continue">Send a code</button>
</form>`;
}

function askCode({ csrf, wrong, mailbox }: EmailView, newEmail: string): Html {
  return html`<form id="change-email" class="card" method="post" action="/account/email">
<p>We sent a code to <strong><bdi>${newEmail}</bdi></strong>. It is good for 10 minutes.</p>
${mailbox && html`<p class="notice">This is a development system: mails stay <a href="/dev/mail?to=${encodeURIComponent(newEmail)}" target="_blank" rel="noreferrer">in its mailbox</a>.</p>`}
${hidden({ csrf })}
${fieldOf({
  name: "code",
  label: "Code",
  wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
})}
<div class="actions"><button name="decision" value="continue">Change address</button>
<button class="plain" name="decision" value="restart" formnovalidate>Take another one</button></div>
</form>`;
}
