import type { Journal } from "#kernel/journal.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { EmailTaken, type User, UserNotFound } from "#users";
import { type CheckCodeDeps, takeCode } from "../attempt/check-code.ts";
import { LoginGone } from "../model/login-gone.ts";
import { addressHash } from "../model/secrets.ts";
import type { Session, Visitor } from "../model/session.ts";
import { afterEnd, type EndSessionDeps } from "../session/end-session.ts";
import { updateEmail } from "../store/accounts.ts";
import { tellAddress } from "./address-line.ts";
import { type NoticeDeps, noticeOldAddress } from "./notice-addresses.ts";

type Deps = Pick<CheckCodeDeps, "mac"> &
  EndSessionDeps &
  NoticeDeps & { readonly journal: Pick<Journal, "appendIfPossible"> };

type ChangeOwnEmail = {
  readonly user: User;
  /** In which the address is changed: it stays. */
  readonly session: Pick<Session, "id">;
  readonly secret: string;
  /** Of the mail to the new address. */
  readonly code: string;
  readonly visitor: Visitor;
};

/**
 * Gives a user the address that the code proves, and says so to the old one. All other logins end, and applications
 * have to ask for one again: whoever came in by the old mailbox is out.
 * @throws {InvalidInput} {CodeRefused} {EmailTaken} {UserNotFound} the address stays as it is then.
 */
export async function changeOwnEmail(
  deps: Deps,
  { user, session, secret, code, visitor }: ChangeOwnEmail,
): Promise<EmailAddress> {
  const { email, userId } = await takeCode(deps, { secret, code, purpose: "change_email" });
  // Another user has logged in with this browser since the code was sent.
  if (userId !== user.id) throw new LoginGone();
  const { db, clock, random, mac } = deps;
  const { outcome, ended } = await updateEmail(db, clock.now(), {
    userId: user.id,
    email,
    addressHash: addressHash(mac, email),
    session: session.id,
    visitor,
    eventIds: [random.uuid(), random.uuid()],
  });
  if (outcome === "not_found") throw new UserNotFound();
  if (outcome === "email_taken") throw new EmailTaken();
  await afterEnd(
    deps,
    ended.map((id) => ({ id, userId: user.id })),
    "revoked",
  );
  await tellAddress(deps, user.id, { before: user.email, after: email });
  deps.log.info({ userId: user.id }, "login.email_changed");
  await noticeOldAddress(deps, user, "user");
  return email;
}
