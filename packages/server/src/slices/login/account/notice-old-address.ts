import type { Clock } from "#kernel/clock.ts";
import { appendMail, emailChangedMail, type WriteDeps, writeServiceMail } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import { emailAddress } from "#protocol/email-address.ts";
import type { User } from "#users";

export type NoticeDeps = WriteDeps & { readonly batch: Batch; readonly clock: Pick<Clock, "now"> };

const NOTICE_GOOD_MS = 24 * 3_600_000;
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
  if (deps.outlet().kind === "none") return;
  const at = deps.clock.now();
  const mail = writeServiceMail(deps, {
    kind: "security",
    recipient: emailAddress(email),
    goodUntil: new Date(at.getTime() + NOTICE_GOOD_MS),
    content: emailChangedMail({ at, host: new URL(deps.baseUrl).host, language }),
  });
  await appendMail({ batch: deps.batch, limits: NO_LIMITS }, mail);
}
