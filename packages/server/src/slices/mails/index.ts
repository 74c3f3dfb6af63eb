export { type AppendDeps, appendMail } from "./append-mail.ts";
export { measureMails } from "./metrics.ts";
export {
  MailLimitExceeded,
  type MailLimits,
  MailNotConfigured,
  type MailRefusal,
  mailRefused,
  RecipientUnsubscribed,
} from "./model/admission.ts";
export { SEND_DEADLINE_MS } from "./model/lease.ts";
export type { KeptMail, MailContent, MailId, MailKind, MailState, NewMail } from "./model/mail.ts";
export type { Handed } from "./model/retry.ts";
export type { Letter, Mailer, Outlet } from "./port.ts";
export { findMailState, listKept } from "./store.ts";
export { type CodeMail, codeMail } from "./templates/code-mail.ts";
export { type EmailChangedMail, emailChangedMail } from "./templates/email-changed-mail.ts";
export { type VoucherMail, voucherMail } from "./templates/voucher-mail.ts";
export {
  type WriteDeps,
  type WriteProjectMail,
  type WriteServiceMail,
  writeProjectMail,
  writeServiceMail,
} from "./write-mail.ts";
