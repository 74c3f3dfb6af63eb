export type { EventBodies } from "./event-bodies.ts";
export { invariants } from "./invariants.ts";
export { EVENT_TYPES, EVENTS_KEPT_MS, type EventId, type EventRecord, type EventType } from "./model/event.ts";
