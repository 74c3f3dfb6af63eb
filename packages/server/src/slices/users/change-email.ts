import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { EmailTaken, UserNotFound } from "./model/user.ts";
import { updateEmail } from "./store.ts";

/**
 * Gives a user another e-mail address. `isVerified`: it is proved already that the address is the user's. One that is not lowers the level;
 * the wallet gets the limits of the level in the same statement.
 *
 * @throws {InvalidInput} {EmailTaken} {UserNotFound} nothing is changed then.
 */
export async function changeEmail(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, email: text, isVerified }: { readonly id: UserId; readonly email: string; readonly isVerified: boolean },
): Promise<void> {
  const outcome = await updateEmail(db, { id, email: emailAddress(text), isVerified, now: clock.now() });
  if (outcome === "not_found") throw new UserNotFound("id");
  if (outcome === "email_taken") throw new EmailTaken();
}
