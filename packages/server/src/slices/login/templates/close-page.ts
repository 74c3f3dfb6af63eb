import { type Html, html } from "#platform/html.ts";
import { fieldOf, hidden } from "./forms.ts";

type CloseView = {
  readonly csrf: string;
  readonly gamertag: string;
  readonly wrong: string | undefined;
  readonly sent: string | undefined;
};

/** What closing the account means, and a field against doing it by mistake. */
export function closePage({ csrf, gamertag, wrong, sent }: CloseView): Html {
  return html`<h1>Close your account</h1>
<p>This cannot be undone.</p>
<ul>
<li>Your wallet must be empty, and nothing may be pending. <a href="/account/send">Send your money</a> first.</li>
<li>You are logged out everywhere, and no app can use your account any more.</li>
<li>Your gamertag and its Lightning address are never given to anyone else, also not to you.</li>
<li>Your e-mail address is free: with it you can open another account.</li>
<li>What the books say about your payments stays, without your name.</li>
</ul>
<form class="card" method="post" action="/account/close">
${hidden({ csrf })}
${fieldOf({
  name: "gamertag",
  label: `Type ${gamertag} to confirm`,
  value: sent,
  wrong,
  input: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false" required`,
})}
<div class="actions"><button class="danger" name="decision" value="close">Close account</button>
<a class="button second" href="/account">Keep it</a></div>
</form>`;
}

export const CLOSED = {
  title: "Account closed",
  content: html`<h1>Your account is closed</h1>
<p>You are logged out everywhere. Thank you for having been here.</p>`,
};
