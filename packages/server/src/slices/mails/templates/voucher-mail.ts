import type { Msats } from "#kernel/money.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { momentText, satText } from "#kernel/readable.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

/** What is to be said of a voucher to the person who may take it. */
export type VoucherMail = {
  readonly amount: Msats;
  /** Of the project that pays. */
  readonly projectName: string;
  /** What the project wrote to the recipient; any text, or none. */
  readonly comment: string;
  /** It is enough to take the money. */
  readonly claimUrl: string;
  readonly expiresAt: Date;
  readonly unsubscribeUrl: string;
};

/** Characters of a comment that are shown; docs/contract.md takes no more. */
export const COMMENT_CHARACTERS_MAX = 150;
const NAME_CHARACTERS_MAX = 60;

/** "You got money": as text and as HTML, from the same facts. The subject has nothing in it that the project wrote. */
export function voucherMail(voucher: VoucherMail): MailContent {
  const said = words(voucher);
  return { subject: said.title, text: asText(said), html: asHtml(said) };
}

type Words = ReturnType<typeof words>;

function words({ amount, projectName, comment, claimUrl, expiresAt, unsubscribeUrl }: VoucherMail) {
  return {
    title: `You have received ${satText(amount)}`,
    from: plainLine(projectName, NAME_CHARACTERS_MAX),
    comment: plainLine(comment, COMMENT_CHARACTERS_MAX),
    claimUrl,
    host: new URL(claimUrl).host,
    until: momentText(expiresAt),
    unsubscribeUrl,
  };
}

const MEANS = "It is bitcoin: 100,000,000 sat are one bitcoin.";
const STEPS = [
  "Open the link on your phone, or on a computer beside it.",
  "Choose your Lightning wallet there, or scan the code with it. Any Lightning wallet will do; app stores have many that are free.",
  "The wallet shows the amount. Confirm, and it is yours.",
];
const UNTAKEN = "Afterwards it goes back to the sender.";
const SECRET = "The link is like cash: anyone who opens it can take the money. Do not pass it on.";
const NEVER =
  "We never ask you for the password of your e-mail, for the recovery words of a wallet, for a payment, or for your bank. A page that does is not ours.";

function asText(said: Words): string {
  const comment = said.comment === "" ? [] : ["They write:", `    ${said.comment}`, ""];
  return [
    said.title,
    "",
    `${said.from} has sent you money. ${MEANS}`,
    "",
    ...comment,
    "Take it here:",
    said.claimUrl,
    "",
    ...STEPS.map((step, i) => `${i + 1}. ${step}`),
    "",
    `Take it before ${said.until}. ${UNTAKEN}`,
    "",
    SECRET,
    `${NEVER} The link of this mail leads to ${said.host}.`,
    "",
    "--",
    "No more mails like this, from any sender:",
    said.unsubscribeUrl,
    "",
  ].join("\n");
}

function asHtml(said: Words): string {
  return htmlPage(
    said.title,
    MAIL_STYLE,
    html`<h1>${said.title}</h1>
<p><strong><bdi>${said.from}</bdi></strong> has sent you money. ${MEANS}</p>
${
  said.comment !== "" &&
  html`<p>They write:</p>
<p class="quote" dir="auto">${said.comment}</p>`
}
<a class="button" href="${said.claimUrl}" target="_blank" rel="noreferrer">Get your money</a>
<ol>
${STEPS.map(
  (step) => html`<li>${step}</li>
`,
)}</ol>
<p>Take it before <strong>${said.until}</strong>. ${UNTAKEN}</p>
<hr>
<p class="small">${SECRET}</p>
<p class="small">${NEVER} The link of this mail leads to <strong>${said.host}</strong>.</p>
<p class="small"><a href="${said.unsubscribeUrl}" target="_blank" rel="noreferrer">No more mails like this, from any sender</a></p>`,
  );
}
