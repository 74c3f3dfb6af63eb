import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { EmailTaken, type User, UserNotFound } from "#users";
import { saveEmail } from "../store/accounts.ts";
import { tellAddress } from "./address-line.ts";
import { type NoticeDeps, noticeGivenAddress, noticeOldAddress } from "./notice-addresses.ts";

type Deps = NoticeDeps & {
  readonly db: Db;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * As the operator, who knows that the address is the user's: also the one that the user has already, of which a restore
 * has made a question. All logins of the user end. The address that it was until now gets a mail, in case somebody
 * talked the operator into it; the new one, too, as it may be mistyped.
 * @throws {EmailTaken} {UserNotFound}
 */
export async function setEmail(
  deps: Deps,
  { id, email: before, language }: Pick<User, "id" | "email" | "language">,
  email: EmailAddress,
): Promise<void> {
  const outcome = await saveEmail(deps.db, { now: deps.clock.now(), id, email, event: deps.random.uuid() });
  if (outcome === "not_found") throw new UserNotFound("id");
  if (outcome === "email_taken") throw new EmailTaken();
  await tellAddress(deps, id, { before, after: email });
  if (before === email) return;
  if (before !== "") await noticeOldAddress(deps, { email: before, language }, "operator");
  await noticeGivenAddress(deps, { email, language });
}
