export type { EventBodies } from "./event-bodies.ts";
export { EVENT_TYPES, type EventId, type EventRecord, type EventType } from "./model/event.ts";
