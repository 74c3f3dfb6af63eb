import { type Db, one, sql } from "#platform/database/db.ts";
import type { Incident, IncidentId } from "./model/incident.ts";

/** Records an incident, unless the same is open. False then. */
export async function insertIncident(db: Db, incident: Incident): Promise<boolean> {
  const rows = await db.query(sql`
    insert into incidents.incident (id, subject_kind, subject, kind, detail, created_at)
    values (${incident.id}, ${incident.subjectKind}, ${incident.subject}, ${incident.kind}, ${incident.detail},
            ${incident.createdAt})
        on conflict do nothing
    returning id`);
  return rows.length > 0;
}

/**
 * Records an incident, or writes the detail of the same that is open; neither when an operator has closed one. True
 * when it is new. Check and act are one statement: of processes that race one records it.
 */
export async function upsertIncident(db: Db, incident: Incident, over: string): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`
    insert into incidents.incident as known (id, subject_kind, subject, kind, detail, created_at)
    select ${incident.id}::uuid, ${incident.subjectKind}, ${incident.subject}, ${incident.kind}, ${incident.detail},
           ${incident.createdAt}::timestamptz
     where not exists (
             select from incidents.incident decided
              where decided.subject = ${incident.subject}
                and decided.kind = ${incident.kind}
                and decided.closed_reason <> ${over})
        on conflict (subject, kind) where closed_at is null do update
       set detail = excluded.detail
     where known.detail <> excluded.detail
    returning id`);
  return rows.some(({ id }) => id === incident.id);
}

/** Records a decision of an operator: there is nothing left to look at. */
export async function insertDecision(db: Db, decision: Incident): Promise<void> {
  await db.query(sql`
    insert into incidents.incident (id, subject_kind, subject, kind, detail, created_at, closed_at, closed_reason)
    values (${decision.id}, ${decision.subjectKind}, ${decision.subject}, ${decision.kind}, ${decision.detail},
            ${decision.createdAt}, ${decision.createdAt}, 'decided')`);
}

/** Open incidents, oldest first. */
export async function listOpenIncidents(db: Db, limit: number): Promise<Incident[]> {
  return await db.query<Incident>(sql`
    select id, subject_kind as "subjectKind", subject, kind, detail, created_at as "createdAt"
      from incidents.incident
     where closed_at is null
     order by created_at, id
     limit ${limit}`);
}

/** Everything that was recorded for a subject, oldest first. */
export async function listIncidentsOf(db: Db, subject: string): Promise<(Incident & { readonly isOpen: boolean })[]> {
  return await db.query(sql`
    select id, subject_kind as "subjectKind", subject, kind, detail, created_at as "createdAt",
           closed_at is null as "isOpen"
      from incidents.incident
     where subject = ${subject}
     order by created_at, id`);
}

export async function countOpenIncidents(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from incidents.incident
     where closed_at is null`);
  return one(rows).count;
}

/** False when there is no open incident with this id. */
export async function updateClosed(
  db: Db,
  { id, reason, now }: { id: IncidentId; reason: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update incidents.incident
       set closed_at = ${now},
           closed_reason = ${reason}
     where id = ${id}
       and closed_at is null
    returning id`);
  return rows.length > 0;
}

/** Closes what is open of a kind, without those of these subjects. Returns what it closed. */
export async function updateOver(
  db: Db,
  {
    kind,
    openedBefore,
    except,
    reason,
  }: { kind: string; openedBefore: Date; except: readonly string[]; reason: string },
  now: Date,
): Promise<{ readonly id: IncidentId; readonly subject: string }[]> {
  return await db.query(sql`
    update incidents.incident
       set closed_at = ${now},
           closed_reason = ${reason}
     where kind = ${kind}
       and closed_at is null
       and created_at < ${openedBefore}
       and subject <> all (${except}::text[])
    returning id, subject`);
}
