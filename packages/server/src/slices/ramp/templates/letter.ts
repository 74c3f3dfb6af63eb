import { cardText } from "#kernel/card-brand.ts";
import { decimalOf, type Minor } from "#kernel/fiat.ts";
import { MAIL_STYLE, type MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { type Reader, readerOf } from "#texts/reader.ts";
import type { LetterKind } from "../model/letter.ts";
import type { Purchase } from "../model/purchase.ts";
import { endOf, type Proof, purchaseNumber, type Seller } from "../model/receipt.ts";

export type PurchaseLetter = {
  readonly kind: Extract<LetterKind, "completed" | "refunded" | "sent">;
  readonly purchase: Purchase;
  readonly proof: Proof | undefined;
  /** Page that shows the buyer the bitcoin; undefined: it went elsewhere. */
  readonly walletUrl: string | undefined;
  /** It was bought into the own wallet, which is named so. */
  readonly isIntoOwnWallet: boolean;
  readonly seller: Seller;
  readonly language: Language;
};

/** The receipt of a purchase: as text and as HTML, from the same facts. */
export function purchaseLetter({
  kind,
  purchase,
  proof,
  walletUrl,
  seller,
  language,
  isIntoOwnWallet,
}: PurchaseLetter): MailContent {
  const { quote, card } = purchase;
  const reader = readerOf(language);
  const { text, sat } = reader;
  const money = (amount: Minor) => reader.fiat(decimalOf(amount), quote.currency);
  const values = {
    number: purchaseNumber(purchase.id),
    sats: sat(quote.amount),
    paid: money(quote.source),
    seller: seller.name,
  };
  const destination = isIntoOwnWallet ? text("ramp_own_wallet") : purchase.destination;
  // Who has got the money back has bought nothing, and paid no fee.
  const bought: readonly Row[] = [
    [text("ramp_receipt_amount"), values.sats],
    [text("ramp_quote_price"), text("ramp_quote_price_of", { price: money(quote.price) })],
    [text("ramp_quote_fee"), money(quote.fee)],
    [text("ramp_quote_network_fee"), quote.networkFee && sat(quote.networkFee)],
  ];
  return letter(reader, { kind, values, walletUrl }, [
    [text("ramp_receipt_number"), values.number],
    [text("ramp_receipt_date"), reader.moment(endOf(purchase) ?? purchase.changedAt)],
    ...(kind === "refunded" ? [] : bought),
    [text("ramp_done_paid"), values.paid],
    [text("ramp_receipt_given_back"), kind === "refunded" ? values.paid : undefined],
    [text("ramp_done_card"), card && cardText(card)],
    [text("ramp_done_to"), kind === "refunded" ? undefined : destination],
    [
      text(proof?.kind === "txid" ? "ramp_done_txid" : "ramp_receipt_proof"),
      kind === "refunded" ? undefined : proof?.text,
    ],
    ...sellerRows(seller, reader),
  ]);
}

type IdentityLetter = {
  readonly kind: Extract<LetterKind, "approved" | "rejected">;
  readonly seller: Seller;
  readonly language: Language;
};

/** What became of a person's identity. */
export function identityLetter({ kind, seller, language }: IdentityLetter): MailContent {
  const reader = readerOf(language);
  return letter(reader, { kind, values: { seller: seller.name } }, sellerRows(seller, reader));
}

type Row = readonly [name: string, value: string | undefined];

function sellerRows({ name, address, support }: Seller, { text }: Reader): readonly Row[] {
  return [
    [text("ramp_receipt_seller"), address === undefined ? name : `${name}\n${address}`],
    [text("ramp_receipt_support"), support],
  ];
}

type Said = {
  readonly kind: LetterKind;
  /** A kind that has no purchase says nothing of one. */
  readonly values: {
    readonly seller: string;
    readonly number?: string;
    readonly sats?: string;
    readonly paid?: string;
  };
  readonly walletUrl?: string | undefined;
};

function rowText([name, value]: readonly [string, string], { text }: Reader): string {
  return text("mail_fact", { name, value: value.replaceAll("\n", ", ") });
}

function letter(reader: Reader, { kind, values, walletUrl }: Said, all: readonly Row[]): MailContent {
  const said = { number: "", sats: "", paid: "", ...values };
  const subject = reader.text(`receipt_${kind}_subject`, said);
  const what = reader.text(`receipt_${kind}_what`, said);
  const rows = all.filter((row): row is readonly [string, string] => row[1] !== undefined);
  const own = reader.text("receipt_completed_own");
  const link = walletUrl === undefined ? [] : [own, walletUrl, ""];
  return {
    subject,
    text: [subject, "", what, "", ...link, ...rows.map((row) => rowText(row, reader)), ""].join("\n"),
    html: htmlPage({
      language: reader.language,
      title: subject,
      style: MAIL_STYLE,
      content: html`<h1>${subject}</h1>
<p>${what}</p>${
        walletUrl !== undefined &&
        html`
<p>${own}<br><a href="${walletUrl}" target="_blank" rel="noreferrer">${walletUrl}</a></p>`
      }
<table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>`,
    }),
  };
}
