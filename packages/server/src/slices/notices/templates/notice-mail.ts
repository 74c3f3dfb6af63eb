import type { Msats } from "#kernel/money.ts";
import { plainLine, visibleLine } from "#kernel/plain-line.ts";
import type { PauseKind } from "#ledger";
import { MAIL_STYLE, type MailContent } from "#mails";
import { html, htmlPage } from "#platform/html.ts";
import { readerOf, type TextKey, type Reader as Texts } from "#texts/reader.ts";
import type { Notice } from "../model/decide.ts";
import type { Reader } from "../model/reader.ts";
import type { Thing, Told } from "../model/thing.ts";

export type NoticeMail = {
  readonly notice: Notice;
  readonly reader: Reader;
  /** Of our pages. */
  readonly host: string;
  /** Address of the dashboard, without a slash at its end; undefined: there is none. */
  readonly dashboard: string | undefined;
};

const NAME_CHARACTERS_MAX = 60;
const REASON_CHARACTERS_MAX = 300;

/** As text and as HTML, from the same facts. One thing gives the subject, several a number. */
export function noticeMail({ notice, reader, host, dashboard }: NoticeMail): MailContent {
  const texts = readerOf(reader.language);
  const sections = [
    ...notice.begun.map((thing) => ({ ...sectionOf(thing, texts, host), link: linkOf(thing, texts, dashboard) })),
    ...notice.over.map((told) => overSection(told, texts, host)),
  ];
  const [first, ...rest] = sections;
  const isOne = first !== undefined && rest.length === 0;
  const subject = isOne ? first.title : texts.text("notice_many_subject", { count: sections.length, host });
  const why = whyOf(reader, texts, host);
  return { subject, text: asText(subject, sections, why), html: asHtml(subject, sections, why, reader) };
}

/** Title, paragraphs, and where to go. */
type Section = { readonly title: string; readonly said: readonly string[]; readonly link?: Link | undefined };
type Link = { readonly label: string; readonly url: string };

function asText(subject: string, sections: readonly Section[], why: string): string {
  const body = sections.flatMap(({ title, said, link }) => [
    ...(title === subject ? [] : [title, ""]),
    ...said,
    ...(link === undefined ? [] : [`${link.label} ${link.url}`]),
    "",
  ]);
  return [subject, "", ...body, why, ""].join("\n");
}

function asHtml(subject: string, sections: readonly Section[], why: string, { language }: Reader): string {
  const shown = sections.map(
    ({ title, said, link }) => html`${title !== subject && html`<h2>${title}</h2>`}
${said.map((text) => html`<p>${text}</p>`)}
${link && html`<p>${link.label} <a href="${link.url}">${link.url}</a></p>`}`,
  );
  return htmlPage({
    language,
    title: subject,
    style: MAIL_STYLE,
    content: html`<h1>${subject}</h1>
${shown}
<hr>
<p class="small">${why}</p>`,
  });
}

/** The page of the dashboard for what is of a project. */
function linkOf(thing: Thing, texts: Texts, dashboard: string | undefined): Link | undefined {
  const page = pageOf(thing);
  if (dashboard === undefined || page === undefined) return undefined;
  return { label: texts.text("notice_on_dashboard"), url: `${dashboard}${page}` };
}

/** Source of the paths: `packages/web/src/dashboard/pages.ts`. */
function pageOf(thing: Thing): string | undefined {
  switch (thing.kind) {
    case "webhook_failing":
    case "webhook_off":
      return `/projects/${thing.projectId}/webhooks/endpoints/${thing.subject}`;
    case "key_ends_in_week":
    case "key_ends_in_day":
      return `/projects/${thing.projectId}/keys/${thing.subject}`;
    case "wallet_low":
      return `/projects/${thing.projectId}`;
    default:
      return undefined;
  }
}

function whyOf({ isOperator, projects }: Reader, texts: Texts, host: string): string {
  if (isOperator) return texts.text("notice_why_operator", { host });
  const names = [...projects.values()].map(nameText).join(", ");
  return texts.text("notice_why_contact", { projects: names, host });
}

/** Project names come from others. */
function nameText(name: string): string {
  return plainLine(name, NAME_CHARACTERS_MAX);
}

function reasonText(reason: string): string {
  const line = visibleLine(reason);
  return line.length <= REASON_CHARACTERS_MAX ? line : `${line.slice(0, REASON_CHARACTERS_MAX)}…`;
}

const ADVICE_OF_PAUSE = {
  operator: "notice_pause_todo_operator",
  audit: "notice_pause_todo_audit",
  foreign_payments: "notice_pause_todo_foreign_payments",
  restore: "notice_pause_todo_restore",
  node_short: "notice_pause_todo_node_short",
  node_went_back: "notice_pause_todo_node_went_back",
  journal: "notice_pause_todo_journal",
} as const satisfies Readonly<Record<PauseKind, TextKey>>;

