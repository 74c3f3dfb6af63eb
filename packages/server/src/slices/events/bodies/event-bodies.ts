import type { Db } from "#platform/database/db.ts";
import type { EventBody } from "../model/delivery.ts";
import type { EventId, EventRecord } from "../model/event.ts";

/**
 * What events say of their objects. Each slice gives this for its own types; one call for all events of a page or
 * batch.
 */
export type EventBodies = (db: Db, events: readonly EventRecord[]) => Promise<ReadonlyMap<EventId, EventBody>>;
