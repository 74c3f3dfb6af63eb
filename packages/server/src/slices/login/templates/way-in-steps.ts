import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { fieldOf, hidden } from "./forms.ts";
import { type LoginView, loginForm, mailboxNotice, type Step, titleOf } from "./login-page.ts";

/** A link to another way to log in. */
export type WayLink = { readonly href: string; readonly label: string };

/** Small links below a form. */
export function otherWays(
  reader: Reader,
  links: readonly WayLink[],
  lead: "login_ways" | "login_ways_second" = "login_ways",
): Html | undefined {
  if (links.length === 0) return undefined;
  const ways = reader.anyOf(links.map(({ href, label }) => html`<a href="${href}">${label}</a>`));
  return html`<p class="ways">${reader.parts(lead, { ways: html`${ways}` })}</p>`;
}

export function passwordStep(view: LoginView, { email, others }: { email: string; others: Html | undefined }): Step {
  const title = titleOf(view);
  return {
    title,
    content: html`<h1>${title}</h1>
${loginForm(
  view,
  html`${wrongOf(view)}${fieldOf({
    name: "email",
    label: view.reader.text("login_email"),
    value: email,
    input: html`type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required${email === "" && html` autofocus`}`,
  })}
${fieldOf({
  name: "password",
  label: view.reader.text("login_password"),
  input: html`type="password" autocomplete="current-password" maxlength="1000" required${email !== "" && html` autofocus`}`,
})}
<button class="wide" name="decision" value="continue">${view.reader.text("login_button")}</button>`,
)}
${others}`,
  };
}

/** `asked`: what the browser is to be asked. */
export function passkeyStep(view: LoginView, { asked, others }: { asked: string; others: Html | undefined }): Step {
  const title = titleOf(view);
  return {
    title,
    content: html`<h1>${title}</h1>
${loginForm(view, passkeyCheckFields(view), passkeyAttributes("get", asked))}
${others}`,
  };
}

type WalletStep = {
  readonly code: Html;
  /** For a wallet on the same device. */
  readonly link: string;
  readonly isSigned: boolean;
  readonly others: Html | undefined;
};

export function walletStep(view: LoginView, { code, link, isSigned, others }: WalletStep): Step {
  const title = titleOf(view);
  return {
    title,
    content: html`<h1>${title}</h1>
${loginForm(view, html`${wrongOf(view)}${walletFields(view.reader, { code, link, isSigned })}`)}
${others}`,
  };
}

/** What a wallet is to sign, and a button that goes on. */
export function walletFields(reader: Reader, { code, link, isSigned }: Omit<WalletStep, "others">): Html {
  const place = html`<a href="${link}">${reader.text("login_wallet_place")}</a>`;
  const shown = html`<p>${reader.parts("login_wallet_scan", { place })}</p>
${code}`;
  const signed = html`<p class="notice good" role="status">${reader.text("login_wallet_signed")}</p>`;
  return html`${isSigned ? signed : shown}
<button class="wide" name="decision" value="continue">${reader.text(isSigned ? "login_continue" : "login_wallet_sign")}</button>`;
}

export function passkeyAttributes(what: "create" | "get", asked: string): Html {
  return html` data-passkey="${what}" data-asked="${asked}"`;
}

/**
 * The one thing here that needs a script: browsers have passkeys in scripts alone. The script hides what is said where
 * there is none.
 */
export function passkeyFields(reader: Reader, label: string): Html {
  const said = html` data-exists="${reader.text("login_passkey_exists")}" data-unused="${reader.text("login_passkey_unused")}" data-failed="${reader.text("login_passkey_failed")}" data-none="${reader.text("login_passkey_none")}"`;
  return html`${hidden({ answer: "" })}<p class="wrong" data-say${said} role="alert" hidden></p>
<p class="notice" data-without>${reader.text("login_passkey_without")}</p>
<button class="wide" type="button" data-go>${label}</button>`;
}

export function totpFields(view: LoginView): Html {
  return html`${fieldOf({
    name: "code",
    label: view.reader.text("login_app_code"),
    wrong: view.wrong,
    input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">${view.reader.text("login_continue")}</button>`;
}

export function recoveryFields(view: LoginView): Html {
  return html`${fieldOf({
    name: "code",
    label: view.reader.text("login_recovery_code"),
    hint: view.reader.text("login_recovery_hint"),
    wrong: view.wrong,
    input: html`class="words" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">${view.reader.text("login_continue")}</button>`;
}

/** The address is not shown: the browser may be that of an attacker who had the wallet of the user sign. */
export function emailFields(view: LoginView, { isSent }: { readonly isSent: boolean }): Html {
  const { reader } = view;
  if (!isSent)
    return html`${wrongOf(view)}<p>${reader.text("login_wallet_other_network")}</p>
<button class="wide" name="decision" value="resend">${reader.text("login_code_ask")}</button>`;
  return html`<p>${reader.text("login_code_sent_to_account")}</p>
${mailboxNotice(view)}
${fieldOf({
  name: "code",
  label: reader.text("login_code"),
  wrong: view.wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
})}
<button class="wide" name="decision" value="continue">${reader.text("login_continue")}</button>
<p class="actions"><button class="plain" name="decision" value="resend" formnovalidate>${reader.text("login_code_again")}</button></p>`;
}

export function passkeyCheckFields(view: LoginView): Html {
  return html`${wrongOf(view)}<p>${view.reader.text("login_passkey_ask")}</p>
${passkeyFields(view.reader, view.reader.text("login_passkey_use"))}`;
}

/** The factor that was asked for was removed meanwhile. */
export function nothingDue(view: LoginView): Html {
  return html`${wrongOf(view)}<p>${view.reader.text("login_nothing_due")}</p>
<button class="wide" name="decision" value="continue">${view.reader.text("login_continue")}</button>`;
}

/** Said above the fields: it does not say which of them is wrong. */
function wrongOf({ wrong }: LoginView): Html | false {
  return wrong !== undefined && html`<p class="notice bad" role="alert">${wrong}</p>`;
}
