import { hash } from "node:crypto";
import type { Brand } from "#kernel/brand.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";

export type MailId = Brand<string, "MailId">;

/** What a mail is for: it names the template. */
export type MailKind = "voucher" | "login_code" | "security" | "notice" | "receipt" | "invitation";

export type MailState =
  | "waiting"
  | "sent"
  /** Shown at `/dev/mail`. */
  | "kept"
  /** Given up. */
  | "failed"
  /** Not sent: its recipient wants no mails of projects. */
  | "unsubscribed"
  /** Not sent any more: what it says is not true any more. */
  | "cancelled";

/**
 * What the recipient reads. It may hold secrets, such as a link that pays out: it is never logged, and deleted after
 * the sending.
 */
export type MailContent = {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A mail that is to be written: the parameters of `mails.append_many` (`sql/append_many.sql`). */
export type NewMail = {
  readonly id: MailId;
  readonly kind: MailKind;
  readonly recipient: EmailAddress;
  readonly recipientHash: Uint8Array;
  /** In whose name it is sent; undefined for a mail of the service itself, which cannot be unsubscribed. */
  readonly project:
    | { readonly id: ProjectId | UserId; readonly unsubscribeUrl: string; readonly unsubscribeHash: Uint8Array }
    | undefined;
  readonly content: MailContent;
  /** Of no use afterwards: it is not sent any more. */
  readonly goodUntil: Date;
};

/** A mail that this process may send, as it leased it. */
export type LeasedMail = {
  readonly id: MailId;
  readonly kind: MailKind;
  readonly recipient: EmailAddress;
  readonly content: MailContent;
  readonly unsubscribeUrl: string | undefined;
  readonly goodUntil: Date;
  /** The recipient has unsubscribed since the mail was written. */
  readonly isUnsubscribed: boolean;
  /** Attempts before this one. */
  readonly attempt: number;
  readonly leaseToken: bigint;
};

/** A mail that was not sent but kept, for the mailbox of developers. */
export type KeptMail = {
  readonly id: MailId;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: MailContent;
  readonly createdAt: Date;
};

/** Of an address or a token: what stays of it in the database. */
export function sha256(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
