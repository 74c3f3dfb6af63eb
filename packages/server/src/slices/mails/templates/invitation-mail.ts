import { plainLine } from "#kernel/plain-line.ts";
import { html, htmlPage } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { MAIL_STYLE } from "./mail-style.ts";

export type InvitationMail = {
  /** Any text, as the project has it. */
  readonly projectName: string;
  /** Gamertag of who invites; undefined: the operator. */
  readonly inviter: string | undefined;
  readonly role: "owner" | "developer" | "viewer";
  /** Where the invitation is accepted, after a login with the address that the mail goes to. */
  readonly url: string;
  readonly expiresAt: Date;
  readonly unsubscribeUrl: string;
  readonly language: Language;
};

const NAME_CHARACTERS_MAX = 60;

/** "You are invited to a project". It holds no secret, and its subject nothing that a project wrote. */
export function invitationMail({ projectName, inviter, role, url, expiresAt, ...rest }: InvitationMail): MailContent {
  const reader = readerOf(rest.language);
  const { host } = new URL(url);
  const title = reader.text("invitation_title", { host });
  const from = inviter === undefined ? reader.text("invitation_operator", { host }) : inviter;
  const facts = [
    { name: reader.text("invitation_project"), value: plainLine(projectName, NAME_CHARACTERS_MAX) },
    { name: reader.text("invitation_role"), value: reader.text(`invitation_${role}`) },
    { name: reader.text("invitation_from"), value: from },
  ];
  const how = reader.text("invitation_how");
  const until = reader.text("invitation_until", { time: reader.moment(expiresAt) });
  const stop = reader.text("voucher_stop");
  const lines = [
    ...[title, "", ...facts.map((fact) => reader.text("mail_fact", fact)), "", how, url, "", until],
    ...["", "--", `${stop}:`, rest.unsubscribeUrl, ""],
  ];
  return {
    subject: title,
    text: lines.join("\n"),
    html: htmlPage({
      language: rest.language,
      title,
      style: MAIL_STYLE,
      content: html`<h1>${title}</h1>
<p>${facts.map(
        ({ name, value }, i) =>
          html`${i > 0 && html`<br>`}${reader.parts("mail_fact", { name: html`${name}`, value: html`<strong><bdi>${value}</bdi></strong>` })}`,
      )}</p>
<p>${how}</p>
<p><a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>
<p>${until}</p>
<hr>
<p class="small"><a href="${rest.unsubscribeUrl}" target="_blank" rel="noreferrer">${stop}</a></p>`,
    }),
  };
}
