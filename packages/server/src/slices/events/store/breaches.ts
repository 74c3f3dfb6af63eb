import { sql, type Tx } from "#platform/database/db.ts";
import type { EventId } from "../model/event.ts";

/** Events that go nowhere: they are written only when somebody receives them. */
export async function listUndelivered(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: EventId; readonly type: string }[]> {
  return await tx.query(sql`
    select e.id, e.type
      from events.event e
     where not exists (
       select from events.delivery d
        where d.event_id = e.id)
     limit ${limit}`);
}
