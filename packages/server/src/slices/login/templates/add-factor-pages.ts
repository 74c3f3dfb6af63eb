import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from "../model/password.ts";
import { RECOVERY_CODES } from "../model/recovery-code.ts";
import { fieldOf, hidden } from "./forms.ts";
import { passkeyAttributes, passkeyFields, walletFields } from "./way-in-steps.ts";

/** What a page that adds a way to log in shows beside its own. */
export type AddView = {
  readonly reader: Reader;
  readonly csrf: string;
  /** What was sent and not taken. */
  readonly sent: Readonly<Record<string, string>>;
  /** What is wrong with it, and the field where it stands. */
  readonly wrong: string | undefined;
  readonly wrongField: string | undefined;
};

function backLink({ reader }: AddView): Html {
  return html`<p><a href="/account/security">${reader.text("security_back")}</a></p>`;
}

/** `asked`: what the browser is to be asked; undefined where there are no passkeys. */
export function addPasskeyPage(
  view: AddView,
  { asked, name }: { readonly asked: string | undefined; readonly name: string },
): Html {
  const { reader } = view;
  const head = html`<h1>${reader.text("security_passkey_add")}</h1>`;
  if (asked === undefined)
    return html`${head}
<p>${reader.text("security_passkey_https")}</p>
${backLink(view)}`;
  return html`${head}
<p>${reader.text("security_passkey_lead")}</p>
${addForm(
  view,
  "/account/security/passkey",
  html`${view.wrongField !== "name" && view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${nameField(view, name)}
${passkeyFields(reader, reader.text("security_passkey_create"))}`,
  passkeyAttributes("create", asked),
)}
${backLink(view)}`;
}

type Offer = { readonly code: Html; readonly text: string; readonly offer: string };

/** `offer` undefined: an app is set up already. */
export function totpPage(view: AddView, offer: Offer | undefined): Html {
  const { reader } = view;
  if (offer === undefined)
    return html`<h1>${reader.text("security_app")}</h1>
<p>${reader.text("security_app_exists")}</p>
${backLink(view)}`;
  return html`<h1>${reader.text("security_app_title")}</h1>
<p>${reader.text("security_app_how")}</p>
${addForm(
  view,
  "/account/security/app",
  html`${offer.code}
<p class="small">${reader.parts("security_app_secret", { secret: html`<strong class="secret">${offer.text}</strong>` })}</p>
${hidden({ offer: offer.offer })}
${fieldOf({
  name: "code",
  label: reader.text("security_app_code"),
  wrong: view.wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required`,
})}
<button class="wide" name="decision" value="continue">${reader.text("security_app_set_up")}</button>`,
)}
${backLink(view)}`;
}

type Codes = { readonly codes: readonly string[]; readonly host: string; readonly email: string };

/** As text that can be copied and printed; the page is not shown again. */
export function recoveryCodesPage(reader: Reader, { codes, host, email }: Codes): Html {
  const whose = reader.parts<"security_codes_for", Html | string>("security_codes_for", {
    email: html`<bdi>${email}</bdi>`,
    host,
  });
  return html`<h1>${reader.text("security_codes_title")}</h1>
<p class="notice" role="status">${reader.text("security_codes_once")}</p>
<section class="card" aria-labelledby="codes">
<h2 id="codes">${whose}</h2>
<pre class="codes">${codes.join("\n")}</pre>
<p class="soft small">${reader.text("security_codes_use")}</p>
</section>
<p>${reader.text("account_others_ended")}</p>
<p><a class="button" href="/account/security">${reader.text("security_codes_kept")}</a></p>`;
}

export function newCodesPage(view: AddView): Html {
  const { reader } = view;
  return html`<h1>${reader.text("security_codes_new")}</h1>
${view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${addForm(
  view,
  "/account/security/codes",
  html`<p>${reader.text("security_codes_new_lead", { codes: RECOVERY_CODES })}</p>
<div class="actions"><button name="decision" value="continue">${reader.text("security_codes_make")}</button><a class="button second" href="/account/security">${reader.text("security_codes_keep")}</a></div>`,
)}`;
}

export function passwordPage(
  view: AddView,
  { isChange, email }: { readonly isChange: boolean; readonly email: string },
): Html {
  const { reader } = view;
  const title = reader.text(isChange ? "security_password_change" : "security_password_set");
  return html`<h1>${title}</h1>
${addForm(
  view,
  "/account/security/password",
  html`<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${fieldOf({
  name: "password",
  label: reader.text("security_password_new"),
  hint: reader.text("security_password_hint", { min: PASSWORD_CHARACTERS_MIN, max: PASSWORD_CHARACTERS_MAX }),
  wrong: view.wrong,
  input: html`type="password" autocomplete="new-password" minlength="${PASSWORD_CHARACTERS_MIN}" maxlength="${PASSWORD_CHARACTERS_MAX}" required autofocus`,
})}
<button name="decision" value="continue">${title}</button>`,
)}
${backLink(view)}`;
}

type Question = { readonly code: Html; readonly link: string; readonly isSigned: boolean };

export function addWalletPage(view: AddView, question: Question): Html {
  const { reader } = view;
  return html`<h1>${reader.text("security_wallet_add")}</h1>
${addForm(
  view,
  "/account/security/wallet",
  html`${view.wrongField !== "name" && view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${nameField(view, reader.text("security_wallet_name"))}
${walletFields(reader, question)}`,
)}
${backLink(view)}`;
}

function nameField(view: AddView, known: string): Html {
  const { reader } = view;
  return fieldOf({
    name: "name",
    label: reader.text("security_name"),
    value: view.sent["name"] ?? known,
    hint: reader.text("security_name_hint"),
    wrong: view.wrongField === "name" ? view.wrong : undefined,
    input: html`type="text" autocomplete="off" maxlength="40" required`,
  });
}

function addForm({ reader, csrf }: AddView, action: string, fields: Html, attributes?: Html): Html {
  return html`<form class="card" method="post" action="${action}"${attributes}>
${hidden({ csrf })}
${fields}
<p class="soft small">${reader.text("account_others_end")}</p>
</form>`;
}
