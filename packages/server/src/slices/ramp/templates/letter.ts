import { decimalOf } from "#kernel/fiat.ts";
import { momentText, satText } from "#kernel/readable.ts";
import type { MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import type { LetterKind } from "../model/letter.ts";
import type { Purchase } from "../model/purchase.ts";
import { endOf, money, type Proof, paidText, purchaseNumber, type Seller } from "../model/receipt.ts";
import { LETTER_TEXTS as T } from "./letter-texts.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: #f4f4f1; color: #1d1d1b; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px 20px 32px; background: #ffffff; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 12px; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th { padding: 6px 12px 6px 0; text-align: left; font-weight: 400; color: #5f5f5a; vertical-align: top; width: 38%; }
td { padding: 6px 0; vertical-align: top; white-space: pre-line; }
tr + tr { border-top: 1px solid #dcdcd7; }
@media (prefers-color-scheme: dark) {
  body { background: #161615; color: #ededea; }
  main { background: #222221; }
  th { color: #b4b4ad; }
  tr + tr { border-color: #3a3a38; }
}
`;

export type PurchaseLetter = {
  readonly kind: Extract<LetterKind, "completed" | "refunded" | "sent">;
  readonly purchase: Purchase;
  readonly proof: Proof | undefined;
  readonly seller: Seller;
};

/** The receipt of a purchase: as text and as HTML, from the same facts. */
export function purchaseLetter({ kind, purchase, proof, seller }: PurchaseLetter): MailContent {
  const { quote, card } = purchase;
  const values = {
    number: purchaseNumber(purchase.id),
    sats: satText(quote.amount),
    paid: paidText(purchase),
    seller: seller.name,
  };
  return letter(kind, values, [
    [T.rows.number, values.number],
    [T.rows.date, momentText(endOf(purchase) ?? purchase.changedAt)],
    [T.rows.amount, values.sats],
    [T.rows.price, `${decimalOf(quote.price)} ${quote.currency}`],
    [T.rows.fee, money(quote.fee, quote.currency)],
    [T.rows.networkFee, quote.networkFee && satText(quote.networkFee)],
    [T.rows.paid, values.paid],
    [T.rows.card, card && `${card.brand} ···· ${card.last4}`],
    [T.rows.destination, kind === "refunded" ? undefined : purchase.destination],
    [T.rows[proof?.kind ?? "preimage"], kind === "refunded" ? undefined : proof?.text],
    ...sellerRows(seller),
  ]);
}

/** What became of a person's identity. */
export function identityLetter({ kind, seller }: { kind: "approved" | "rejected"; seller: Seller }): MailContent {
  return letter(kind, { seller: seller.name }, sellerRows(seller));
}

type Row = readonly [name: string, value: string | undefined];

function sellerRows({ name, address, support }: Seller): readonly Row[] {
  return [
    [T.rows.seller, address === undefined ? name : `${name}\n${address}`],
    [T.rows.support, support],
  ];
}

function letter(kind: LetterKind, values: Readonly<Record<string, string>>, all: readonly Row[]): MailContent {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const [subject, what] = [fill(T[kind].subject), fill(T[kind].what)];
  const rows = all.filter((row): row is readonly [string, string] => row[1] !== undefined);
  return {
    subject,
    text: [subject, "", what, "", ...rows.map(([name, value]) => `${name}: ${value.replaceAll("\n", ", ")}`), ""].join(
      "\n",
    ),
    html: htmlPage(
      subject,
      STYLE,
      html`<h1>${subject}</h1>
<p>${what}</p>
<table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>`,
    ),
  };
}
