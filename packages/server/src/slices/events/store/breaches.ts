import { sql, type Tx } from "#platform/database/db.ts";
import type { EventId } from "../model/event.ts";

/** Events without a delivery that were not written for the stream alone, and those with one that were. */
export async function listMisdelivered(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: EventId; readonly type: string; readonly streamed: boolean }[]> {
  return await tx.query(sql`
    select e.id, e.type, e.streamed
      from events.event e
     where e.streamed = exists (
       select from events.delivery d
        where d.event_id = e.id)
     limit ${limit}`);
}
