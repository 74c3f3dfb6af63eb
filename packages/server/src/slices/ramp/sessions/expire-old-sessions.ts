import type { Db } from "#platform/database/db.ts";
import { expireSessions } from "../store/sessions.ts";

const SESSIONS_AT_ONCE = 500;

/** Writes down that sessions are over. That they are is known without it. */
export async function expireOldSessions({ db }: { readonly db: Db }): Promise<void> {
  let expired: number;
  do expired = await expireSessions(db, SESSIONS_AT_ONCE);
  while (expired === SESSIONS_AT_ONCE);
}
