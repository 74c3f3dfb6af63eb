import { type Db, sql } from "#platform/database/db.ts";
import type { EventId, EventRecord } from "../model/event.ts";
import type { EventNo, Position } from "../model/stream.ts";
import { type EventRow, toEvent } from "./events.ts";

/** Runs `events.listen`: the events of these projects are written until then. */
export async function updateListening(
  db: Db,
  { ownerIds, now, until }: { ownerIds: readonly string[]; now: Date; until: Date },
): Promise<void> {
  await db.query(sql`select events.listen(${now}, ${ownerIds}::uuid[], ${until})`);
}

/** The project's newest event; undefined before the first. */
export async function findNewest(db: Db, ownerId: string): Promise<Position | undefined> {
  const [row] = await db.query<Position>(sql`
    select id, no
      from events.event
     where owner_id = ${ownerId}
     order by no desc
     limit 1`);
  return row;
}

/** An event with its number, if it is the project's. */
export async function findPosition(db: Db, ownerId: string, id: EventId): Promise<Position | undefined> {
  const [row] = await db.query<Position>(sql`
    select id, no
      from events.event
     where id = ${id}
       and owner_id = ${ownerId}`);
  return row;
}

/** The number of the newest event of each of these projects; those without an event are left out. */
export async function listNewestNos(db: Db, ownerIds: readonly string[]): Promise<ReadonlyMap<string, EventNo>> {
  const rows = await db.query<{ owner: string; no: EventNo }>(sql`
    select o.id as owner, newest.no
      from unnest(${ownerIds}::uuid[]) as o(id)
     cross join lateral (
       select e.no
         from events.event e
        where e.owner_id = o.id
        order by e.no desc
        limit 1) newest`);
  return new Map(rows.map(({ owner, no }) => [owner, no]));
}

/** The first events of a project after a number, in their order. */
export async function listEventsAfter(
  db: Db,
  { ownerId, after, limit }: { ownerId: string; after: EventNo; limit: number },
): Promise<{ readonly no: EventNo; readonly event: EventRecord }[]> {
  const rows = await db.query<EventRow & { no: EventNo }>(sql`
    select *
      from events.event
     where owner_id = ${ownerId}
       and no > ${after}
     order by no
     limit ${limit}`);
  return rows.map((row) => ({ no: row.no, event: toEvent(row) }));
}
