import type { Idempotency } from "#idempotency";
import { type IdRange, NO_RANGE } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import {
  type DeliveryState,
  type EndpointId,
  EVENT_TYPES,
  type EventId,
  type EventRecord,
  type EventType,
} from "../model/event.ts";

export type EventRow = {
  readonly id: EventId;
  readonly owner_id: string;
  readonly type: EventType;
  readonly object_id: string;
  readonly sequence: number;
  readonly facts: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
};

export function toEvent(row: EventRow): EventRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    type: row.type,
    objectId: row.object_id,
    sequence: row.sequence,
    facts: row.facts ?? undefined,
    createdAt: row.created_at,
  };
}

/** The event with this id, if it is the project's. */
export async function findEvent(db: Db, ownerId: string, id: EventId): Promise<EventRecord | undefined> {
  const [row] = await db.query<EventRow>(sql`
    select *
      from events.event
     where id = ${id}
       and owner_id = ${ownerId}`);
  return row && toEvent(row);
}

export type EventFilter = {
  readonly type?: EventType | undefined;
  /** Some delivery of the event is in this state. */
  readonly state?: DeliveryState | undefined;
  readonly objectId?: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

type EventPage = { readonly ownerId: string; readonly range?: IdRange; readonly limit: number };

/**
 * A page of a project's events, newest first. `range` are the ids to look at; it holds all that `from` and `to` want.
 */
export async function listEvents(db: Db, page: EventPage, filter: EventFilter): Promise<EventRecord[]> {
  const { state } = filter;
  const list = state === undefined || state === "delivered" ? listFromEvents : listFromDeliveries;
  return (await list(db, page, filter)).map(toEvent);
}

/**
 * Reads the events of the range until the page is full: fits what nearly all events have. The events of an object have
 * an index of their own. The limit inside keeps the planner from reading all deliveries first.
 */
async function listFromEvents(
  db: Db,
  { ownerId, range = NO_RANGE, limit }: EventPage,
  { type, state, objectId, from, to }: EventFilter,
): Promise<EventRow[]> {
  const ofObject = objectId === undefined ? part`true` : part`object_id = ${objectId}`;
  return await db.query<EventRow>(sql`
    select *
      from events.event e
     where owner_id = ${ownerId}
       and ${ofObject}
       and id >= ${range.from}
       and id < ${range.before}
       and created_at >= ${from ?? "-infinity"}::timestamptz
       and created_at < ${to ?? "infinity"}::timestamptz
       and (${type ?? null}::text is null or type = ${type ?? null}::text)
       and (${state ?? null}::text is null
            or (select true from events.delivery d where d.event_id = e.id and d.state = ${state ?? null}::text limit 1))
     order by id desc
     limit ${limit}`);
}

/** Reads the deliveries in a state that few are in. Runs `events.list_in_state`. */
async function listFromDeliveries(
  db: Db,
  { ownerId, range = NO_RANGE, limit }: EventPage,
  { type, state, objectId, from, to }: EventFilter,
): Promise<EventRow[]> {
  return await db.query<EventRow>(sql`
    select *
      from events.list_in_state(
             ${ownerId}, ${state}, ${typesWanted(type)}::text[], ${objectId ?? null}, ${range.from}, ${range.before},
             ${from ?? null}, ${to ?? null}, ${limit}::int)`);
}

/** The types of deliveries that a list looks through. "": one that has none yet; that of its event counts then. */
export function typesWanted(type: EventType | undefined): readonly string[] {
  return [...(type === undefined ? Object.keys(EVENT_TYPES) : [type]), ""];
}

/** An event on its way to one receiver, as its project sees it. */
export type DeliveryView = {
  readonly eventId: EventId;
  /** The endpoint, or the event itself for a callbackUrl. */
  readonly receiverId: string;
  readonly endpointId: EndpointId | null;
  readonly url: string;
  readonly state: DeliveryState;
  /** Attempts so far. */
  readonly attempts: number;
  /** Of the next attempt. */
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
};

/** The deliveries of these events, the first receiver first. */
export async function listDeliveries(db: Db, ids: readonly EventId[]): Promise<DeliveryView[]> {
  return await db.query<DeliveryView>(sql`
    select event_id as "eventId", receiver_id as "receiverId", endpoint_id as "endpointId", url, state,
           attempt as attempts, due_at as "dueAt", finished_at as "finishedAt"
      from events.delivery
     where event_id = any (${ids}::uuid[])
     order by event_id, receiver_id`);
}

/** One attempt, as its project sees it: never what the receiver answered. */
export type AttemptView = {
  readonly receiverId: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** HTTP status of the answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
};

/** Where a list of attempts goes on. */
export type AttemptPosition = Pick<AttemptView, "number" | "receiverId">;

/** A page of an event's attempts, the highest number first. */
export async function listAttempts(
  db: Db,
  { eventId, before, limit }: { eventId: EventId; before: AttemptPosition | undefined; limit: number },
): Promise<AttemptView[]> {
  return await db.query<AttemptView>(sql`
    select receiver_id as "receiverId", number, started_at as "startedAt", duration_ms as "durationMs", status, error
      from events.attempt
     where event_id = ${eventId}
       and (${before?.number ?? null}::int is null
            or (number, receiver_id) < (${before?.number ?? null}::int, ${before?.receiverId ?? null}::uuid))
     order by number desc, receiver_id desc
     limit ${limit}`);
}

type Keyed = { readonly idempotency: Idempotency | undefined; readonly now: Date };

export type Resent = "resent" | "replay" | "mismatch" | "not_found" | "no_receiver";

/** Runs `events.resend`. */
export async function updateResent(
  db: Db,
  { ownerId, eventId, receiverId }: { ownerId: string; eventId: EventId; receiverId: string | undefined },
  { idempotency, now }: Keyed,
): Promise<Resent> {
  const { outcome } = one(
    await db.query<{ outcome: Resent }>(sql`
      select events.resend(
               ${now}, ${ownerId}, ${eventId}, ${receiverId ?? null}, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex')) as outcome`),
  );
  return outcome;
}

export type FailedResent = {
  readonly outcome: "resent" | "replay" | "mismatch";
  readonly resent: number;
  readonly nextSince: Date | null;
};

/** Runs `events.resend_failed`. `endpointId`: of this endpoint alone. */
export async function updateFailedResent(
  db: Db,
  {
    id,
    ownerId,
    endpointId,
    since,
    limit,
  }: { id: string; ownerId: string; endpointId: EndpointId | undefined; since: Date; limit: number },
  { idempotency, now }: Keyed,
): Promise<FailedResent> {
  return one(
    await db.query<FailedResent>(sql`
      select outcome, resent, next_since as "nextSince"
        from events.resend_failed(
               ${now}, ${id}, ${ownerId}, ${endpointId ?? null}, ${since}, ${limit}::int,
               ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** Runs `events.retry_waiting`. Returns how many deliveries are due now. */
export async function updateRetries(
  db: Db,
  {
    ownerId,
    endpointId,
    since,
    limit,
  }: { ownerId: string; endpointId: EndpointId | undefined; since: Date; limit: number },
  now: Date,
): Promise<number> {
  const { retried } = one(
    await db.query<{ retried: number }>(sql`
      select events.retry_waiting(${now}, ${ownerId}, ${endpointId ?? null}, ${since}, ${limit}::int) as retried`),
  );
  return retried;
}

export type TestWritten = {
  readonly outcome: "written" | "replay" | "mismatch" | "not_found" | "disabled";
  readonly event: EventId;
};

/** Runs `events.send_test`. */
export async function insertTestEvent(
  db: Db,
  { id, ownerId, endpointId }: { id: EventId; ownerId: string; endpointId: EndpointId },
  { idempotency, now }: Keyed,
): Promise<TestWritten> {
  return one(
    await db.query<TestWritten>(sql`
      select outcome, event
        from events.send_test(
               ${now}, ${id}, ${ownerId}, ${endpointId}, ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}
