import type { Db } from "#platform/database/db.ts";
import type { Purpose } from "../model/attempt.ts";
import { hashOf } from "../model/secrets.ts";
import { deleteAttempt } from "../store/attempts.ts";

/** The browser begins again. A code that was sent is of no use afterwards. */
export async function abandonAttempt(
  { db }: { readonly db: Db },
  { secret, purpose }: { readonly secret: string; readonly purpose: Purpose },
): Promise<void> {
  await deleteAttempt(db, hashOf(secret), purpose);
}
