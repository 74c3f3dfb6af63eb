import type { Clock } from "#kernel/clock.ts";
import type { Mailer } from "#mails";
import { connectSmtp, type SmtpServer } from "./smtp.ts";

export type { SmtpServer } from "./smtp.ts";

/** The server for outgoing mail that the operator named. Nothing is sent before the first mail. */
export function chooseMailer(server: SmtpServer, clock: Clock): Mailer {
  return connectSmtp(server, clock);
}
