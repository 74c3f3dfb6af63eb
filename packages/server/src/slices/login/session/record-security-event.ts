import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Visitor } from "../model/session.ts";
import { insertSecurityEvent } from "../store/security-events.ts";

/**
 * Writes down what a user should know of the own account. What changes rows itself writes the event in the same
 * statement.
 */
export async function recordSecurityEvent(
  { db, clock, random }: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  event: { readonly userId: UserId; readonly kind: string; readonly visitor: Visitor; readonly detail?: string },
): Promise<void> {
  const { userId, kind, visitor, detail = "" } = event;
  await insertSecurityEvent(db, { ...visitor, id: random.uuid(), userId, kind, detail, at: clock.now() });
}
