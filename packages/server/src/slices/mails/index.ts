/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - recipient: Of a mail: the e-mail address that it goes to.
 * - outlet: Where mails go: a mail server, the mailbox of developers at `/dev/mail`, or nowhere.
 * - kept: Said of a mail that was not sent but is shown at `/dev/mail`.
 */

export { type AppendDeps, appendMail } from "./append-mail.ts";
export { appendServiceMail } from "./append-service-mail.ts";
export { measureMails } from "./metrics.ts";
export { type MailLimits, type MailRefusal, mailRefused } from "./model/admission.ts";
export { SEND_DEADLINE_MS } from "./model/lease.ts";
export type { KeptMail, MailContent, MailId, NewMail } from "./model/mail.ts";
export type { Handed } from "./model/retry.ts";
export type { Letter, Mailer, Outlet } from "./port.ts";
export { findMailState, listKept, listUnsubscribed } from "./store.ts";
export { codeMail } from "./templates/code-mail.ts";
export { type EmailChangedMail, emailChangedMail } from "./templates/email-changed-mail.ts";
export { emailGivenMail } from "./templates/email-given-mail.ts";
export { invitationMail } from "./templates/invitation-mail.ts";
export { MAIL_STYLE } from "./templates/mail-style.ts";
export { newLoginMail } from "./templates/new-login-mail.ts";
export { type PlainMail, plainMail } from "./templates/plain-mail.ts";
export { voucherMail } from "./templates/voucher-mail.ts";
export { unsubscribeAgain } from "./unsubscribe.ts";
export { type WriteDeps, writeProjectMail, writeServiceMail } from "./write-mail.ts";
