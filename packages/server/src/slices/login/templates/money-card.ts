import { msats } from "#kernel/money.ts";
import { momentText, satText } from "#kernel/readable.ts";
import { type Html, html } from "#platform/html.ts";
import { availableOf, type Money, type Movement } from "../model/money.ts";

/** What the wallet holds, what came and went lately, and the way out. */
export function moneyCard(money: Money): Html {
  const { balance, movements } = money;
  return html`<section class="card" aria-labelledby="money">
<h2 id="money">Your money</h2>
<p class="sum">${satText(balance)}</p>
${limitText(money)}
${balance > 0n && html`<p><a class="button" href="/account/send">Send all of it</a></p>`}
${
  movements.length === 0
    ? html`<p class="soft small">Nothing has come yet. What is paid to your Lightning address or to your gamertag, and what you take from a link, arrives here.</p>`
    : html`<h3>Latest movements</h3>
<ul class="rows">${movements.map(movementRow)}</ul>`
}
</section>`;
}

function limitText(money: Money): Html | false {
  const available = availableOf(money);
  return (
    available < money.balance &&
    html`<p class="soft small">${satText(available)} of it can be sent now: your account has spending limits.</p>`
  );
}

function movementRow({ at, text, amount }: Movement): Html {
  return html`<li><div>
<p>${text}</p>
<p class="soft small"><time datetime="${at.toISOString()}">${momentText(at)}</time></p>
</div><strong class="amount">${amount < 0n ? "−" : "+"}${satText(msats(amount < 0n ? -amount : amount))}</strong></li>
`;
}
