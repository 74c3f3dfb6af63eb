import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { sha256 } from "./model/mail.ts";
import { unsubscribeByToken } from "./store.ts";

/**
 * From now on no project sends to the recipient of the mail that has this token; what waits for the address is given up
 * when it is due. Repeatable. False when no mail has the token, or it is forgotten.
 */
export async function unsubscribe(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  token: string,
): Promise<boolean> {
  return await unsubscribeByToken(db, { tokenHash: sha256(token), now: clock.now() });
}
