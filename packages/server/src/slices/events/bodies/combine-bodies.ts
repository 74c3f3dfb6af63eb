import type { EventBody } from "../model/delivery.ts";
import type { EventId, EventRecord, EventType } from "../model/event.ts";
import type { EventBodies } from "./event-bodies.ts";

/**
 * What slices say of their events, as one: each event goes to the bodies of its type. An event of a type that nobody
 * has is left out.
 */
export function combineBodies(parts: Readonly<Partial<Record<EventType, EventBodies>>>): EventBodies {
  const all: typeof parts = { ...parts, "webhook.test": testBodies };
  return async (db, events) => {
    const found = new Map<EventId, EventBody>();
    for (const [bodies, own] of Map.groupBy(events, ({ type }) => all[type]))
      for (const [id, body] of (await bodies?.(db, own)) ?? []) found.set(id, body);
    return found;
  };
}

/** For a type of which two slices write events: what the first one leaves out is the second one's. */
export function firstOf(first: EventBodies, second: EventBodies): EventBodies {
  return async (db, events) => {
    const found = await first(db, events);
    const left = events.filter(({ id }) => !found.has(id));
    return left.length === 0 ? found : new Map([...found, ...(await second(db, left))]);
  };
}

const testBodies: EventBodies = async (_db, events) =>
  new Map(events.map((event) => [event.id, { data: testData(event), callback: testData(event) }]));

/** Of `webhook.test`, whose object is the endpoint. */
function testData({ objectId }: EventRecord): { readonly webhookEndpointId: string } {
  return { webhookEndpointId: objectId };
}
