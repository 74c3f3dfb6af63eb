import { type Html, html } from "#platform/html.ts";
import type { User } from "#users";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";

export type ProfileView = {
  readonly csrf: string;
  readonly user: User;
  /** The host of Lightning addresses. */
  readonly host: string;
  readonly notice: Notice | undefined;
  /** What was sent and not taken, instead of what is known. */
  readonly sent: Readonly<Record<string, string>>;
  /** What is wrong with it: the name of the field, and a sentence. */
  readonly wrong: { readonly field: string; readonly text: string } | undefined;
};

/** Who the user is, for the user and for others. */
export function profilePage(view: ProfileView): Html {
  const { user, host, csrf } = view;
  const wrongOf = (field: string) => (view.wrong?.field === field ? view.wrong.text : undefined);
  const shownOf = (field: string, known: string) => view.sent[field] ?? known;
  return html`<h1>Profile</h1>
${noticeOf(view.notice)}
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
  label: "Gamertag",
  value: shownOf("gamertag", user.gamertag),
  hint: "It can be changed once a day. Payments to the old one still arrive.",
  wrong: wrongOf("gamertag"),
  input: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false" minlength="3" maxlength="20" required`,
})}
<button name="decision" value="gamertag">Change gamertag</button>
</form>
<section class="card" aria-labelledby="email">
<h2 id="email">E-mail address</h2>
<p><bdi>${user.email}</bdi> ${user.emailVerifiedAt !== undefined && html`<span class="mark">proved</span>`}</p>
<p><a class="button second" href="/account/email">Change address</a></p>
</section>`;
}
