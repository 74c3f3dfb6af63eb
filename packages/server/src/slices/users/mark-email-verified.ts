import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { updateEmailVerified } from "./store.ts";

/** Writes down that the address is proved to be the user's. False when the user has another one by now. */
export async function markEmailVerified(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, email }: { readonly id: UserId; readonly email: string },
): Promise<boolean> {
  return await updateEmailVerified(db, { id, email, now: clock.now() });
}
