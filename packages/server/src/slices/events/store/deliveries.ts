import type { IdRange } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import type { LeasedDelivery } from "../model/delivery.ts";
import type { EndpointId, EventId } from "../model/event.ts";
import type { InFlight } from "../model/lease.ts";
import { type EventRow, toEvent } from "./events.ts";

type LeasedRow = Omit<EventRow, "id"> & {
  readonly event_id: EventId;
  readonly receiver_id: string;
  readonly endpoint_id: EndpointId | null;
  readonly endpoint_state: "enabled" | "disabled" | null;
  readonly url: string;
  readonly host: string;
  readonly attempt: number;
  readonly resent_after: number;
  readonly lease_token: bigint;
  readonly secret: Uint8Array | null;
  readonly previous: Uint8Array | null;
  readonly previous_until: Date | null;
};

export type LeaseDue = {
  readonly now: Date;
  readonly until: Date;
  /** In this process. */
  readonly inFlight: InFlight;
  readonly hostMax: number;
  readonly kindMax: number;
  readonly ownerMax: number;
  readonly limit: number;
};

/** Whether any waits, also for a later time: those that are due have no index of their own. */
export const isWaiting = () => part`exists (select from events.delivery where state = 'waiting')`;

/** Runs `events.lease_due`. */
export async function leaseDue(
  db: Db,
  { now, until, inFlight, hostMax, kindMax, ownerMax, limit }: LeaseDue,
): Promise<LeasedDelivery[]> {
  const rows = await db.query<LeasedRow>(sql`
    select *
      from events.lease_due(${now}::timestamptz, ${until}::timestamptz, ${JSON.stringify(inFlight)}::jsonb, ${hostMax}::int,
                            ${kindMax}::int, ${ownerMax}::int, ${limit}::int)`);
  return rows.map(toLeased);
}

function toLeased(row: LeasedRow): LeasedDelivery {
  return {
    event: toEvent({ ...row, id: row.event_id }),
    receiverId: row.receiver_id,
    endpoint:
      row.endpoint_id === null ? undefined : { id: row.endpoint_id, isEnabled: row.endpoint_state === "enabled" },
    url: row.url,
    host: row.host,
    attempt: row.attempt,
    resentAfter: row.resent_after,
    leaseToken: row.lease_token,
    secrets: row.secret === null ? undefined : toSecrets({ ...row, secret: row.secret }),
  };
}

export function toSecrets({
  secret,
  previous,
  previous_until: until,
}: {
  readonly secret: Uint8Array;
  readonly previous: Uint8Array | null;
  readonly previous_until: Date | null;
}) {
  return { current: secret, previous: previous && until ? { secret: previous, until } : undefined };
}

/**
 * How many deliveries wait, for how long the first of them has been due (seconds, 0 when none is), and how many failed.
 */
export async function countDeliveries(
  db: Db,
  now: Date,
): Promise<{ readonly waiting: number; readonly overdueSeconds: number; readonly failed: number }> {
  const rows = await db.query<{ waiting: number; overdueSeconds: number; failed: number }>(sql`
    select count(*)::int as waiting,
           greatest(coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)::float8 as "overdueSeconds",
           (select count(*)::int from events.delivery where state = 'failed') as failed
      from events.delivery
     where state = 'waiting'`);
  return one(rows);
}

/**
 * Deletes up to `limit` events that are older than `before` and not on their way to anybody, with their deliveries and
 * attempts, and what is kept for calls of that time. Returns how many. `range` are the ids to look at, which have an
 * index; it holds all that are so old.
 */
export async function deleteOld(
  db: Db,
  { before, range, limit }: { before: Date; range: IdRange; limit: number },
): Promise<number> {
  const rows = await db.query(sql`
    with old as materialized (
      select e.id
        from events.event e
       where e.id < ${range.before}::uuid
         and e.created_at < ${before}
         and not exists (select from events.delivery d where d.event_id = e.id and d.state = 'waiting')
       order by e.id
       limit ${limit}),
    attempts as (
      delete from events.attempt a using old where a.event_id = old.id),
    locked as materialized (
      select d.event_id, d.receiver_id
        from events.delivery d
        join old on old.id = d.event_id
       order by d.event_id, d.receiver_id
         for update of d),
    deliveries as (
      delete from events.delivery d using locked l where d.event_id = l.event_id and d.receiver_id = l.receiver_id),
    resends as (
      delete from events.resend r where r.id < ${range.before}::uuid and r.created_at < ${before}),
    released as (
      delete from events.released_host h where h.id < ${range.before}::uuid and h.released_at < ${before}),
    listening as (
      delete from events.listening l where l.until < ${before})
    delete from events.event e
     using old
     where e.id = old.id
    returning e.id`);
  return rows.length;
}
