import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { EmailTaken, UserNotFound } from "../model/user.ts";

/** What `login.change_email` asks of this slice. */
export async function changeEmail(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, email, isVerified }: { readonly id: UserId; readonly email: string; readonly isVerified: boolean },
): Promise<void> {
  const { outcome } = one(
    await db.query<{ outcome: string }>(sql`
      select users.change_email(${clock.now()}, ${id}, ${emailAddress(email)}, ${isVerified}) as outcome`),
  );
  if (outcome === "not_found") throw new UserNotFound("id");
  if (outcome === "email_taken") throw new EmailTaken();
}
