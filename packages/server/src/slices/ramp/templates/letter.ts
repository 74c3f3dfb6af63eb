import { decimalOf } from "#kernel/fiat.ts";
import { momentText, satText } from "#kernel/readable.ts";
import { MAIL_STYLE, type MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import type { LetterKind } from "../model/letter.ts";
import type { Purchase } from "../model/purchase.ts";
import { endOf, money, type Proof, paidText, purchaseNumber, type Seller } from "../model/receipt.ts";
import { LETTER_TEXTS as T } from "./letter-texts.ts";

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
    html: htmlPage({
      title: subject,
      style: MAIL_STYLE,
      content: html`<h1>${subject}</h1>
<p>${what}</p>
<table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>`,
    }),
  };
}
