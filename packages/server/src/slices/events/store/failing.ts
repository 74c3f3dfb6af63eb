import { type Db, one, part, sql } from "#platform/database/db.ts";
import { DISABLED_BY_PROJECT } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";

/** An endpoint that accepts no events now. */
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
  readonly trouble: Trouble;
};

export type Trouble =
  | {
      readonly kind: "failing";
      /** Of the last answer; undefined: there was none. */
      readonly status: number | undefined;
    }
  /** Not by its project. */
  | { readonly kind: "off"; readonly reason: string };

type TroubledRow = Omit<TroubledEndpoint, "trouble"> & {
  readonly reason: string | null;
  readonly status: number | null;
};

/**
 * Endpoints that have taken nothing since an event that was made before `before`, although so much was tried; and those
 * that were switched off by the service. One that takes newer events than those that it refuses fails at these alone,
 * and is none.
 */
export async function listTroubledEndpoints(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<readonly TroubledEndpoint[]> {
  const rows = await db.query<TroubledRow>(sql`
    select e.id, e.owner_id as "ownerId", e.host, e.failing_since as since, null as reason, e.failed_status as status
      from events.endpoint e
     where e.failing_since <= ${before}
       and e.failures >= ${TRIES_MIN}::int
       and e.state = 'enabled'
    union all
    select e.id, e.owner_id, e.host, e.updated_at, e.disabled_reason, null
      from events.endpoint e
     where e.state = 'disabled'
       and e.disabled_reason <> ${DISABLED_BY_PROJECT}
     order by since, id
     limit ${limit}`);
  return rows.map(({ reason, status, ...endpoint }) => ({ ...endpoint, trouble: troubleOf(reason, status) }));
}

function troubleOf(reason: string | null, status: number | null): Trouble {
  return reason === null ? { kind: "failing", status: status ?? undefined } : { kind: "off", reason };
}

/** The same endpoints of one project, from the third attempt on, with what is to come. */
export type EndpointTrouble = {
  readonly id: EndpointId;
  readonly url: string;
  readonly since: Date;
  readonly trouble: Trouble;
  /** Deliveries that wait, and that were given up: `COUNTED_MAX` stands for more. */
  readonly waiting: number;
  readonly failed: number;
  /** Undefined: nothing waits, or it is behind so much for another endpoint of the host that it was not looked for. */
  readonly nextAttemptAt: Date | undefined;
};

export const COUNTED_MAX = 1_000;
/** Of a host's queue, which other endpoints of the project may be in. */
const LOOKED_AT_MAX = 200;

/** That an endpoint accepts nothing, from the third attempt on, or was switched off by the service. */
const IS_TROUBLED = part`(
             e.state = 'enabled' and e.failures >= ${TRIES_MIN}::int
             or e.state = 'disabled' and e.disabled_reason <> ${DISABLED_BY_PROJECT})`;

/** How many of a project's endpoints {@link listTroubles} has. */
export async function countTroubles(db: Db, ownerId: string): Promise<number> {
  const { count } = one(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count
        from events.endpoint e
       where e.owner_id = ${ownerId}
         and ${IS_TROUBLED}`),
  );
  return count;
}

/** Reads of each endpoint a page of an index, however much waits. */
export async function listTroubles(db: Db, ownerId: string): Promise<readonly EndpointTrouble[]> {
  const rows = await db.query<
    Omit<EndpointTrouble, "trouble" | "nextAttemptAt"> &
      Pick<TroubledRow, "reason" | "status"> & { readonly nextAttemptAt: Date | null }
  >(sql`
    with troubled as materialized (
      select e.id, e.owner_id, e.host, e.url, coalesce(e.failing_since, e.updated_at) as since,
             e.disabled_reason as reason, e.failed_status as status
        from events.endpoint e
       where e.owner_id = ${ownerId}
         and ${IS_TROUBLED})
    select t.id, t.url, t.since, t.reason, t.status,
           (select count(*)::int
              from (select
                      from events.delivery d
                     where d.owner_id = t.owner_id
                       and d.state = 'waiting'
                       and coalesce(d.endpoint_id::text, d.host) = t.id::text
                     limit ${COUNTED_MAX}::int) waits) as waiting,
           (select count(*)::int
              from (select
                      from events.delivery d
                     where d.owner_id = t.owner_id
                       and d.state = 'failed'
                       and coalesce(d.endpoint_id::text, d.host) = t.id::text
                     limit ${COUNTED_MAX}::int) ended) as failed,
           (select min(n.due_at)
              from (values (false), (true)) as kind(is_retry)
             cross join lateral (
                select q.due_at
                  from (select d.due_at, d.endpoint_id
                          from events.delivery d
                         where d.host = t.host
                           and d.owner_id = t.owner_id
                           and d.state = 'waiting'
                           and (d.attempt > 0) = kind.is_retry
                         order by d.due_at
                         limit ${LOOKED_AT_MAX}::int) q
                 where q.endpoint_id = t.id
                 order by q.due_at
                 limit 1) n) as "nextAttemptAt"
      from troubled t
     order by t.since, t.id`);
  return rows.map(({ reason, status, nextAttemptAt, ...endpoint }) => ({
    ...endpoint,
    trouble: troubleOf(reason, status),
    nextAttemptAt: nextAttemptAt ?? undefined,
  }));
}
