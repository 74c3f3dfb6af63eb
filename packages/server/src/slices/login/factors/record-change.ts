import type { Clock, Random } from "#kernel/clock.ts";
import { type NewMail, type Outlet, writeServiceMail } from "#mails";
import type { Tx } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { User } from "#users";
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
  const mail = mailOf(deps, { user, change, at: now });
  if (mail !== undefined) await appendSecurityMail(tx, mail, now);
}

type Changed = Pick<RecordedChange, "user" | "change"> & { readonly at: Date };

function mailOf(deps: RecordDeps, { user, change, at }: Changed): NewMail | undefined {
  if (deps.outlet().kind === "none") return undefined;
  return writeServiceMail(deps, {
    kind: "security",
    recipient: user.email as EmailAddress,
    goodUntil: new Date(at.getTime() + SECURITY_MAIL_MS),
    content: securityMail({ change, at, baseUrl: deps.baseUrl, language: user.language ?? "en" }),
  });
}
