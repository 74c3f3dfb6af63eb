import type { WholeBalance } from "#payments";
import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { availableOf, type Money } from "../model/money.ts";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";
import { type Pause, pauseNotice } from "./pause-notice.ts";

type SendView = {
  readonly reader: Reader;
  readonly csrf: string;
  readonly money: Money | undefined;
  readonly notice: Notice | undefined;
  /** Undefined: the service sends. */
  readonly pause: Pause | undefined;
  readonly sent: string | undefined;
  readonly wrong: string | undefined;
};

/** Where all that the wallet holds shall go. */
export function sendPage({ reader, csrf, money, notice, pause, sent, wrong }: SendView): Html {
  const available = money && availableOf(money);
  const head = html`<h1>${reader.text("money_send_title")}</h1>
${noticeOf(notice)}
${pause && pauseNotice(pause)}`;
  if (available === undefined || available === 0n)
    return html`${head}
<section class="card"><p>${reader.text("money_send_none")}</p>
<p><a class="button second" href="/account">${reader.text("account_back")}</a></p></section>`;
  return html`${head}
<form class="card" method="post" action="/account/send">
<p class="sum">${reader.sat(available)}</p>
${
  money !== undefined &&
  available < money.balance &&
  html`<p class="soft small">${reader.text("money_send_limited", { amount: money.balance })}</p>`
}
${hidden({ csrf })}
${fieldOf({
  name: "recipient",
  label: reader.text("money_to"),
  value: sent,
  hint: reader.text("money_to_hint"),
  wrong,
  input: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000" required`,
})}
<div class="actions"><button name="decision" value="quote"${pause && html` disabled`}>${reader.text("login_continue")}</button>
<a class="button second" href="/account">${reader.text("money_cancel")}</a></div>
</form>`;
}

type ConfirmView = {
  readonly reader: Reader;
  readonly csrf: string;
  /** As it was typed. */
  readonly recipient: string;
  readonly quote: Pick<WholeBalance, "amount" | "feeLimit">;
  /** Of this form: what it sends is sent once. */
  readonly token: string;
  /** Why it was not sent when it was pressed. */
  readonly notice: Notice | undefined;
  /** Sending was paused then: the same form can be sent again. */
  readonly pause: Pause | undefined;
};

/** What is sent to whom, before it is. */
export function confirmPage(view: ConfirmView): Html {
  const { reader, csrf, recipient, token, notice, pause } = view;
  const { amount, feeLimit } = view.quote;
  return html`<h1>${reader.text("money_send_question", { amount })}</h1>
${noticeOf(notice)}
${pause && pauseNotice(pause)}
<form class="card" method="post" action="/account/send">
<dl class="facts">
<dt>${reader.text("money_to")}</dt><dd>${recipient}</dd>
<dt>${reader.text("money_receive")}</dt><dd>${reader.sat(amount)}</dd>
<dt>${reader.text("money_fee")}</dt><dd>${feeLimit === 0n ? reader.text("money_fee_none") : reader.text("money_fee_most", { amount: feeLimit })}</dd>
</dl>
<p class="soft small">${reader.text("money_final")}</p>
${hidden({ csrf, recipient, token, amount: String(amount), most: String(feeLimit) })}
<div class="actions"><button name="decision" value="send">${reader.text("money_send")}</button>
<a class="button second" href="/account/send">${reader.text("money_back")}</a></div>
</form>`;
}
