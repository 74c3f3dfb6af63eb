import { type Html, html } from "#platform/html.ts";
import { fieldOf, hidden } from "./forms.ts";
import { type LoginView, loginForm, type Step, titleOf } from "./login-page.ts";

/** A link to another way to log in. */
export type WayLink = { readonly href: string; readonly label: string };

/** Small links below a form. */
export function otherWays(links: readonly WayLink[], lead = "Or log in with"): Html | undefined {
  if (links.length === 0) return undefined;
  return html`<p class="ways">${lead} ${links.map(
    ({ href, label }, i) => html`${i > 0 && (i === links.length - 1 ? " or " : ", ")}<a href="${href}">${label}</a>`,
  )}.</p>`;
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
    label: "E-mail address",
    value: email,
    input: html`type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required${email === "" && html` autofocus`}`,
  })}
${fieldOf({
  name: "password",
  label: "Password",
  input: html`type="password" autocomplete="current-password" maxlength="1000" required${email !== "" && html` autofocus`}`,
})}
<button class="wide" name="decision" value="continue">Log in</button>`,
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
${loginForm(view, html`${wrongOf(view)}${walletFields({ code, link, isSigned })}`)}
${others}`,
  };
}

/** What a wallet is to sign, and a button that goes on. */
export function walletFields({ code, link, isSigned }: Omit<WalletStep, "others">): Html {
  const shown = html`<p>Scan the code with a Lightning wallet that can log in (LNURL-auth), or <a href="${link}">open it in a wallet on this device</a>. Sign nothing that you did not open yourself.</p>
${code}`;
  return html`${isSigned ? html`<p class="notice good" role="status">Your wallet has signed.</p>` : shown}
<button class="wide" name="decision" value="continue">${isSigned ? "Continue" : "I have signed"}</button>`;
}

export function passkeyAttributes(what: "create" | "get", asked: string): Html {
  return html` data-passkey="${what}" data-asked="${asked}"`;
}

/**
 * The one thing here that needs a script: browsers have passkeys in scripts alone. The script hides what is said where
 * there is none.
 */
export function passkeyFields(label: string): Html {
  return html`${hidden({ answer: "" })}<p class="wrong" data-say role="alert" hidden></p>
<p class="notice" data-without>Passkeys need a script, and this browser runs none here. Allow scripts for this page, or take another way.</p>
<button class="wide" type="button" data-go>${label}</button>`;
}

export function totpFields(view: LoginView): Html {
  return html`${fieldOf({
    name: "code",
    label: "Code of your authenticator app",
    wrong: view.wrong,
    input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">Continue</button>`;
}

export function recoveryFields(view: LoginView): Html {
  return html`${fieldOf({
    name: "code",
    label: "Recovery code",
    hint: "One of those that you wrote down when you set up the app. Each can be used once.",
    wrong: view.wrong,
    input: html`class="words" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">Continue</button>`;
}

/** The address is not shown: the browser may be that of an attacker who had the wallet of the user sign. */
export function emailFields(view: LoginView, { isSent }: { readonly isSent: boolean }): Html {
  if (!isSent)
    return html`${wrongOf(view)}<p>Your wallet is in another network than this browser. To be sure that it is you, we send a code to the e-mail address of your account.</p>
<button class="wide" name="decision" value="resend">Send a code</button>`;
  return html`<p>We sent a code to the e-mail address of your account. It is good for 10 minutes.</p>
${view.mailbox && html`<p class="notice">This is a development system: mails stay <a href="/dev/mail" target="_blank" rel="noreferrer">in its mailbox</a>.</p>`}
${fieldOf({
  name: "code",
  label: "Code",
  wrong: view.wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
})}
<button class="wide" name="decision" value="continue">Continue</button>
<p class="actions"><button class="plain" name="decision" value="resend" formnovalidate>Send another code</button></p>`;
}

export function passkeyCheckFields(view: LoginView): Html {
  return html`${wrongOf(view)}<p>Your browser or your phone asks for your finger, your face or a PIN.</p>
${passkeyFields("Use a passkey")}`;
}

/** The factor that was asked for was removed meanwhile. */
export const NOTHING_DUE = html`<p>Nothing more is needed.</p>
<button class="wide" name="decision" value="continue">Continue</button>`;

/** Said above the fields: it does not say which of them is wrong. */
function wrongOf({ wrong }: LoginView): Html | false {
  return wrong !== undefined && html`<p class="notice bad" role="alert">${wrong}</p>`;
}
