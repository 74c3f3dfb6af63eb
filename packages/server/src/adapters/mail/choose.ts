import type { Clock } from "#kernel/clock.ts";
import type { Mailer } from "#mails";
import { connectSmtp, greetSmtp, type MailServerAnswer, type SmtpServer } from "./smtp.ts";

export type { MailServerAnswer, SmtpServer } from "./smtp.ts";

/** The server for outgoing mail that the operator named. Nothing is sent before the first mail. */
export function chooseMailer(server: SmtpServer, clock: Clock): Mailer {
  return connectSmtp(server, clock);
}

/** Whether that server would take a mail now, as far as it says before one. Nothing is sent. */
export async function greetMailServer(server: SmtpServer): Promise<MailServerAnswer> {
  return await greetSmtp(server);
}
