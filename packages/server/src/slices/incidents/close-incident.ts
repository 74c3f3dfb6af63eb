import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type IncidentId, IncidentNotFound } from "./model/incident.ts";
import { updateClosed } from "./store.ts";

/**
 * Closes an incident with an operator's reason. The same may be recorded again afterwards.
 * @throws {IncidentNotFound} when it is not open.
 */
export async function closeIncident(
  { db, clock }: { db: Db; clock: Clock },
  { id, reason }: { readonly id: IncidentId; readonly reason: string },
): Promise<void> {
  if (!(await updateClosed(db, { id, reason, now: clock.now() }))) throw new IncidentNotFound(id);
}
