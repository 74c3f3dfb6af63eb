import { plainLine } from "#kernel/plain-line.ts";
import { MAIL_STYLE, type MailContent } from "#mails";
import { type Html, html, htmlPage } from "#platform/html.ts";
import type { Incoming, Received } from "#statements";
import type { Language } from "#texts/language.ts";
import { type Reader, readerOf } from "#texts/reader.ts";

export type ReceivedMail = {
  /** At least one. */
  readonly received: Received;
  /** Names of the projects that asked for invoices, by id. */
  readonly projects: ReadonlyMap<string, string>;
  readonly language: Language;
  /** Page that shows the user the money. */
  readonly walletUrl: string;
  /** Of the service. */
  readonly name: string;
  /** Ends these mails. */
  readonly stopUrl: string;
};

/** Payments that a mail lists; of the others it says how many they are. */
export const LINES_MAX = 20;

const NAME_CHARACTERS_MAX = 60;
const DESCRIPTION_CHARACTERS_MAX = 150;

/**
 * "You received": one payment, or a number of them. It has no words of payers, who may be anybody with one sat: only of
 * projects, and of the user.
 */
export function receivedMail(mail: ReceivedMail): MailContent {
  const said = words(mail, readerOf(mail.language));
  return { subject: said.title, text: asText(said), html: asHtml(said) };
}

type Words = ReturnType<typeof words>;

function words({ received, projects, walletUrl, name, stopUrl }: ReceivedMail, reader: Reader) {
  const { count, sum, latest } = received;
  const amount = reader.sat(sum);
  const left = count - latest.length;
  return {
    reader,
    title: count === 1 ? reader.text("received_one", { amount }) : reader.text("received_many", { amount, count }),
    what: reader.text("received_what", { name }),
    lines: latest.map((one) => ({
      at: reader.moment(one.at),
      amount: reader.sat(one.amount),
      from: fromOf(one.origin, projects, reader),
    })),
    left: left === 0 ? undefined : reader.text("received_left", { count: left }),
    walletUrl,
    why: reader.text("received_why"),
    stop: reader.text("received_stop"),
    stopUrl,
  };
}

/** Undefined: nothing is known. */
function fromOf(origin: Incoming["origin"], projects: ReadonlyMap<string, string>, reader: Reader): string | undefined {
  if (origin === undefined) return reader.text("received_from_here");
  const description = plainLine(origin.description, DESCRIPTION_CHARACTERS_MAX);
  const described = (text: string) => (description === "" ? text : `${text}: ${description}`);
  switch (origin.request) {
    case "pay_link":
      return reader.text("received_from_link");
    case "request":
      return described(reader.text("received_from_invoice"));
    case "project": {
      const project = plainLine(projects.get(origin.askedBy ?? "") ?? "", NAME_CHARACTERS_MAX);
      return described(reader.text("received_from_project", { project }));
    }
    case undefined:
      return undefined;
  }
}

function asText(said: Words): string {
  const { title, what, lines, left, walletUrl, why, stop, stopUrl } = said;
  return [
    title,
    "",
    what,
    "",
    ...lines.map(({ at, amount, from }) => `- ${at}: ${amount}${from === undefined ? "" : `. ${from}`}`),
    ...(left === undefined ? [] : [left]),
    "",
    walletUrl,
    "",
    why,
    `${stop}:`,
    stopUrl,
    "",
  ].join("\n");
}

function asHtml(said: Words): string {
  const { reader, title, what, lines, left, walletUrl, why, stop, stopUrl } = said;
  return htmlPage({
    language: reader.language,
    title,
    style: MAIL_STYLE,
    content: html`<h1>${title}</h1>
<p>${what}</p>
<table>
${lines.map(rowOf)}</table>
${left !== undefined && html`<p>${left}</p>`}
<p><a href="${walletUrl}" target="_blank" rel="noreferrer">${walletUrl}</a></p>
<hr>
<p class="small">${why}</p>
<p class="small"><a href="${stopUrl}" target="_blank" rel="noreferrer">${stop}</a></p>`,
  });
}

function rowOf({ at, amount, from }: Words["lines"][number]): Html {
  return html`<tr><th scope="row">${at}</th><td><strong>${amount}</strong>${
    from !== undefined && html`<br><span dir="auto">${from}</span>`
  }</td></tr>
`;
}
