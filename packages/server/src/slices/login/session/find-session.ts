import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOf } from "../model/secrets.ts";
import { SEEN_MS, type Session } from "../model/session.ts";
import { findSessionBySecret, updateSeen } from "../store/sessions.ts";

/**
 * The session of the browser whose cookie holds `secret`, and records, once a minute, that it was used. Its user may
 * have been blocked since the login: `findLoggedIn` asks for that too.
 */
export async function findSession(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  secret: string | undefined,
): Promise<Session | undefined> {
  if (secret === undefined) return undefined;
  const now = clock.now();
  const session = await findSessionBySecret(db, hashOf(secret), now);
  if (session !== undefined && now.getTime() - session.seenAt.getTime() >= SEEN_MS)
    await updateSeen(db, session.id, now);
  return session;
}
