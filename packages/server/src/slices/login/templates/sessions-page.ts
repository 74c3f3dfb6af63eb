import type { Message } from "#kernel/errors.ts";
import { networkToShow } from "#kernel/network.ts";
import { type Html, html, timeOf } from "#platform/html.ts";
import { message, type Reader } from "#texts/reader.ts";
import type { KnownBrowser } from "../model/known-browser.ts";
import { readableAgent } from "../model/readable-agent.ts";
import type { SecurityEvent } from "../model/security-event.ts";
import type { Session, SessionId } from "../model/session.ts";
import { hidden, type Notice, noticeOf } from "./forms.ts";

type SessionsView = {
  readonly reader: Reader;
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
  const { reader, csrf, sessions, browsers, own, events } = view;
  const others = sessions.filter(({ id }) => id !== own).length;
  return html`<h1>${reader.text("account_sessions")}</h1>
${noticeOf(view.notice)}
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">${reader.text("sessions_where")}</h2>
<ul class="rows">${sessions.map((session) => sessionRow(view, session))}</ul>
${
  others + browsers.length > 0 &&
  html`<form method="post" action="/account/sessions">${hidden({ csrf })}<button class="second" name="decision" value="revoke_others">${reader.text("sessions_others")}</button></form>`
}
</section>
${browsers.length > 0 && knownSection(view)}
<section class="card" aria-labelledby="events">
<h2 id="events">${reader.text("sessions_lately")}</h2>
<ul class="rows">${events.map((event) => eventRow(reader, event))}</ul>
</section>`;
}

function knownSection(view: SessionsView): Html {
  const { reader, browsers } = view;
  return html`<section class="card" aria-labelledby="browsers">
<h2 id="browsers">${reader.text("sessions_known")}</h2>
<p class="soft small">${reader.text("sessions_known_lead")}</p>
<ul class="rows">${browsers.map((browser) => knownRow(view, browser))}</ul>
</section>`;
}

function knownRow({ reader, csrf }: SessionsView, { id, userAgent, network, loggedInAt }: KnownBrowser): Html {
  const name = readableAgent(userAgent, reader);
  return html`<li><div>
<p><strong>${name}</strong></p>
<p class="soft small" id="of-${id}">${sinceParts(reader, loggedInAt, network)}</p>
</div><form method="post" action="/account/sessions">${hidden({ csrf, browser: id })}<button class="second" name="decision" value="forget" aria-label="${reader.text("sessions_forget_one", { name })}" aria-describedby="of-${id}">${reader.text("sessions_forget")}</button></form></li>
`;
}

function sessionRow(view: SessionsView, { id, userAgent, network, authenticatedAt, seenAt }: Session): Html {
  const { reader, csrf, own } = view;
  const name = readableAgent(userAgent, reader);
  return html`<li><div>
<p><strong>${name}</strong> ${id === own && html`<span class="mark">${reader.text("sessions_this")}</span>`}</p>
<p class="soft small" id="of-${id}">${sinceParts(reader, authenticatedAt, network)} ${reader.parts("security_used", { time: timeOf(seenAt, reader) })}</p>
</div>${
    id !== own &&
    html`<form method="post" action="/account/sessions">${hidden({ csrf, session: id })}<button class="second" name="decision" value="revoke" aria-label="${reader.text("sessions_log_out_one", { name })}" aria-describedby="of-${id}">${reader.text("common_log_out")}</button></form>`
  }</li>
`;
}

function sinceParts(reader: Reader, at: Date, network: string) {
  const [time, shown] = [timeOf(at, reader), networkToShow(network)];
  if (shown === undefined) return reader.parts<"sessions_since_time", Html | string>("sessions_since_time", { time });
  return reader.parts<"sessions_since", Html | string>("sessions_since", { time, network: shown });
}

/** Kinds of this slice, of the factors and of apps; another one is shown as it is called. */
const EVENTS: Readonly<Record<string, Message>> = {
  session_started: message("event_session_started"),
  session_ended: message("event_session_ended"),
  session_revoked: message("event_session_revoked"),
  browser_forgotten: message("event_browser_forgotten"),
  sessions_revoked: message("event_sessions_revoked"),
  email_changed: message("event_email_changed"),
  gamertag_changed: message("event_gamertag_changed"),
  account_exported: message("event_account_exported"),
  totp_added: message("event_totp_added"),
  totp_removed: message("event_totp_removed"),
  recovery_codes_made: message("event_recovery_codes_made"),
  recovery_code_used: message("event_recovery_code_used"),
  passkey_added: message("event_passkey_added"),
  passkey_removed: message("event_passkey_removed"),
  passkey_copied: message("event_passkey_copied"),
  password_set: message("event_password_set"),
  password_removed: message("event_password_removed"),
  lightning_key_added: message("event_lightning_key_added"),
  lightning_key_removed: message("event_lightning_key_removed"),
  app_disconnected: message("event_app_disconnected"),
  app_access_ended: message("event_app_access_ended"),
};

function eventRow(reader: Reader, event: SecurityEvent): Html {
  const { kind, detail } = event;
  return html`<li><div>
<p>${eventText(reader, kind)}${detail !== "" && html`: <bdi>${detail}</bdi>`}</p>
<p class="soft small">${whereParts(reader, event)}</p>
</div></li>
`;
}

/** What an operator does has neither browser nor network. */
function whereParts(reader: Reader, { at, userAgent, network }: SecurityEvent) {
  const time = timeOf(at, reader);
  if (userAgent === "" && network === "")
    return reader.parts<"sessions_event_operator", Html | string>("sessions_event_operator", { time });
  const [agent, shown] = [readableAgent(userAgent, reader), networkToShow(network)];
  if (shown === undefined)
    return reader.parts<"sessions_event_time", Html | string>("sessions_event_time", { time, agent });
  return reader.parts<"sessions_event_at", Html | string>("sessions_event_at", { time, agent, network: shown });
}

function eventText(reader: Reader, kind: string): string {
  const said = Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
  if (said !== undefined) return reader.write(said);
  return kind.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}
