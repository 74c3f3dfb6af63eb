import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from "../model/password.ts";
import { fieldOf, hidden, OTHERS_END, OTHERS_ENDED } from "./forms.ts";
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

const BACK = html`<p><a href="/account/security">Back to security</a></p>`;

/** `asked`: what the browser is to be asked; undefined where there are no passkeys. */
export function addPasskeyPage(
  view: AddView,
  { asked, name }: { readonly asked: string | undefined; readonly name: string },
): Html {
  if (asked === undefined)
    return html`<h1>Add a passkey</h1>
<p>Browsers make passkeys only for sites with https and a name.</p>
${BACK}`;
  return html`<h1>Add a passkey</h1>
<p>Your device keeps a key for this site, and asks for your finger, your face or a PIN when you log in.</p>
${addForm(
  view,
  "/account/security/passkey",
  html`${view.wrongField !== "name" && view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${nameField(view, { known: name, hint: "So that you know later which one it is." })}
${passkeyFields(view.reader, "Create a passkey")}`,
  passkeyAttributes("create", asked),
)}
${BACK}`;
}

type Offer = { readonly code: Html; readonly text: string; readonly offer: string };

/** `offer` undefined: an app is set up already. */
export function totpPage(view: AddView, offer: Offer | undefined): Html {
  if (offer === undefined)
    return html`<h1>Authenticator app</h1>
<p>An app is set up already. Remove it before you set up another one.</p>
${BACK}`;
  return html`<h1>Set up an authenticator app</h1>
<p>Scan the code with an app such as Aegis, Google Authenticator or a password manager. Then type the code that it shows. From then on it is asked for at each login without a passkey.</p>
${addForm(
  view,
  "/account/security/app",
  html`${offer.code}
<p class="small">Without a camera, type this secret into the app: <strong class="secret">${offer.text}</strong></p>
${hidden({ offer: offer.offer })}
${fieldOf({
  name: "code",
  label: "Code of your authenticator app",
  wrong: view.wrong,
  input: html`class="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="12" required`,
})}
<button class="wide" name="decision" value="continue">Set up</button>`,
)}
${BACK}`;
}

type Codes = { readonly codes: readonly string[]; readonly host: string; readonly email: string };

/** As text that can be copied and printed; the page is not shown again. */
export function recoveryCodesPage({ codes, host, email }: Codes): Html {
  return html`<h1>Your recovery codes</h1>
<p class="notice" role="status">They are shown now and never again. Print this page, or copy the codes to where you keep passwords.</p>
<section class="card" aria-labelledby="codes">
<h2 id="codes">Recovery codes for <bdi>${email}</bdi> at ${host}</h2>
<pre class="codes">${codes.join("\n")}</pre>
<p class="soft small">Each is good once, in place of a code of your authenticator app. Codes from before are void.</p>
</section>
<p>${OTHERS_ENDED}</p>
<p><a class="button" href="/account/security">I have them</a></p>`;
}

export function newCodesPage(view: AddView): Html {
  return html`<h1>New recovery codes</h1>
${view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${addForm(
  view,
  "/account/security/codes",
  html`<p>You get 10 new codes. All that you have now are void then.</p>
<div class="actions"><button name="decision" value="continue">Make new codes</button><a class="button second" href="/account/security">Keep the old ones</a></div>`,
)}`;
}

export function passwordPage(
  view: AddView,
  { isChange, email }: { readonly isChange: boolean; readonly email: string },
): Html {
  return html`<h1>${isChange ? "Change your password" : "Set a password"}</h1>
${addForm(
  view,
  "/account/security/password",
  html`<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${fieldOf({
  name: "password",
  label: "New password",
  hint: `${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters. Take some words that have nothing to do with each other.`,
  wrong: view.wrong,
  input: html`type="password" autocomplete="new-password" minlength="${PASSWORD_CHARACTERS_MIN}" maxlength="${PASSWORD_CHARACTERS_MAX}" required autofocus`,
})}
<button name="decision" value="continue">${isChange ? "Change password" : "Set password"}</button>`,
)}
${BACK}`;
}

type Question = { readonly code: Html; readonly link: string; readonly isSigned: boolean };

export function addWalletPage(view: AddView, question: Question): Html {
  return html`<h1>Add a Lightning wallet</h1>
${addForm(
  view,
  "/account/security/wallet",
  html`${view.wrongField !== "name" && view.wrong !== undefined && html`<p class="notice bad" role="alert">${view.wrong}</p>`}
${nameField(view, { known: "My wallet", hint: "So that you know later which one it is." })}
${walletFields(view.reader, question)}`,
)}
${BACK}`;
}

function nameField(view: AddView, { known, hint }: { readonly known: string; readonly hint: string }): Html {
  return fieldOf({
    name: "name",
    label: "Name",
    value: view.sent["name"] ?? known,
    hint,
    wrong: view.wrongField === "name" ? view.wrong : undefined,
    input: html`type="text" autocomplete="off" maxlength="40" required`,
  });
}

function addForm({ csrf }: AddView, action: string, fields: Html, attributes?: Html): Html {
  return html`<form class="card" method="post" action="${action}"${attributes}>
${hidden({ csrf })}
${fields}
<p class="soft small">${OTHERS_END}</p>
</form>`;
}
