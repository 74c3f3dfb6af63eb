import type { Clock } from "#kernel/clock.ts";
import {
  appendMail,
  type EmailChangedMail,
  emailChangedMail,
  emailGivenMail,
  type MailContent,
  type WriteDeps,
} from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { User } from "#users";
import { writeSecurityMail } from "../session/write-security-mail.ts";

export type NoticeDeps = WriteDeps & { readonly batch: Batch; readonly clock: Pick<Clock, "now"> };

type Addressee = Pick<User, "email" | "language">;

/** Limits are those of projects' mails. */
const NO_LIMITS = { perRecipient: 0, perProject: 0 };

/**
 * Says to the address that a user had until now that it is not the user's any more. Where no mail can be sent nothing
 * is written.
 */
export async function noticeOldAddress(
  deps: NoticeDeps,
  { email, language = "en" }: Addressee,
  by: EmailChangedMail["by"],
): Promise<void> {
  const at = deps.clock.now();
  await notice(deps, email, at, emailChangedMail({ at, host: new URL(deps.baseUrl).host, language, by }));
}

/** Says to an address that an operator has made it that of a user: nobody has proved it by a code. */
export async function noticeGivenAddress(deps: NoticeDeps, { email, language = "en" }: Addressee): Promise<void> {
  const at = deps.clock.now();
  await notice(deps, email, at, emailGivenMail({ at, baseUrl: deps.baseUrl, language }));
}

async function notice(deps: NoticeDeps, email: string, at: Date, content: MailContent): Promise<void> {
  const mail = writeSecurityMail(deps, { email, content, at });
  if (mail !== undefined) await appendMail({ batch: deps.batch, limits: NO_LIMITS }, mail);
}
