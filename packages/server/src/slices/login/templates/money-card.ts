import { msats } from "#kernel/money.ts";
import { type Html, html, timeOf } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { availableOf, type Money, type Movement } from "../model/money.ts";

/** What the wallet holds, what came and went lately, and the way out. */
export function moneyCard(reader: Reader, money: Money): Html {
  const { balance, movements } = money;
  return html`<section class="card" aria-labelledby="money">
<h2 id="money">${reader.text("money_title")}</h2>
<p class="sum">${reader.sat(balance)}</p>
${limitText(reader, money)}
${balance > 0n && html`<p><a class="button" href="/account/send">${reader.text("money_send_all")}</a></p>`}
${
  movements.length === 0
    ? html`<p class="soft small">${reader.text("money_none")}</p>`
    : html`<h3>${reader.text("money_latest")}</h3>
<ul class="rows">${movements.map((movement) => movementRow(reader, movement))}</ul>`
}
</section>`;
}

function limitText(reader: Reader, money: Money): Html | false {
  const amount = availableOf(money);
  return amount < money.balance && html`<p class="soft small">${reader.text("money_limited", { amount })}</p>`;
}

function movementRow(reader: Reader, { at, said, amount, receipt }: Movement): Html {
  return html`<li><div>
<p>${reader.write(said)}</p>
<p class="soft small">${timeOf(at, reader)}${receipt !== undefined && html` · <a href="${receipt}">${reader.text("money_receipt")}</a>`}</p>
</div><strong class="amount">${amount < 0n ? "−" : "+"}${reader.sat(msats(amount < 0n ? -amount : amount))}</strong></li>
`;
}
