import type { Clock, Random } from "#kernel/clock.ts";
import { appendServiceMail, type Outlet, plainMail } from "#mails";
import type { Tx } from "#platform/database/db.ts";
import type { User } from "#users";
import type { SecurityChange } from "../model/security-change.ts";
import type { Visitor } from "../model/session.ts";
import { writeSecurityMail } from "../session/write-security-mail.ts";
import { insertSecurityEvent } from "../store/security-events.ts";
import { securityMail } from "../templates/security-mail.ts";

export type RecordDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly outlet: () => Outlet;
};

type RecordedChange = {
  /** The mail is in the user's language. */
  readonly user: Pick<User, "id" | "email" | "language">;
  readonly change: SecurityChange;
  readonly visitor: Visitor;
  /** Which one, in plain words. */
  readonly detail?: string | undefined;
};

/**
 * Writes down that the login of a user was changed, in the transaction of the change, and mails it to the user. Where
 * no mail can be sent the event alone is written.
 */
export async function recordChange(
  tx: Tx,
  deps: RecordDeps,
  { user, change, visitor, detail = "" }: RecordedChange,
): Promise<void> {
  const now = deps.clock.now();
  await insertSecurityEvent(tx, { ...visitor, id: deps.random.uuid(), userId: user.id, kind: change, detail, at: now });
  const { language = "en" } = user;
  const content = plainMail(securityMail({ change, at: now, baseUrl: deps.baseUrl, language }));
  const mail = writeSecurityMail(deps, { email: user.email, content, at: now });
  if (mail !== undefined) await appendServiceMail(tx, mail, now);
}
