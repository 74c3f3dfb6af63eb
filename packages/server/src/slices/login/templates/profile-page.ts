import { type Html, html } from "#platform/html.ts";
import type { User } from "#users";
import type { Money } from "../model/money.ts";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";
import { moneyCard } from "./money-card.ts";

export type ProfileView = {
  readonly csrf: string;
  readonly user: User;
  readonly money: Money | undefined;
  /** The host of Lightning addresses. */
  readonly host: string;
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
  const { user, host, csrf } = view;
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
  return html`<h1>Profile</h1>
${noticeOf(view.notice)}
${view.money && moneyCard(view.money)}
<section class="card" aria-labelledby="address">
<h2 id="address">Lightning address</h2>
<p><strong>${user.gamertag.toLowerCase()}@${host}</strong></p>
<p class="soft small">Any Lightning wallet can pay you at this address.</p>
</section>
<form class="card" method="post" action="/account">
<h2>Gamertag</h2>
${hidden({ csrf })}
${fieldOf({
  name: "gamertag",
  label: "New gamertag",
  value: shownOf("gamertag", user.gamertag),
  hint: "It can be changed once a day. Payments to the old one still arrive.",
  wrong: wrongOf("gamertag"),
  input: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false" minlength="3" maxlength="20" required`,
})}
<button name="decision" value="gamertag">Change gamertag</button>
</form>
<form class="card" method="post" action="/account">
<h2>What others see</h2>
${hidden({ csrf })}
${textField({ name: "publicBio", label: "About you", known: user.publicBio, hint: "At most 300 characters." })}
${textField({ name: "image", label: "Picture", known: user.image, hint: "The address of a picture; it begins with https://. Without one you have a drawn one.", type: "url" })}
${textField({ name: "twitter", label: "X username", known: user.twitter, hint: undefined })}
${textField({ name: "website", label: "Website", known: user.website, hint: undefined, type: "url" })}
<button name="decision" value="profile">Save</button>
</form>
<section class="card" aria-labelledby="email">
<h2 id="email">E-mail address</h2>
<p><bdi>${user.email}</bdi> ${user.emailVerifiedAt !== undefined && html`<span class="mark">confirmed</span>`}</p>
<p><a class="button second" href="/account/email">Change address</a></p>
</section>
<section class="card" aria-labelledby="data">
<h2 id="data">Your data</h2>
<form method="post" action="/account/export">${hidden({ csrf })}<div class="actions"><button class="second">Download what we know of you</button>
<a class="button danger" href="/account/close">Close account</a></div></form>
</section>`;
}
