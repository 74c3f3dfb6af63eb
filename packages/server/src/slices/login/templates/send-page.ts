import { satText } from "#kernel/readable.ts";
import type { WholeBalance } from "#payments";
import { type Html, html } from "#platform/html.ts";
import { availableOf, type Money } from "../model/money.ts";
import { fieldOf, hidden, type Notice, noticeOf } from "./forms.ts";

type SendView = {
  readonly csrf: string;
  readonly money: Money | undefined;
  readonly notice: Notice | undefined;
  readonly sent: string | undefined;
  readonly wrong: string | undefined;
};

/** Where all that the wallet holds shall go. */
export function sendPage({ csrf, money, notice, sent, wrong }: SendView): Html {
  const available = money && availableOf(money);
  const head = html`<h1>Send your money</h1>
${noticeOf(notice)}`;
  if (available === undefined || available === 0n)
    return html`${head}
<section class="card"><p>There is nothing that can be sent now.</p>
<p><a class="button second" href="/account">Back to your account</a></p></section>`;
  return html`${head}
<form class="card" method="post" action="/account/send">
<p class="sum">${satText(available)}</p>
${
  money !== undefined &&
  available < money.balance &&
  html`<p class="soft small">You have ${satText(money.balance)}. Your account has spending limits; more can be sent later.</p>`
}
${hidden({ csrf })}
${fieldOf({
  name: "recipient",
  label: "To",
  value: sent,
  hint: "A Lightning address, like you@wallet.example, or an invoice of your own wallet without an amount.",
  wrong,
  input: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000" required`,
})}
<div class="actions"><button name="decision" value="quote">Continue</button>
<a class="button second" href="/account">Cancel</a></div>
</form>`;
}

type ConfirmView = {
  readonly csrf: string;
  /** As it was typed. */
  readonly recipient: string;
  readonly quote: WholeBalance;
  /** Of this form: what it sends is sent once. */
  readonly token: string;
};

/** What is sent to whom, before it is. */
export function confirmPage({ csrf, recipient, token, quote: { amount, feeLimit } }: ConfirmView): Html {
  return html`<h1>Send ${satText(amount)}?</h1>
<form class="card" method="post" action="/account/send">
<dl class="facts">
<dt>To</dt><dd>${recipient}</dd>
<dt>They receive</dt><dd>${satText(amount)}</dd>
<dt>Fee</dt><dd>${feeLimit === 0n ? "none" : html`at most ${satText(feeLimit)}; what is not used comes back to you`}</dd>
</dl>
<p class="soft small">A payment over Lightning cannot be taken back.</p>
${hidden({ csrf, recipient, token, amount: String(amount) })}
<div class="actions"><button name="decision" value="send">Send</button>
<a class="button second" href="/account/send">Back</a></div>
</form>`;
}
