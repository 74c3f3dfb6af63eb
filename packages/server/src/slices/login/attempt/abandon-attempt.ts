import type { Db } from "#platform/database/db.ts";
import { hashOf } from "../model/secrets.ts";
import { deleteAttempt } from "../store/attempts.ts";

/** The browser begins again. A code that was sent is of no use afterwards. */
export async function abandonAttempt({ db }: { readonly db: Db }, secret: string): Promise<undefined> {
  await deleteAttempt(db, hashOf(secret), "log_in");
}
