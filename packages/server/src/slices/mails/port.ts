import type { MailContent } from "./model/mail.ts";
import type { Handed } from "./model/retry.ts";

/** What a server for outgoing mail gets. */
export type Letter = {
  /** Of the header Message-ID, without brackets and host: the same for each attempt. */
  readonly id: string;
  readonly to: string;
  readonly content: MailContent;
  /** Where a POST unsubscribes the recipient (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
};

/** A server for outgoing mail. */
export type Mailer = {
  /** Never throws for what the server does. Ends within the deadline of `model/lease.ts`, or when `signal` aborts. */
  send(letter: Letter, signal: AbortSignal): Promise<Handed>;
};

/** Where mails go. */
export type Outlet =
  | { readonly kind: "smtp"; readonly mailer: Mailer }
  /** They are kept and shown at `/dev/mail`: in development alone. */
  | { readonly kind: "mailbox" }
  | { readonly kind: "none" };
