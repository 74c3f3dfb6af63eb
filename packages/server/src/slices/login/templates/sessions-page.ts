import { momentText } from "#kernel/readable.ts";
import { type Html, html } from "#platform/html.ts";
import type { KnownBrowser } from "../model/known-browser.ts";
import { readableAgent } from "../model/readable-agent.ts";
import type { SecurityEvent } from "../model/security-event.ts";
import type { Session, SessionId } from "../model/session.ts";
import { hidden, type Notice, noticeOf } from "./forms.ts";

type SessionsView = {
  readonly csrf: string;
  readonly sessions: readonly Session[];
  /** That are logged out. */
  readonly browsers: readonly KnownBrowser[];
  /** Of the browser that looks. */
  readonly own: SessionId;
  readonly events: readonly SecurityEvent[];
  readonly notice: Notice | undefined;
};

/** Where the user is logged in, and what happened to the account. */
export function sessionsPage(view: SessionsView): Html {
  const { csrf, sessions, browsers, own, events } = view;
  const others = sessions.filter(({ id }) => id !== own).length;
  return html`<h1>Sessions</h1>
${noticeOf(view.notice)}
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">Where you are logged in</h2>
<ul class="rows">${sessions.map((session) => sessionRow(session, session.id === own, csrf))}</ul>
${
  others + browsers.length > 0 &&
  html`<form method="post" action="/account/sessions">${hidden({ csrf })}<button class="second" name="decision" value="revoke_others">Log out everywhere else</button></form>`
}
</section>
${browsers.length > 0 && knownSection(browsers, csrf)}
<section class="card" aria-labelledby="events">
<h2 id="events">What happened lately</h2>
<ul class="rows">${events.map(eventRow)}</ul>
</section>`;
}

function knownSection(browsers: readonly KnownBrowser[], csrf: string): Html {
  return html`<section class="card" aria-labelledby="browsers">
<h2 id="browsers">Where you were logged in</h2>
<p class="soft small">Nobody is logged in there now. These browsers can try to log in when strangers have used up the tries for your address. Forget those that you do not use any more; logging out everywhere else forgets them all.</p>
<ul class="rows">${browsers.map((browser) => knownRow(browser, csrf))}</ul>
</section>`;
}

function knownRow({ id, userAgent, network, loggedInAt }: KnownBrowser, csrf: string): Html {
  const name = readableAgent(userAgent);
  return html`<li><div>
<p><strong>${name}</strong></p>
<p class="soft small">Logged in ${momentText(loggedInAt)}, from ${network}.</p>
</div><form method="post" action="/account/sessions">${hidden({ csrf, browser: id })}<button class="second" name="decision" value="forget" aria-label="Forget ${name}, logged in ${momentText(loggedInAt)}">Forget</button></form></li>
`;
}

function sessionRow(session: Session, isOwn: boolean, csrf: string): Html {
  const name = readableAgent(session.userAgent);
  return html`<li><div>
<p><strong>${name}</strong> ${isOwn && html`<span class="mark">this browser</span>`}</p>
<p class="soft small">Logged in ${momentText(session.authenticatedAt)}, from ${session.network}. Last used ${momentText(session.seenAt)}.</p>
</div>${
    !isOwn &&
    html`<form method="post" action="/account/sessions">${hidden({ csrf, session: session.id })}<button class="second" name="decision" value="revoke" aria-label="Log out ${name}, logged in ${momentText(session.authenticatedAt)}">Log out</button></form>`
  }</li>
`;
}

/** Kinds of this slice and of the factors; another one is shown as it is called. */
const EVENTS: Readonly<Record<string, string>> = {
  session_started: "Logged in",
  session_ended: "Logged out",
  session_revoked: "A session was logged out from another browser",
  browser_forgotten: "A browser that was logged in before was forgotten",
  sessions_revoked: "All other sessions were logged out",
  email_changed: "E-mail address changed",
  gamertag_changed: "Gamertag changed",
  account_exported: "Account data downloaded",
  totp_added: "Authenticator app set up",
  totp_removed: "Authenticator app removed",
  recovery_codes_made: "New recovery codes made",
  recovery_code_used: "A recovery code was used",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  passkey_copied: "A passkey was refused, because there may be a copy of it",
  password_set: "Password set or changed",
  password_removed: "Password removed",
  lightning_key_added: "Wallet added for logging in",
  lightning_key_removed: "Wallet removed",
};

function eventRow({ kind, at, userAgent, network, detail }: SecurityEvent): Html {
  const text = EVENTS[kind] ?? kind.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
  return html`<li><div>
<p>${text}${detail !== "" && html`: <bdi>${detail}</bdi>`}</p>
<p class="soft small">${momentText(at)}, ${readableAgent(userAgent)}, from ${network}</p>
</div></li>
`;
}
