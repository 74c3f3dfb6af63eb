import { AppError } from "#kernel/errors.ts";
import { appendMail, emailChangedMail, type WriteDeps, writeServiceMail } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { changeEmail, type User } from "#users";
import { type CheckCodeDeps, takeCode } from "../attempt/check-code.ts";
import type { Visitor } from "../model/session.ts";
import { noteSecurityEvent } from "../session/note-security-event.ts";

type Deps = Pick<CheckCodeDeps, "db" | "clock" | "random" | "mac" | "log"> & WriteDeps & { readonly batch: Batch };

type ChangeOwnEmail = {
  readonly user: User;
  readonly secret: string;
  /** Of the mail to the new address. */
  readonly code: string;
  readonly visitor: Visitor;
};

const NOTICE_GOOD_MS = 24 * 3_600_000;
/** Limits are those of projects' mails. */
const NO_LIMITS = { perRecipient: 0, perProject: 0 };

/**
 * Gives a user the address that the code proves, and says so to the old one.
 * @throws {InvalidInput} {CodeRefused} {EmailTaken} the address stays as it is then.
 */
export async function changeOwnEmail(
  deps: Deps,
  { user, secret, code, visitor }: ChangeOwnEmail,
): Promise<EmailAddress> {
  const { email, userId } = await takeCode(deps, { secret, code, purpose: "change_email" });
  // Another user has logged in with this browser since the code was sent.
  if (userId !== user.id) throw new AppError("login_gone", "This took too long. Begin again.");
  await changeEmail(deps, { id: user.id, email, isVerified: true });
  await noteSecurityEvent(deps, { userId: user.id, kind: "email_changed", visitor });
  deps.log.info({ userId: user.id }, "login.email_changed");
  await noticeOldAddress(deps, emailAddress(user.email));
  return email;
}

async function noticeOldAddress(deps: Deps, recipient: EmailAddress): Promise<void> {
  const at = deps.clock.now();
  const mail = writeServiceMail(deps, {
    kind: "security",
    recipient,
    goodUntil: new Date(at.getTime() + NOTICE_GOOD_MS),
    content: emailChangedMail({ at, host: new URL(deps.baseUrl).host }),
  });
  await appendMail({ batch: deps.batch, limits: NO_LIMITS }, mail);
}
