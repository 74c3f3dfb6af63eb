import type { Msats } from "#kernel/money.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { type Reader, readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** What is to be said of a voucher to the person who may take it. */
export type VoucherMail = {
  readonly amount: Msats;
  /** Of the project that pays, or the gamertag of the person. */
  readonly projectName: string;
  /** What the project wrote to the recipient; any text, or none. */
  readonly comment: string;
  /** It is enough to take the money. */
  readonly claimUrl: string;
  readonly expiresAt: Date;
  readonly unsubscribeUrl: string;
  readonly language: Language;
};

/** Characters of a comment that are shown; docs/contract.md takes no more. */
export const COMMENT_CHARACTERS_MAX = 150;
const NAME_CHARACTERS_MAX = 60;

/** "You got money": as text and as HTML, from the same facts. The subject has nothing in it that the project wrote. */
export function voucherMail(voucher: VoucherMail): MailContent {
  const said = words(voucher, readerOf(voucher.language));
  return { subject: said.title, text: asText(said), html: asHtml(said) };
}

type Words = ReturnType<typeof words>;

function words({ amount, projectName, comment, claimUrl, expiresAt, unsubscribeUrl }: VoucherMail, reader: Reader) {
  return {
    reader,
    title: reader.text("voucher_subject", { amount: reader.sat(amount) }),
    from: plainLine(projectName, NAME_CHARACTERS_MAX),
    bitcoin: reader.text("voucher_bitcoin", { sats: 100_000_000 }),
    comment: plainLine(comment, COMMENT_CHARACTERS_MAX),
    claimUrl,
    host: new URL(claimUrl).host,
    steps: STEPS.map((step) => reader.text(step)),
    until: reader.moment(expiresAt),
    unsubscribeUrl,
  };
}

const STEPS = ["voucher_step_open", "voucher_step_wallet", "voucher_step_confirm"] as const;

function asText(said: Words): string {
  const { reader, from, host, until } = said;
  const comment = said.comment === "" ? [] : [reader.text("voucher_comment"), `    ${said.comment}`, ""];
  return [
    said.title,
    "",
    `${reader.text("voucher_from", { sender: from })} ${said.bitcoin}`,
    "",
    ...comment,
    reader.text("voucher_here"),
    said.claimUrl,
    "",
    ...said.steps.map((step, i) => `${i + 1}. ${step}`),
    "",
    reader.text("voucher_account"),
    "",
    reader.text("voucher_until", { time: until }),
    "",
    reader.text("voucher_secret"),
    `${reader.text("voucher_never")} ${reader.text("voucher_host", { host })}`,
    "",
    "--",
    `${reader.text("voucher_stop")}:`,
    said.unsubscribeUrl,
    "",
  ].join("\n");
}

function asHtml(said: Words): string {
  const { reader, from, host, until } = said;
  return htmlPage({
    language: reader.language,
    title: said.title,
    style: MAIL_STYLE,
    content: html`<h1>${said.title}</h1>
<p>${reader.parts("voucher_from", { sender: html`<strong><bdi>${from}</bdi></strong>` })} ${said.bitcoin}</p>
${
  said.comment !== "" &&
  html`<p>${reader.text("voucher_comment")}</p>
<p class="quote" dir="auto">${said.comment}</p>`
}
<a class="button" href="${said.claimUrl}" target="_blank" rel="noreferrer">${reader.text("voucher_button")}</a>
<ol>
${said.steps.map(
  (step) => html`<li>${step}</li>
`,
)}</ol>
<p>${reader.text("voucher_account")}</p>
<p>${reader.parts("voucher_until", { time: html`<strong>${until}</strong>` })}</p>
<hr>
<p class="small">${reader.text("voucher_secret")}</p>
<p class="small">${reader.text("voucher_never")} ${reader.parts("voucher_host", { host: html`<strong>${host}</strong>` })}</p>
<p class="small"><a href="${said.unsubscribeUrl}" target="_blank" rel="noreferrer">${reader.text("voucher_stop")}</a></p>`,
  });
}
