import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { EVENT_MS } from "./model/security-event.ts";
import type { OnSessionEnded } from "./session/end-session.ts";
import { deleteExpiredRows } from "./store/expired-rows.ts";
import { deleteOldEvents } from "./store/security-events.ts";
import { deleteOldSessions } from "./store/sessions.ts";

/** In one statement: it must not hold locks for long. */
const ROWS_PER_STEP_MAX = 500;

/**
 * Deletes attempts, counters, sessions, known browsers and security events whose time is over. Returns how many; call
 * it until there are none.
 */
export async function forgetOld({
  db,
  clock,
  onSessionEnded,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly onSessionEnded: OnSessionEnded;
}): Promise<number> {
  const now = clock.now();
  const sessions = await deleteOldSessions(db, now, ROWS_PER_STEP_MAX);
  for (const session of sessions) await onSessionEnded(session, "expired");
  const rows = await deleteExpiredRows(db, now, ROWS_PER_STEP_MAX);
  const events = await deleteOldEvents(db, new Date(now.getTime() - EVENT_MS), ROWS_PER_STEP_MAX);
  return sessions.length + rows + events;
}
