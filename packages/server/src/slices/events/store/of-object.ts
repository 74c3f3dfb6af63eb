import { type Db, sql } from "#platform/database/db.ts";
import { shownError } from "../model/delivery.ts";
import type { DeliveryState, EventId, EventType } from "../model/event.ts";

/** An event of a thing, with what became of it at each receiver. */
export type EventOf = {
  readonly id: EventId;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly deliveries: readonly {
    readonly host: string;
    readonly state: DeliveryState;
    readonly finishedAt: Date | undefined;
    readonly lastAttempt: LastAttempt | undefined;
  }[];
};

type LastAttempt = {
  readonly startedAt: Date;
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** Why there was no answer. */
  readonly error: string | undefined;
};

/** A thing has a few events. More than so many are not shown. */
const EVENTS_MAX = 100;

type Row = {
  readonly id: EventId;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly host: string | null;
  readonly state: DeliveryState | null;
  readonly finishedAt: Date | null;
  readonly startedAt: Date | null;
  readonly status: number | null;
  readonly error: string | null;
};

/** The events of these things of an owner, oldest first. */
export async function listEventsOf(db: Db, ownerId: string, objectIds: readonly string[]): Promise<readonly EventOf[]> {
  const rows = await db.query<Row>(sql`
    select e.id, e.type, e.created_at as "createdAt", d.host, d.state, d.finished_at as "finishedAt",
           a.started_at as "startedAt", a.status, a.error
      from (select *
              from events.event
             where object_id = any (${objectIds}::uuid[])
               and owner_id = ${ownerId}
             order by id
             limit ${EVENTS_MAX}) e
      left join events.delivery d
        on d.event_id = e.id
      left join lateral (
        select *
          from events.attempt t
         where t.event_id = d.event_id
           and t.receiver_id = d.receiver_id
         order by t.number desc
         limit 1) a on true
     order by e.id, d.receiver_id`);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].flatMap((ofEvent) => ofEvent.slice(0, 1).map((first) => toEvent(first, ofEvent)));
}

function toEvent({ id, type, createdAt }: Row, rows: readonly Row[]): EventOf {
  return { id, type, createdAt, deliveries: rows.flatMap(toDelivery) };
}

function toDelivery({ host, state, finishedAt, startedAt, status, error }: Row) {
  if (host === null || state === null) return [];
  const lastAttempt =
    startedAt === null ? undefined : { startedAt, status: status ?? undefined, error: shownError(error) ?? undefined };
  return [{ host, state, finishedAt: finishedAt ?? undefined, lastAttempt }];
}
