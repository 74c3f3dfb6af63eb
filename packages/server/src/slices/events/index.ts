export { combineBodies } from "./combine-bodies.ts";
export type { EventBodies } from "./event-bodies.ts";
export { measureDeliveries } from "./metrics.ts";
export { type Envelope, envelopeOf } from "./model/envelope.ts";
export { EVENT_TYPES, EVENTS_KEPT_MS, type EventId, type EventRecord, type EventType } from "./model/event.ts";
