import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Incident, IncidentId } from "./model/incident.ts";
import { insertDecision, insertIncident, upsertIncident } from "./store.ts";

/** Records what an operator has to look at, once until it is closed, and logs it then. */
export async function recordIncident(
  { db, clock, random, log }: { db: Db; clock: Clock; random: Random; log: Log },
  incident: Pick<Incident, "subjectKind" | "subject" | "kind" | "detail">,
): Promise<void> {
  const id = newId<IncidentId>(random);
  const isNew = await insertIncident(db, { ...incident, id, createdAt: clock.now() });
  if (isNew)
    log.error({ incident: id, [incident.subjectKind]: incident.subject, kind: incident.kind }, "incident.recorded");
}

/**
 * Records what is true now, and brings the detail of an open one to what it is now; logs it when it is new. One that an
 * operator has closed is not recorded again: only one that was closed because it was over (`over` is the reason).
 */
export async function keepIncident(
  { db, clock, random, log }: { db: Db; clock: Clock; random: Random; log: Log },
  incident: Pick<Incident, "subjectKind" | "subject" | "kind" | "detail">,
  { over }: { readonly over: string },
): Promise<void> {
  const id = newId<IncidentId>(random);
  const isNew = await upsertIncident(db, { ...incident, id, createdAt: clock.now() }, over);
  if (isNew)
    log.error({ incident: id, [incident.subjectKind]: incident.subject, kind: incident.kind }, "incident.recorded");
}

/** Records what an operator decided about something, before it is done. */
export async function recordDecision(
  { db, clock, random, log }: { db: Db; clock: Clock; random: Random; log: Log },
  decision: Pick<Incident, "subjectKind" | "subject" | "kind" | "detail">,
): Promise<void> {
  const id = newId<IncidentId>(random);
  await insertDecision(db, { ...decision, id, createdAt: clock.now() });
  log.warn({ incident: id, [decision.subjectKind]: decision.subject, kind: decision.kind }, "incident.decided");
}
