import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { type OauthScope, saidOf } from "../model/scopes.ts";

/** What a person decides about: an application that asks, and for what. */
export type ConsentView = {
  readonly reader: Reader;
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
  const { reader, appName, scopes, gamertag, email, action, csrf } = view;
  const said = saidOf(scopes).map((text) => reader.text(text));
  const name = html`<strong><bdi>${gamertag}</bdi></strong>`;
  return html`<h1>${reader.parts("consent_title", { app: html`<bdi>${appName}</bdi>` })}</h1>
<p>${reader.parts("consent_you", { gamertag: name, email: html`${email}` })}</p>
<form id="consent" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="card">
${said.length === 0 ? html`<p>${reader.text("consent_only_who")}</p>` : listOf(view, said)}
</div>
<p class="soft small">${placeOf(view)} ${reader.text("consent_safe")}</p>
<div class="actions">
<button name="decision" value="allow">${reader.text("consent_allow")}</button>
<button class="second" name="decision" value="deny">${reader.text("consent_deny")}</button>
<button class="plain" name="decision" value="switch">${reader.text("consent_switch")}</button>
</div>
</form>`;
}

function listOf({ reader, appName }: ConsentView, said: readonly string[]): Html {
  return html`<p>${reader.parts("consent_lead", { app: html`<bdi>${appName}</bdi>` })}</p>
<ul>
${said.map(
  (what) => html`<li>${what}</li>
`,
)}</ul>`;
}

/** The site, or the scheme of a native app, to which the browser goes. */
function placeOf({ reader, redirectUri }: ConsentView): readonly (string | Html)[] {
  const { protocol, host } = new URL(redirectUri);
  if (/^https?:$/.test(protocol)) return reader.parts("consent_place", { place: html`<strong>${host}</strong>` });
  return reader.parts("consent_place_app", { place: html`<strong>${protocol.slice(0, -1)}</strong>` });
}

/** `error`, `description`: for whoever makes the application, and so in English. */
export function protocolErrorContent(
  reader: Reader,
  { error, description }: { readonly error: string; readonly description: string },
): Html {
  return html`<h1>${reader.text("protocol_title")}</h1>
<p>${reader.text("protocol_what")}</p>
<div class="card" lang="en"><p data-error="${error}"><strong>${error}</strong></p>
<p>${description}</p></div>`;
}

/** `form`: of the library, with what the answer needs. */
export function logoutContent(reader: Reader, form: Html): Html {
  return html`<h1>${reader.text("logout_title")}</h1>
<p>${reader.text("logout_what")}</p>
${form}
<div class="actions">
<button form="op.logoutForm" name="logout" value="yes">${reader.text("logout_yes")}</button>
<button class="second" form="op.logoutForm">${reader.text("logout_stay")}</button>
</div>`;
}

export function loggedOutContent(reader: Reader): Html {
  return html`<h1>${reader.text("logout_done_title")}</h1>
<p>${reader.text("logout_done_what")}</p>`;
}
