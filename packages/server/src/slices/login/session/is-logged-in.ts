import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOf } from "../model/secrets.ts";
import { holdSession } from "../store/sessions.ts";

/**
 * Whether the browser whose cookie holds `secret` is logged in as the user. An end of its session that is not committed
 * yet is waited for: what was stored before the answer is found by an end that comes later.
 */
export async function isLoggedIn(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  secret: string | undefined,
  userId: UserId,
): Promise<boolean> {
  return secret !== undefined && (await holdSession(db, { secretHash: hashOf(secret), userId, now: clock.now() }));
}
