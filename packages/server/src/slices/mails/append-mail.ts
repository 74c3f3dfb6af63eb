import type { Batch } from "#platform/database/batch.ts";
import { appendMany } from "./batched.ts";
import { type MailLimits, mailRefused } from "./model/admission.ts";
import type { NewMail } from "./model/mail.ts";

export type AppendDeps = { readonly batch: Batch; readonly limits: MailLimits };

/**
 * Writes a mail that belongs to no other change; the worker sends it within a second. What must happen together with a
 * mail calls `mails.append_many` in its own batched function.
 *
 * @throws {RecipientUnsubscribed} when the recipient wants no mails of projects.
 * @throws {MailLimitExceeded} when recipient or project has had as many as a day allows.
 */
export async function appendMail({ batch, limits }: AppendDeps, mail: NewMail): Promise<void> {
  const outcome = await batch(appendMany, { mail, limits });
  if (outcome !== "appended") throw mailRefused(outcome);
}
