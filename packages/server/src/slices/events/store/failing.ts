import { type Db, sql } from "#platform/database/db.ts";
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
