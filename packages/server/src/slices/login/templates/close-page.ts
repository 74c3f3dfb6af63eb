import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { fieldOf, hidden } from "./forms.ts";
import type { Step } from "./login-page.ts";

type CloseView = {
  readonly reader: Reader;
  readonly csrf: string;
  readonly gamertag: string;
  readonly wrong: string | undefined;
  readonly sent: string | undefined;
};

/** What closing the account means, and a field against doing it by mistake. */
export function closePage({ reader, csrf, gamertag, wrong, sent }: CloseView): Html {
  const send = html`<a href="/account/send">${reader.text("account_close_send")}</a>`;
  return html`<h1>${reader.text("account_close_title")}</h1>
<p>${reader.text("account_close_final")}</p>
<ul>
<li>${reader.parts("account_close_empty", { send })}</li>
<li>${reader.text("account_close_everywhere")}</li>
<li>${reader.text("account_close_gamertag")}</li>
<li>${reader.text("account_close_email")}</li>
<li>${reader.text("account_close_books")}</li>
</ul>
<form class="card" method="post" action="/account/close">
${hidden({ csrf })}
${fieldOf({
  name: "gamertag",
  label: reader.text("account_close_confirm", { gamertag }),
  value: sent,
  wrong,
  input: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false" required`,
})}
<div class="actions"><button class="danger" name="decision" value="close">${reader.text("account_close")}</button>
<a class="button second" href="/account">${reader.text("account_close_keep")}</a></div>
</form>`;
}

export function closedPage(reader: Reader): Step {
  const title = reader.text("account_closed");
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${reader.text("account_closed_text")}</p>`,
  };
}
