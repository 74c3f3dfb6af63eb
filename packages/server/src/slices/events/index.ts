export { EVENT_TYPES, type EventBodies, type EventId, type EventRecord, type EventType } from "./model/event.ts";
