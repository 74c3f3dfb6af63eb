import type { Clock } from "#kernel/clock.ts";
import { appendMail, emailChangedMail, type WriteDeps } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { User } from "#users";
import { writeSecurityMail } from "../session/write-security-mail.ts";

export type NoticeDeps = WriteDeps & { readonly batch: Batch; readonly clock: Pick<Clock, "now"> };

/** Limits are those of projects' mails. */
const NO_LIMITS = { perRecipient: 0, perProject: 0 };

/**
 * Says to the address that a user had until now that it is not the user's any more. Where no mail can be sent nothing
 * is written.
 */
export async function noticeOldAddress(
  deps: NoticeDeps,
  { email, language = "en" }: Pick<User, "email" | "language">,
): Promise<void> {
  const at = deps.clock.now();
  const content = emailChangedMail({ at, host: new URL(deps.baseUrl).host, language });
  const mail = writeSecurityMail(deps, { email, content, at });
  if (mail !== undefined) await appendMail({ batch: deps.batch, limits: NO_LIMITS }, mail);
}
