import type { EventId } from "#events";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { AssignedAgain, LostAssignment } from "../model/lost-assignment.ts";
import { updateAssignedAgain } from "../store/receipts.ts";

/** Stands where the operator's own words were. */
const REASON_LOST = "assigned before a restore; the journal told of it, without the reason";

/** Gives a receipt again to the wallet that an operator gave it to. Safe to repeat, and by several at once. */
export async function assignAgain(
  { db, clock, random }: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  lost: LostAssignment,
): Promise<AssignedAgain> {
  const event = newId<EventId>(random);
  return await updateAssignedAgain(db, { ...lost, reason: REASON_LOST, event, now: clock.now() });
}
