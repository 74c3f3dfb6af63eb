import type { Db } from "#platform/database/db.ts";
import { expireSessions } from "../store/sessions.ts";

const SESSIONS_AT_ONCE = 500;

/** Writes down that sessions are over; returns of how many. That they are is known without it. */
export async function expireOldSessions({ db }: { readonly db: Db }): Promise<number> {
  return await expireSessions(db, SESSIONS_AT_ONCE);
}