function sectionOf(thing: Thing, texts: Texts, host: string): Section {
  switch (thing.kind) {
    case "sending_paused": {
      const values = { kind: thing.subject, since: texts.moment(thing.since), reason: reasonText(thing.reason) };
      return {
        title: texts.text("notice_pause_title", { kind: thing.subject, host }),
        said: [texts.text("notice_pause_what", values), texts.text(ADVICE_OF_PAUSE[thing.subject])],
      };
    }
    case "sending_stopped":
      return {
        title: texts.text("notice_stop_title", { host }),
        said: [texts.text("notice_stop_what", { since: texts.moment(thing.since) }), texts.text("notice_stop_todo")],
      };
    case "lightning_low": {
      const values = { sendable: texts.sat(thing.sendable), limit: texts.sat(thing.limit) };
      return {
        title: texts.text("notice_lightning_title", { host }),
        said: [texts.text("notice_lightning_what", values), texts.text("notice_lightning_todo")],
      };
    }
    case "backup_old":
    case "archive_old":
      return backupSection(thing, texts, host);
    case "webhook_failing":
    case "webhook_off":
      return webhookSection(thing, texts);
    case "key_ends_in_week":
    case "key_ends_in_day": {
      const project = nameText(thing.project);
      const at = texts.moment(thing.at);
      return {
        title: texts.text("notice_key_title", { project }),
        said: [texts.text("notice_key_what", { prefix: thing.prefix, at }), texts.text("notice_key_todo", { host })],
      };
    }
    case "wallet_low": {
      const project = nameText(thing.project);
      const values = { balance: texts.sat(thing.balance as Msats), limit: texts.sat(thing.limit) };
      return {
        title: texts.text("notice_wallet_title", { project }),
        said: [texts.text("notice_wallet_what", values), texts.text("notice_wallet_todo")],
      };
    }
  }
}

type Of<K extends Thing["kind"]> = Extract<Thing, { readonly kind: K }>;

function backupSection(thing: Of<"backup_old"> | Of<"archive_old">, texts: Texts, host: string): Section {
  if (thing.kind === "archive_old")
    return {
      title: texts.text("notice_archive_title", { host }),
      said: [texts.text("notice_archive_what", { at: texts.moment(thing.at) }), texts.text("notice_archive_todo")],
    };
  const what =
    thing.at === undefined
      ? texts.text("notice_backup_none")
      : texts.text("notice_backup_what", { at: texts.moment(thing.at) });
  return { title: texts.text("notice_backup_title", { host }), said: [what, texts.text("notice_backup_todo")] };
}

function webhookSection(thing: Of<"webhook_failing"> | Of<"webhook_off">, texts: Texts): Section {
  const project = nameText(thing.project);
  const { host } = thing;
  const since = texts.moment(thing.since);
  if (thing.kind === "webhook_off")
    return {
      title: texts.text("notice_webhook_off_title", { project }),
      said: [
        texts.text("notice_webhook_off_what", { host, since, reason: reasonText(thing.reason) }),
        texts.text("notice_webhook_off_todo"),
      ],
    };
  const what =
    thing.status === undefined
      ? texts.text("notice_webhook_silent", { host, since })
      : texts.text("notice_webhook_what", { host, since, status: String(thing.status) });
  return {
    title: texts.text("notice_webhook_title", { project }),
    said: [what, texts.text("notice_webhook_todo"), texts.text("notice_webhook_endpoint", { id: thing.subject })],
  };
}

function overSection({ kind, subject, about }: Told, texts: Texts, host: string): Section {
  const project = nameText(about.project ?? "");
  const webhook = about.host ?? "";
  switch (kind) {
    case "sending_paused":
      return {
        title: texts.text("notice_pause_over_title", { kind: subject, host }),
        said: [texts.text("notice_pause_over")],
      };
    case "sending_stopped":
      return { title: texts.text("notice_stop_over_title", { host }), said: [texts.text("notice_stop_over")] };
    case "lightning_low":
      return {
        title: texts.text("notice_lightning_over_title", { host }),
        said: [texts.text("notice_lightning_over")],
      };
    case "backup_old":
      return { title: texts.text("notice_backup_over_title", { host }), said: [texts.text("notice_backup_over")] };
    case "archive_old":
      return { title: texts.text("notice_archive_over_title", { host }), said: [texts.text("notice_archive_over")] };
    case "webhook_failing":
      return {
        title: texts.text("notice_webhook_over_title", { project }),
        said: [texts.text("notice_webhook_over", { host: webhook })],
      };
    case "webhook_off":
      return {
        title: texts.text("notice_webhook_off_over_title", { project }),
        said: [texts.text("notice_webhook_off_over", { host: webhook })],
      };
    case "key_ends_in_week":
    case "key_ends_in_day":
      return {
        title: texts.text("notice_key_over_title", { project }),
        said: [texts.text("notice_key_over", { prefix: about.prefix ?? "" })],
      };
    case "wallet_low":
      return {
        title: texts.text("notice_wallet_over_title", { project }),
        said: [texts.text("notice_wallet_over")],
      };
  }
}
