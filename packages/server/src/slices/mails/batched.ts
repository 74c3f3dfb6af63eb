import type { BatchedFunction } from "#platform/database/batch.ts";
import type { MailLimits, MailRefusal } from "./model/admission.ts";
import type { NewMail } from "./model/mail.ts";

export type Appended = "appended" | MailRefusal;

/** See `sql/append_many.sql`. */
export const appendMany: BatchedFunction<{ readonly mail: NewMail; readonly limits: MailLimits }, Appended> = {
  name: "mails.append_many",
  columns: {
    id: ["uuid", ({ mail }) => mail.id],
    kind: ["text", ({ mail }) => mail.kind],
    project: ["uuid", ({ mail }) => mail.project?.id],
    recipient_hash: ["bytea", ({ mail }) => mail.recipientHash],
    unsubscribe_hash: ["bytea", ({ mail }) => mail.project?.unsubscribeHash],
    good_until: ["timestamptz", ({ mail }) => mail.goodUntil],
    recipient: ["text", ({ mail }) => mail.recipient],
    subject: ["text", ({ mail }) => mail.content.subject],
    body_text: ["text", ({ mail }) => mail.content.text],
    body_html: ["text", ({ mail }) => mail.content.html],
    unsubscribe_url: ["text", ({ mail }) => mail.project?.unsubscribeUrl],
  },
  shared: {
    recipient_max: ["int", ({ limits }) => limits.perRecipient],
    project_max: ["int", ({ limits }) => limits.perProject],
  },
  decode: ({ outcome }) => outcome as Appended,
};
