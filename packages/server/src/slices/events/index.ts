export { combineBodies, firstOf } from "./bodies/combine-bodies.ts";
export type { EventBodies } from "./bodies/event-bodies.ts";
export { type CallbackCheck, checkCallbacks, createHostCache } from "./hosts/check-callback.ts";
export { invariants } from "./invariants.ts";
export { measureDeliveries, measureListeners, measurePageStreams } from "./metrics.ts";
export { CallbackHostClaimed } from "./model/callback-host.ts";
export type { EventBody } from "./model/delivery.ts";
export { type CallRules, endpointUrl } from "./model/endpoint.ts";
export {
  type EndpointId,
  EVENT_TYPES,
  type EventId,
  type EventRecord,
  type EventType,
  keptSince,
} from "./model/event.ts";
export { findWebhookUse, type WebhookUse } from "./store/delivery-log.ts";
export { findEndpoint } from "./store/endpoints.ts";
export { findEvent } from "./store/events.ts";
export {
  countTroubles,
  type FailingEndpoint,
  listFailingEndpoints,
  listTroubledEndpoints,
  type TroubledEndpoint,
} from "./store/failing.ts";
export { type EventOf, listEventsOf } from "./store/of-object.ts";
export { createListeners } from "./stream/listeners.ts";
export { createPageWatch } from "./stream/page-watch.ts";
