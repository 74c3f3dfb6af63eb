import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { type IncidentId, type IncidentKind, IncidentNotFound } from "./model/incident.ts";
import { updateClosed, updateOver } from "./store.ts";

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

type Over = {
  readonly kind: IncidentKind;
  /** When was looked: what another process has recorded since is not closed. */
  readonly openedBefore: Date;
  /** Subjects for which it is still true. */
  readonly except: readonly string[];
  readonly reason: string;
};

/** Closes the open incidents of a kind that are over, and logs each. Returns how many. */
export async function closeIncidents(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  over: Over,
): Promise<number> {
  const closed = await updateOver(db, over, clock.now());
  for (const { id, subject } of closed) log.info({ incident: id, subject, kind: over.kind }, "incident.closed");
  return closed.length;
}
