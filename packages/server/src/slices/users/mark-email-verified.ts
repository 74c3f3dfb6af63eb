import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { updateEmailVerified } from "./store.ts";

/** It is proved that the address is the user's. Again, it changes nothing. */
export async function markEmailVerified(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  id: UserId,
): Promise<void> {
  await updateEmailVerified(db, id, clock.now());
}
