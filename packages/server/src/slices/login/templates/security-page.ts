import { momentText } from "#kernel/readable.ts";
import { type Html, html } from "#platform/html.ts";
import type { LightningKey, Passkey, Removable, UserFactors } from "../model/factors.ts";
import { hidden, type Notice, noticeOf } from "./forms.ts";

type SecurityView = {
  readonly csrf: string;
  readonly email: string;
  readonly factors: UserFactors;
  /** Browsers make passkeys for the address of this service. */
  readonly hasPasskeys: boolean;
  readonly notice: Notice | undefined;
};

/** How the user logs in: what is set up, with buttons that add and remove. */
export function securityPage(view: SecurityView): Html {
  return html`<h1>Security</h1>
${noticeOf(view.notice)}
<p>How you log in. A change needs a login of the last 10 minutes, and we send you a mail about it. After each change you are logged out everywhere else, and apps have to ask for a login again.</p>
${passkeys(view)}
${app(view)}
${password(view)}
${wallets(view)}
<section class="card" aria-labelledby="mail">
<h2 id="mail">Codes by e-mail</h2>
<p>They go to <strong><bdi>${view.email}</bdi></strong>.</p>
<p><a class="button second" href="/account/email">Change address</a></p>
</section>
<p><a href="/account/sessions">Where you are logged in, and what happened lately</a></p>`;
}

function passkeys(view: SecurityView): Html {
  const { passkeys: known } = view.factors;
  return html`<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys">Passkeys</h2>
<p>The safest way: your device asks for your finger, your face or a PIN, and works at the right site alone.</p>
${known.length > 0 && html`<ul class="rows">${known.map((passkey) => passkeyRow(view, passkey))}</ul>`}
${
  view.hasPasskeys
    ? html`<p class="actions"><a class="button second" href="/account/security/passkey">Add a passkey</a></p>`
    : html`<p class="soft small">Browsers make passkeys only for sites with https and a name.</p>`
}
</section>`;
}

function passkeyRow(view: SecurityView, { id, name, isSynced, createdAt, lastUsedAt }: Passkey): Html {
  const where = isSynced ? "On all your devices of one maker." : "On one device.";
  return html`<li><div>
<p><strong><bdi>${name}</bdi></strong></p>
<p class="soft small">${where} Added ${momentText(createdAt)}. ${usedText(lastUsedAt)}</p>
</div>${removeForm(view, { kind: "passkey", id }, `Remove the passkey ${name}`)}</li>
`;
}

function app(view: SecurityView): Html {
  const { totp } = view.factors;
  const lead = html`<h2 id="app">Authenticator app</h2>
<p>A second step: an app on your phone shows a code, which we ask for at each login without a passkey.</p>`;
  if (totp === undefined)
    return html`<section class="card" aria-labelledby="app">${lead}
<p class="actions"><a class="button second" href="/account/security/app">Set up an app</a></p>
</section>`;
  const { createdAt, recoveryCodes } = totp;
  const left = recoveryCodes === 1 ? "1 recovery code is left." : `${recoveryCodes} recovery codes are left.`;
  return html`<section class="card" aria-labelledby="app">${lead}
<ul class="rows">
<li><div><p><strong>Your app</strong> <span class="mark">on</span></p><p class="soft small">Set up ${momentText(createdAt)}.</p></div>
${removeForm(view, { kind: "totp" }, "Remove the authenticator app")}</li>
<li><div><p><strong>${left}</strong></p><p class="soft small">For when you do not have the app. Each can be used once.</p></div>
<a class="button second" href="/account/security/codes">Make new codes</a></li>
</ul>
</section>`;
}

function password(view: SecurityView): Html {
  const { password: known } = view.factors;
  const lead = html`<h2 id="password">Password</h2>`;
  if (known === undefined)
    return html`<section class="card" aria-labelledby="password">${lead}
<p>You need none. With one you can log in when mails are slow.</p>
<p class="actions"><a class="button second" href="/account/security/password">Set a password</a></p>
</section>`;
  return html`<section class="card" aria-labelledby="password">${lead}
<ul class="rows"><li><div><p><strong>Your password</strong></p><p class="soft small">Set ${momentText(known.setAt)}.</p></div>
<div class="actions"><a class="button second" href="/account/security/password">Change</a>${removeForm(view, { kind: "password" }, "Remove the password")}</div></li></ul>
</section>`;
}

function wallets(view: SecurityView): Html {
  const { lightningKeys } = view.factors;
  return html`<section class="card" aria-labelledby="wallets">
<h2 id="wallets">Lightning wallets</h2>
<p>A wallet that can log in (LNURL-auth) signs a code that this site shows. It does not see your account here, and pays nothing.</p>
${lightningKeys.length > 0 && html`<ul class="rows">${lightningKeys.map((wallet) => walletRow(view, wallet))}</ul>`}
<p class="actions"><a class="button second" href="/account/security/wallet">Add a wallet</a></p>
</section>`;
}

function walletRow(view: SecurityView, { key, name, createdAt, lastUsedAt }: LightningKey): Html {
  return html`<li><div>
<p><strong><bdi>${name}</bdi></strong></p>
<p class="soft small">Added ${momentText(createdAt)}. ${usedText(lastUsedAt)}</p>
</div>${removeForm(view, { kind: "lightning", id: key }, `Remove the wallet ${name}`)}</li>
`;
}

function usedText(at: Date | undefined): string {
  return at === undefined ? "Not used yet." : `Last used ${momentText(at)}.`;
}

/** `label`: says which one, for those who do not see the row. */
function removeForm(
  { csrf }: SecurityView,
  { kind, id = "" }: { readonly kind: Removable["kind"]; readonly id?: string },
  label: string,
): Html {
  return html`<form method="post" action="/account/security">${hidden({ csrf, kind, id })}<button class="danger" name="decision" value="remove" aria-label="${label}">Remove</button></form>`;
}
