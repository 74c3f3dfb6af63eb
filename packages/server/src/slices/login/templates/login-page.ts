import { type Html, html } from "#platform/html.ts";
import { fieldOf, hidden } from "./forms.ts";

/** What every step of a login shows and sends along. */
export type LoginView = {
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
    label: "E-mail address",
    value: email,
    hint: view.isAgain ? undefined : "If you have no account yet, you get one.",
    wrong: view.wrong,
    input: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">Continue</button>`,
)}
${others}`,
  };
}

/** Of the first step, whichever way is taken. */
export function titleOf({ isAgain }: LoginView): string {
  return isAgain ? "Log in again" : "Log in or sign up";
}

function whatFor({ app, isAgain }: LoginView): Html {
  if (isAgain && app !== undefined) return html`<strong><bdi>${app}</bdi></strong> asks for a new login.`;
  if (isAgain) return html`This step needs a login that is not older than 10 minutes.`;
  if (app === undefined) return html`You need no password: we send a code to your e-mail address.`;
  return html`To go on to <strong><bdi>${app}</bdi></strong>.`;
}

/** Which code was sent? */
export function codeStep(
  view: LoginView,
  { email, others }: { readonly email: string; readonly others: Html | undefined },
): Step {
  const title = "Check your e-mail";
  return {
    title,
    content: html`<h1>${title}</h1>
<p>We sent a code to <strong><bdi>${email}</bdi></strong>. It is good for 10 minutes.</p>
${view.mailbox && html`<p class="notice">This is a development system: mails stay <a href="/dev/mail?to=${encodeURIComponent(email)}" target="_blank" rel="noreferrer">in its mailbox</a>.</p>`}
${loginForm(
  view,
  html`${fieldOf({
    name: "code",
    label: "Code",
    wrong: view.wrong,
    input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" autofocus`,
  })}
<button class="wide" name="decision" value="continue">Continue</button>
<p class="actions"><button class="plain" name="decision" value="resend" formnovalidate>Send another code</button>
<button class="plain" name="decision" value="restart" formnovalidate>Use another address</button></p>`,
)}
${others}`,
  };
}

/** Which gamertag does the new user want? */
export function gamertagStep(
  view: LoginView,
  { gamertag, host }: { readonly gamertag: string; readonly host: string },
): Step {
  const title = "Choose a gamertag";
  return {
    title,
    content: html`<h1>${title}</h1>
<p>By this name others see you and pay you. It is also your Lightning address: <strong>gamertag@${host}</strong></p>
${loginForm(
  view,
  html`${fieldOf({
    name: "gamertag",
    label: "Gamertag",
    value: gamertag,
    hint: "3 to 20 of the letters a to z, digits, dot, dash and underscore. You can change it once a day.",
    wrong: view.wrong,
    input: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false" minlength="3" maxlength="20" pattern="[A-Za-z0-9_.\\-]+" required autofocus`,
  })}
<button class="wide" name="decision" value="continue">Create account</button>
<p class="actions"><button class="plain" name="decision" value="restart" formnovalidate>Use another address</button></p>`,
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
  const title = "One more step";
  return {
    title,
    content: html`<h1>${title}</h1>
<p>Your account asks for a second proof that it is you.</p>
${loginForm(
  view,
  html`${fields}
<p class="actions"><button class="plain" name="decision" value="restart" formnovalidate>Begin again</button></p>`,
  attributes,
)}
${others}`,
  };
}

export const BLOCKED: Step = {
  title: "Account closed to logins",
  content: html`<h1>You cannot log in</h1>
<p>The operator of this service has blocked this account. Write to the operator if you think that this is a mistake.</p>`,
};

/** The page's one form. */
export function loginForm(view: LoginView, fields: Html, attributes?: Html): Html {
  return html`<form id="login" class="card" method="post" action="/login"${attributes}>
${hidden(view.hidden)}
${fields}
</form>`;
}
