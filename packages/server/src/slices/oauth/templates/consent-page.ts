import { type Html, html } from "#platform/html.ts";
import { type OauthScope, saidOf } from "../model/scopes.ts";

/** What a person decides about: an application that asks, and for what. */
export type ConsentView = {
  readonly appName: string;
  readonly redirectUri: string;
  readonly scopes: readonly OauthScope[];
  readonly gamertag: string;
  readonly email: string;
  /** Address of the page, to which its forms go. */
  readonly action: string;
  readonly csrf: string;
};

export function consentContent(view: ConsentView): Html {
  const { appName, scopes, gamertag, email, action, csrf } = view;
  const said = saidOf(scopes);
  return html`<h1>Log in to <bdi>${appName}</bdi>?</h1>
<p>You are <strong><bdi>${gamertag}</bdi></strong>, ${email}.</p>
<form id="consent" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="card">
${said.length === 0 ? ONLY_WHO : listOf(appName, said)}
</div>
<p class="soft small">You return to <strong>${placeOf(view.redirectUri)}</strong>. It gets no access to your money: it cannot pay or withdraw. You can take this back on your account page at any time.</p>
<div class="actions">
<button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="deny">Do not allow</button>
<button class="plain" name="decision" value="switch">Use another account</button>
</div>
</form>`;
}

const ONLY_WHO = html`<p>It learns that it is you, and nothing else.</p>`;

function listOf(appName: string, said: readonly string[]): Html {
  return html`<p><bdi>${appName}</bdi> will be able to:</p>
<ul>
${said.map(
  (what) => html`<li>${what}</li>
`,
)}</ul>`;
}

/** The site, or the scheme of a native app, to which the browser goes. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`;
}

export function protocolErrorContent({
  error,
  description,
}: {
  readonly error: string;
  readonly description: string;
}): Html {
  return html`<h1>Login cannot continue</h1>
<p>The app sent you here with a request that is not valid, so it gets no answer. This is a mistake of the app: tell its makers what stands below.</p>
<div class="card"><p data-error="${error}"><strong>${error}</strong></p>
<p>${description}</p></div>`;
}

/** `form`: of the library, with what the answer needs. */
export function logoutContent(form: Html): Html {
  return html`<h1>Log out?</h1>
<p>The app that you used asks to log you out here as well.</p>
${form}
<div class="actions">
<button form="op.logoutForm" name="logout" value="yes">Log out</button>
<button class="second" form="op.logoutForm">Stay logged in</button>
</div>`;
}

export const LOGGED_OUT = html`<h1>You are logged out</h1>
<p>You can close this page.</p>`;
