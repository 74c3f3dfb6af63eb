import { type Db, one, sql } from "#platform/database/db.ts";
import type { EndpointId } from "../model/event.ts";

export type Recoverable = {
  /** Deliveries that were tried and wait for a later attempt. */
  readonly waiting: number;
  /** Deliveries that were given up. */
  readonly failed: number;
  /** There may be more of either. */
  readonly isCut: boolean;
};

type Wanted = {
  readonly ownerId: string;
  /** Undefined: all receivers. */
  readonly endpointId: EndpointId | undefined;
  readonly since: Date;
  readonly now: Date;
  /** At most so many of each kind are counted. */
  readonly max: number;
  /** At most so many of those that were given up are looked at, of which some can be sent nowhere any more. */
  readonly lookedAtMax: number;
};

/**
 * What `events.retry_waiting` and `events.resend_failed` would make due, called until nothing is left. Changes nothing.
 */
export async function countRecoverable(
  db: Db,
  { ownerId, endpointId, since, now, max, lookedAtMax }: Wanted,
): Promise<Recoverable> {
  const endpoint = endpointId ?? null;
  const { waiting, failed, lookedAt } = one(
    await db.query<Omit<Recoverable, "isCut"> & { readonly lookedAt: number }>(sql`
      with given_up as (
        select d.endpoint_id, d.url
          from events.delivery d
         where d.owner_id = ${ownerId}
           and d.state = 'failed'
           and d.finished_at >= ${since}
         order by d.finished_at
         limit ${lookedAtMax}::int)
      select (select count(*)::int
                from (select g.url
                        from given_up g
                       where (${endpoint}::uuid is null or g.endpoint_id = ${endpoint}::uuid)
                         and events.resend_url(g.endpoint_id, g.url, ${ownerId}) is not null
                       limit ${max}::int) sendable) as failed,
             (select count(*)::int from given_up) as "lookedAt",
             (select count(*)::int
                from events.list_retries(${now}, ${ownerId}, ${endpoint}, ${since}, ${max}::int)) as waiting`),
  );
  return { waiting, failed, isCut: waiting === max || failed === max || lookedAt === lookedAtMax };
}
