import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import { type NewMail, type Outlet, writeServiceMail } from "#mails";
import type { Tx } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { SECURITY_MAIL_MS, type SecurityChange } from "../model/security-change.ts";
import type { Visitor } from "../model/session.ts";
import { insertSecurityEvent } from "../store/security-events.ts";
import { appendSecurityMail } from "../store/security-mails.ts";
import { securityMail } from "../templates/security-mail.ts";

export type RecordDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly outlet: () => Outlet;
};

type RecordedChange = {
  readonly userId: UserId;
  readonly email: string;
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
  { userId, email, change, visitor, detail = "" }: RecordedChange,
): Promise<void> {
  const now = deps.clock.now();
  await insertSecurityEvent(tx, { ...visitor, id: deps.random.uuid(), userId, kind: change, detail, at: now });
  const mail = mailOf(deps, email, change, now);
  if (mail !== undefined) await appendSecurityMail(tx, mail, now);
}

function mailOf(deps: RecordDeps, email: string, change: SecurityChange, at: Date): NewMail | undefined {
  if (deps.outlet().kind === "none") return undefined;
  return writeServiceMail(deps, {
    kind: "security",
    recipient: email as EmailAddress,
    goodUntil: new Date(at.getTime() + SECURITY_MAIL_MS),
    content: securityMail({ change, at, baseUrl: deps.baseUrl }),
  });
}
