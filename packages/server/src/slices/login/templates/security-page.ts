import { type Html, html, timeOf } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import type { LightningKey, Passkey, Removable, UserFactors } from "../model/factors.ts";
import { hidden, type Notice, noticeOf } from "./forms.ts";
import { strong } from "./login-page.ts";

type SecurityView = {
  readonly reader: Reader;
  readonly csrf: string;
  readonly email: string;
  readonly factors: UserFactors;
  /** Browsers make passkeys for the address of this service. */
  readonly hasPasskeys: boolean;
  readonly notice: Notice | undefined;
};

/** How the user logs in: what is set up, with buttons that add and remove. */
export function securityPage(view: SecurityView): Html {
  const { reader } = view;
  return html`<h1>${reader.text("account_security")}</h1>
${noticeOf(view.notice)}
<p>${reader.text("security_lead")}</p>
${passkeys(view)}
${app(view)}
${password(view)}
${wallets(view)}
<section class="card" aria-labelledby="mail">
<h2 id="mail">${reader.text("security_mail")}</h2>
<p>${reader.parts("security_mail_to", { email: strong(view.email) })}</p>
<p><a class="button second" href="/account/email">${reader.text("account_email_change")}</a></p>
</section>
<p><a href="/account/sessions">${reader.text("security_sessions")}</a></p>`;
}

function passkeys(view: SecurityView): Html {
  const { reader, factors } = view;
  const { passkeys: known } = factors;
  return html`<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys">${reader.text("security_passkeys")}</h2>
<p>${reader.text("security_passkeys_lead")}</p>
${known.length > 0 && html`<ul class="rows">${known.map((passkey) => passkeyRow(view, passkey))}</ul>`}
${
  view.hasPasskeys
    ? html`<p class="actions"><a class="button second" href="/account/security/passkey">${reader.text("security_passkey_add")}</a></p>`
    : html`<p class="soft small">${reader.text("security_passkey_https")}</p>`
}
</section>`;
}

function passkeyRow(view: SecurityView, { id, name, isSynced, createdAt, lastUsedAt }: Passkey): Html {
  const { reader } = view;
  const where = reader.text(isSynced ? "security_passkey_synced" : "security_passkey_single");
  return html`<li><div>
<p><strong><bdi>${name}</bdi></strong></p>
<p class="soft small">${where} ${reader.parts("security_added", { time: timeOf(createdAt, reader) })} ${usedText(reader, lastUsedAt)}</p>
</div>${removeForm(view, { kind: "passkey", id }, reader.text("security_remove_passkey", { name }))}</li>
`;
}

function app(view: SecurityView): Html {
  const { reader, factors } = view;
  const { totp } = factors;
  const lead = html`<h2 id="app">${reader.text("security_app")}</h2>
<p>${reader.text("security_app_lead")}</p>`;
  if (totp === undefined)
    return html`<section class="card" aria-labelledby="app">${lead}
<p class="actions"><a class="button second" href="/account/security/app">${reader.text("security_app_title")}</a></p>
</section>`;
  const { createdAt, recoveryCodes } = totp;
  return html`<section class="card" aria-labelledby="app">${lead}
<ul class="rows">
<li><div><p><strong>${reader.text("security_app_yours")}</strong> <span class="mark">${reader.text("security_app_on")}</span></p><p class="soft small">${reader.parts("security_app_since", { time: timeOf(createdAt, reader) })}</p></div>
${removeForm(view, { kind: "totp" }, reader.text("security_remove_app"))}</li>
<li><div><p><strong>${reader.text("security_codes_left", { count: recoveryCodes })}</strong></p><p class="soft small">${reader.text("security_codes_why")}</p></div>
<a class="button second" href="/account/security/codes">${reader.text("security_codes_make")}</a></li>
</ul>
</section>`;
}

function password(view: SecurityView): Html {
  const { reader, factors } = view;
  const { password: known } = factors;
  const lead = html`<h2 id="password">${reader.text("login_password")}</h2>`;
  if (known === undefined)
    return html`<section class="card" aria-labelledby="password">${lead}
<p>${reader.text("security_password_none")}</p>
<p class="actions"><a class="button second" href="/account/security/password">${reader.text("security_password_set")}</a></p>
</section>`;
  return html`<section class="card" aria-labelledby="password">${lead}
<ul class="rows"><li><div><p><strong>${reader.text("security_password_yours")}</strong></p><p class="soft small">${reader.parts("security_password_since", { time: timeOf(known.setAt, reader) })}</p></div>
<div class="actions"><a class="button second" href="/account/security/password">${reader.text("security_change")}</a>${removeForm(view, { kind: "password" }, reader.text("security_remove_password"))}</div></li></ul>
</section>`;
}

function wallets(view: SecurityView): Html {
  const { reader, factors } = view;
  const { lightningKeys } = factors;
  return html`<section class="card" aria-labelledby="wallets">
<h2 id="wallets">${reader.text("security_wallets")}</h2>
<p>${reader.text("security_wallets_lead")}</p>
${lightningKeys.length > 0 && html`<ul class="rows">${lightningKeys.map((wallet) => walletRow(view, wallet))}</ul>`}
<p class="actions"><a class="button second" href="/account/security/wallet">${reader.text("security_wallet_add")}</a></p>
</section>`;
}

function walletRow(view: SecurityView, { key, name, createdAt, lastUsedAt }: LightningKey): Html {
  const { reader } = view;
  return html`<li><div>
<p><strong><bdi>${name}</bdi></strong></p>
<p class="soft small">${reader.parts("security_added", { time: timeOf(createdAt, reader) })} ${usedText(reader, lastUsedAt)}</p>
</div>${removeForm(view, { kind: "lightning", id: key }, reader.text("security_remove_wallet", { name }))}</li>
`;
}

function usedText(reader: Reader, at: Date | undefined): Html {
  if (at === undefined) return html`${reader.text("security_unused")}`;
  return html`${reader.parts("security_used", { time: timeOf(at, reader) })}`;
}

/** `label`: says which one, for those who do not see the row. */
function removeForm(
  { reader, csrf }: SecurityView,
  { kind, id = "" }: { readonly kind: Removable["kind"]; readonly id?: string },
  label: string,
): Html {
  return html`<form method="post" action="/account/security">${hidden({ csrf, kind, id })}<button class="danger" name="decision" value="remove" aria-label="${label}">${reader.text("security_remove")}</button></form>`;
}
