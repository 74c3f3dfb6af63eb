import { AppError } from "#kernel/errors.ts";
import { message } from "#texts/reader.ts";

/** How many mails may be written in 24 hours. */
export type MailLimits = {
  /** To one address, by all projects together. */
  readonly perRecipient: number;
  readonly perProject: number;
};

/** What is known when a project wants to send a mail. Counts are of the last 24 hours, this mail not among them. */
export type Asked = {
  readonly isUnsubscribed: boolean;
  readonly ofProject: number;
  readonly toRecipient: number;
};

export type MailRefusal = "unsubscribed" | "project_limit" | "recipient_limit";

/**
 * Whether a mail of a project may be written. `sql/admit_many.sql` decides the same for many mails, under a lock; a
 * test compares the two.
 */
export function admission(asked: Asked, limits: MailLimits): "admitted" | MailRefusal {
  if (asked.isUnsubscribed) return "unsubscribed";
  if (asked.ofProject >= limits.perProject) return "project_limit";
  if (asked.toRecipient >= limits.perRecipient) return "recipient_limit";
  return "admitted";
}

/** Mails cannot be sent, and nothing was written. */
export class MailNotConfigured extends AppError {
  constructor() {
    super("mail_not_configured", "this service cannot send mail", { forPeople: message("failure_mail_none") });
  }
}

export class RecipientUnsubscribed extends AppError {
  constructor() {
    super("recipient_unsubscribed", "the owner of this e-mail address wants no mails");
  }
}

export class MailLimitExceeded extends AppError {
  constructor(whose: "recipient" | "project") {
    super(
      "mail_limit_exceeded",
      whose === "recipient"
        ? "this e-mail address was sent as many mails as it may get in 24 hours"
        : "the project has sent as many mails as it may in 24 hours",
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

/** The limit is over 24 hours, so it may be over in a moment or in a day. */
const RETRY_AFTER_SECONDS = 3_600;

/** The error of a mail that may not be written, for verbs of any slice. */
export function mailRefused(refusal: MailRefusal): AppError {
  switch (refusal) {
    case "unsubscribed":
      return new RecipientUnsubscribed();
    case "project_limit":
      return new MailLimitExceeded("project");
    case "recipient_limit":
      return new MailLimitExceeded("recipient");
  }
}
