import { type Db, sql } from "#platform/database/db.ts";
import { DISABLED_BY_PROJECT } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";

/** An endpoint that takes no events now. */
export type FailingEndpoint = {
  readonly id: EndpointId;
  /** The project. */
  readonly ownerId: string;
  readonly host: string;
  /** Deliveries that were tried `TRIES_MIN` times or more and wait for the next attempt. */
  readonly waiting: number;
  /** Deliveries that were given up since. */
  readonly failed: number;
};

/** What fails once or twice may be a restart of the receiver. */
const TRIES_MIN = 3;

/** Enabled endpoints with such deliveries, those with most first. One that was given up counts from `since` on. */
export async function listFailingEndpoints(
  db: Db,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly FailingEndpoint[]> {
  return await db.query<FailingEndpoint>(sql`
    select e.id, e.owner_id as "ownerId", e.host,
           count(*) filter (where d.state = 'waiting')::int as waiting,
           count(*) filter (where d.state = 'failed')::int as failed
      from events.delivery d
      join events.endpoint e on e.id = d.endpoint_id
     where e.state = 'enabled'
       and (d.state = 'waiting' and d.attempt >= ${TRIES_MIN}::int
            or d.state = 'failed' and d.finished_at >= ${since})
     group by e.id
     order by count(*) desc, e.id
     limit ${limit}`);
}

/** An endpoint that its project should look at. */
export type TroubledEndpoint = Pick<FailingEndpoint, "id" | "ownerId" | "host"> & {
  /** When the first of the events was made that it does not take, or when it was switched off. */
  readonly since: Date;
  readonly trouble:
    | {
        readonly kind: "failing" /** Of the last answer; undefined: there was none. */;
        readonly status: number | undefined;
      }
    /** Not by its project. */
    | { readonly kind: "off"; readonly reason: string };
};

type TroubledRow = Omit<TroubledEndpoint, "trouble"> & {
  readonly reason: string | null;
  readonly status: number | null;
};

/** So many of a project's newest events are looked at for one that the endpoint has taken. */
const NEWEST_MAX = 100;

/**
 * Endpoints that have taken nothing since an event that was made before `before`, although it was tried `TRIES_MIN`
 * times; and those that were switched off by the service. One that takes newer events than those that it refuses fails
 * at these alone, and is none. What was given up counts for a day from `before` on.
 */
export async function listTroubledEndpoints(
  db: Db,
  { before, givenUpSince, limit }: { readonly before: Date; readonly givenUpSince: Date; readonly limit: number },
): Promise<readonly TroubledEndpoint[]> {
  const rows = await db.query<TroubledRow>(sql`
    with stuck as (
      select d.endpoint_id, d.event_id, d.created_at
        from events.delivery d
       where d.endpoint_id is not null
         and (d.state = 'waiting' and d.attempt - d.resent_after >= ${TRIES_MIN}::int
              or d.state = 'failed' and d.finished_at >= ${givenUpSince})),
    suspect as (
      select e.id, e.owner_id, e.host, taken.at as taken_at
        from events.endpoint e
       cross join lateral (
          select max(d.finished_at) as at
            from (select v.id
                    from events.event v
                   where v.owner_id = e.owner_id
                   order by v.id desc
                   limit ${NEWEST_MAX}::int) newest
            join events.delivery d on d.event_id = newest.id and d.receiver_id = e.id
           where d.state = 'delivered') taken
       where e.state = 'enabled'
         and e.id in (select k.endpoint_id from stuck k)),
    failing as (
      select s.id, s.owner_id, s.host, min(k.created_at) as since,
             (array_agg(k.event_id order by k.event_id desc))[1] as newest
        from suspect s
        join stuck k on k.endpoint_id = s.id
       where s.taken_at is null
          or k.created_at > s.taken_at
       group by s.id, s.owner_id, s.host
      having min(k.created_at) <= ${before})
    select f.id, f.owner_id as "ownerId", f.host, f.since, null as reason,
           (select a.status
              from events.attempt a
             where a.event_id = f.newest
               and a.receiver_id = f.id
             order by a.number desc
             limit 1) as status
      from failing f
    union all
    select e.id, e.owner_id, e.host, e.updated_at, e.disabled_reason, null
      from events.endpoint e
     where e.state = 'disabled'
       and e.disabled_reason <> ${DISABLED_BY_PROJECT}
     order by since, id
     limit ${limit}`);
  return rows.map(({ reason, status, ...endpoint }) => ({
    ...endpoint,
    trouble: reason === null ? { kind: "failing", status: status ?? undefined } : { kind: "off", reason },
  }));
}
