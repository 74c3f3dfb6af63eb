import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import type { User } from "#users";
import type { Money } from "../model/money.ts";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";
import { moneyCard } from "./money-card.ts";
import { type Pause, pauseNotice } from "./pause-notice.ts";

export type ProfileView = {
  readonly reader: Reader;
  readonly csrf: string;
  readonly user: User;
  readonly money: Money | undefined;
  /** Undefined: the service sends. */
  readonly pause: Pause | undefined;
  /** Whether the user wants a mail when money arrives; undefined: this service sends none. */
  readonly receiptMails: { readonly areWished: boolean } | undefined;
  /** Where to log in before the gamertag is changed; undefined: the login is fresh. */
  readonly freshLogin: string | undefined;
  /** There is a dashboard for the user. */
  readonly usesDashboard: boolean;
  /** Characters of what the user says about the own person. */
  readonly bioMax: number;
  /** The Lightning address, to copy, and its LNURL as a QR code. */
  readonly address: { readonly copy: Html; readonly code: Html };
  readonly notice: Notice | undefined;
  /** What was sent and not taken, instead of what is known. */
  readonly sent: Readonly<Record<string, string>>;
  /** What is wrong with it: the name of the field, and a sentence. */
  readonly wrong: { readonly field: string; readonly text: string } | undefined;
};

type TextField = {
  readonly name: string;
  readonly label: string;
  readonly known: string;
  readonly hint: string | undefined;
  readonly type?: "text" | "url";
};

/** Who the user is, for the user and for others. */
export function profilePage(view: ProfileView): Html {
  const { reader, user, csrf } = view;
  const wrongOf = (field: string) => (view.wrong?.field === field ? view.wrong.text : undefined);
  const shownOf = (field: string, known: string) => view.sent[field] ?? known;
  const textField = ({ name, label, known, hint, type = "text" }: TextField) =>
    fieldOf({
      name,
      label,
      hint,
      value: shownOf(name, known),
      wrong: wrongOf(name),
      input: html`type="${type}" autocomplete="off"`,
    });
  return html`<h1>${reader.text("account_profile")}</h1>
${noticeOf(view.notice)}
${view.usesDashboard && html`<p><a href="/dashboard">${reader.text("wallet_settings_projects")}</a></p>`}
${view.pause && pauseNotice(view.pause)}
${view.money && moneyCard(reader, view.money)}
<section class="card" aria-labelledby="address">
<h2 id="address">${reader.text("account_address")}</h2>
${view.address.copy}
<p class="soft small">${reader.text("account_address_hint")}</p>
<details><summary>${reader.text("common_qr")}</summary>${view.address.code}</details>
</section>
<form class="card" method="post" action="/account">
<h2>${reader.text("login_gamertag")}</h2>
${hidden({ csrf })}
${view.freshLogin && html`<p class="notice">${reader.text("account_gamertag_login")} <a href="${view.freshLogin}">${reader.text("login_button")}</a></p>`}
${fieldOf({
  name: "gamertag",
  label: reader.text("account_gamertag_new"),
  value: shownOf("gamertag", user.gamertag),
  hint: reader.text("account_gamertag_hint"),
  wrong: wrongOf("gamertag"),
  input: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false" minlength="3" maxlength="20" required`,
})}
<button name="decision" value="gamertag">${reader.text("account_gamertag_change")}</button>
</form>
<form class="card" method="post" action="/account">
<h2>${reader.text("account_others_see")}</h2>
${hidden({ csrf })}
${textField({ name: "publicBio", label: reader.text("account_bio"), known: user.publicBio, hint: reader.text("account_bio_hint", { max: view.bioMax }) })}
${textField({ name: "image", label: reader.text("account_picture"), known: user.image, hint: reader.text("account_picture_hint"), type: "url" })}
${textField({ name: "twitter", label: reader.text("account_x"), known: user.twitter, hint: undefined })}
${textField({ name: "website", label: reader.text("account_website"), known: user.website, hint: undefined, type: "url" })}
<button name="decision" value="profile">${reader.text("account_save")}</button>
</form>
<section class="card" aria-labelledby="email">
<h2 id="email">${reader.text("login_email")}</h2>
<p><bdi>${user.email}</bdi> ${user.emailVerifiedAt !== undefined && html`<span class="mark">${reader.text("account_confirmed")}</span>`}</p>
<p><a class="button second" href="/account/email">${reader.text("account_email_change")}</a></p>
</section>
${view.receiptMails && receiptMailsCard(view, view.receiptMails)}
<section class="card" aria-labelledby="data">
<h2 id="data">${reader.text("account_data")}</h2>
<form method="post" action="/account/export">${hidden({ csrf })}<div class="actions"><button class="second">${reader.text("account_data_download")}</button>
<a class="button danger" href="/account/close">${reader.text("account_close")}</a></div></form>
</section>`;
}

/** A switch: what holds, and the button that changes it. */
function receiptMailsCard({ reader, csrf }: ProfileView, { areWished }: { readonly areWished: boolean }): Html {
  const decision = areWished ? "receipts_off" : "receipts_on";
  return html`<form class="card" method="post" action="/account" aria-labelledby="receipts">
<h2 id="receipts">${reader.text("received_card")}</h2>
${hidden({ csrf })}
<p>${reader.text(areWished ? "received_card_on" : "received_card_off")}</p>
<button class="second" name="decision" value="${decision}">${reader.text(areWished ? "received_turn_off" : "received_turn_on")}</button>
</form>`;
}
