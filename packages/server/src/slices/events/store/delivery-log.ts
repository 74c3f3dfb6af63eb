import { type IdRange, NO_RANGE } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { DELIVERY_STATES, type DeliveryState, type EndpointId, type EventId, type EventType } from "../model/event.ts";
import { listEndpoints } from "./endpoints.ts";
import { type DeliveryView, typesWanted } from "./events.ts";

/** An attempt without what was sent and answered. */
export type AttemptLine = {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
};

/** A delivery with its event and its last attempt. */
export type DeliveryLine = DeliveryView & {
  readonly type: EventType;
  readonly objectId: string;
  readonly createdAt: Date;
  /** Undefined: none was made. */
  readonly last: AttemptLine | undefined;
};

/** Names a delivery, and where a list goes on. */
export type DeliveryKey = Pick<DeliveryView, "eventId" | "receiverId">;

export type DeliveryFilter = {
  readonly type?: EventType | undefined;
  readonly state?: DeliveryState | undefined;
  readonly endpointId?: EndpointId | undefined;
  /** "host" or "host:port" of callbackUrls, and of endpoints as they are now. */
  readonly host?: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

type LineRow = DeliveryView & {
  readonly type: EventType;
  readonly objectId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly error: string | null;
};

function toLine({ startedAt, durationMs, status, error, ...delivery }: LineRow): DeliveryLine {
  const last =
    startedAt === null || durationMs === null
      ? undefined
      : { number: delivery.attempts, startedAt, durationMs, status, error };
  return { ...delivery, last };
}

const COLUMNS = part`
  d.event_id as "eventId", d.receiver_id as "receiverId", d.endpoint_id as "endpointId", d.url, d.state,
  d.attempt as attempts, d.due_at as "dueAt", d.finished_at as "finishedAt", d.created_at as "createdAt", e.type,
  e.object_id as "objectId", a.started_at as "startedAt", a.duration_ms as "durationMs", a.status, a.error`;
const JOINED = part`
  join events.event e on e.id = d.event_id
  left join events.attempt a
    on a.event_id = d.event_id
   and a.receiver_id = d.receiver_id
   and a.number = d.attempt`;

const NIL = NO_RANGE.from;

/**
 * A page of a project's deliveries, those of the newest event first, after the delivery `after`. `range` are the events
 * to look at; it holds all that `from` and `to` want. Runs `events.list_deliveries`.
 */
export async function listDeliveryLines(
  db: Db,
  page: {
    readonly ownerId: string;
    readonly range: IdRange;
    readonly after: DeliveryKey | undefined;
    readonly limit: number;
  },
  { type, state, endpointId, host, from, to }: DeliveryFilter,
): Promise<DeliveryLine[]> {
  const { ownerId, range, after, limit } = page;
  const before =
    after !== undefined && after.eventId < range.before ? after : { eventId: range.before, receiverId: NIL };
  const rows = await db.query<LineRow>(sql`
    select ${COLUMNS}
      from events.list_deliveries(
             ${ownerId}, ${state === undefined ? DELIVERY_STATES : [state]}::text[], ${typesWanted(type)}::text[],
             case
               when ${endpointId ?? null}::uuid is not null then array[${endpointId ?? null}::uuid::text]
               when ${host ?? null}::text is not null then ${host ?? null}::text || array(
                 select p.id::text
                   from events.endpoint p
                  where p.owner_id = ${ownerId}
                    and p.host = ${host ?? null}::text
                  order by p.id desc
                  limit ${ENDPOINTS_OF_HOST_MAX})
             end,
             ${range.from}, ${before.eventId}, ${before.receiverId}, ${from ?? null}, ${to ?? null},
             ${limit}::int) k
      join events.delivery d on d.event_id = k.event_id and d.receiver_id = k.receiver_id
      ${JOINED}
     order by d.event_id desc, d.receiver_id desc`);
  return rows.map(toLine);
}

/** A project may have removed any number. */
const ENDPOINTS_OF_HOST_MAX = 100;

/** How far a project is with being told of events. */
export type WebhookUse = "none" | "made" | "delivered";

/** Whether anything was ever delivered, to an endpoint or a `callbackUrl`, and else whether there is an endpoint. */
export async function findWebhookUse(db: Db, ownerId: string): Promise<WebhookUse> {
  const first = { ownerId, range: NO_RANGE, after: undefined, limit: 1 };
  if ((await listDeliveryLines(db, first, { state: "delivered" })).length > 0) return "delivered";
  return (await listEndpoints(db, { ownerId, before: undefined, limit: 1 })).length > 0 ? "made" : "none";
}

/** The delivery, if it is the project's. */
export async function findDeliveryLine(
  db: Db,
  ownerId: string,
  { eventId, receiverId }: DeliveryKey,
): Promise<DeliveryLine | undefined> {
  const [row] = await db.query<LineRow>(sql`
    select ${COLUMNS}
      from events.delivery d
      ${JOINED}
     where d.event_id = ${eventId}
       and d.receiver_id = ${receiverId}
       and d.owner_id = ${ownerId}`);
  return row && toLine(row);
}

/** The attempts at a delivery, the last one first. */
export async function listAttemptLines(
  db: Db,
  { eventId, receiverId }: DeliveryKey,
  limit: number,
): Promise<AttemptLine[]> {
  return await db.query<AttemptLine>(sql`
    select number, started_at as "startedAt", duration_ms as "durationMs", status, error
      from events.attempt
     where event_id = ${eventId}
       and receiver_id = ${receiverId}
     order by number desc
     limit ${limit}`);
}

/** An attempt with what was sent and answered. What is null was not kept then. */
export type AttemptContent = AttemptLine & {
  readonly url: string | null;
  readonly signature: string | null;
  readonly bodyHash: Uint8Array | null;
  readonly answer: string | null;
  readonly isPublic: boolean | null;
};

/** An attempt at a delivery of the project. */
export async function findAttempt(
  db: Db,
  ownerId: string,
  { eventId, receiverId, number }: DeliveryKey & { readonly number: number },
): Promise<AttemptContent | undefined> {
  const [row] = await db.query<AttemptContent>(sql`
    select a.number, a.started_at as "startedAt", a.duration_ms as "durationMs", a.status, a.error, a.url, a.signature,
           a.body_hash as "bodyHash", a.answer, a.is_public as "isPublic"
      from events.attempt a
      join events.delivery d on d.event_id = a.event_id and d.receiver_id = a.receiver_id
     where a.event_id = ${eventId}
       and a.receiver_id = ${receiverId}
       and a.number = ${number}
       and d.owner_id = ${ownerId}`);
  return row;
}

/** When the last attempts to send an event were begun, to all receivers, and how they were signed. */
export async function listSignatures(
  db: Db,
  eventId: EventId,
  limit: number,
): Promise<{ readonly startedAt: Date; readonly signature: string | null }[]> {
  return await db.query(sql`
    select started_at as "startedAt", signature
      from events.attempt
     where event_id = ${eventId}
     order by started_at desc
     limit ${limit}`);
}
