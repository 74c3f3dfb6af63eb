import type { Db } from "#platform/database/db.ts";
import type { EventId, EventRecord } from "./model/event.ts";

/**
 * What an event says of its object, in the two forms of the wire: `data` of the envelope, and the bare body of a callbackUrl.
 * Each slice gives this for its own types; one call for all events of a page or batch.
 */
export type EventBodies = (
  db: Db,
  events: readonly EventRecord[],
) => Promise<ReadonlyMap<EventId, { readonly data: object; readonly callback: object }>>;
