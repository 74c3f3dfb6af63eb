export { callbackHostRoutes } from "./callback-host-routes.ts";
export { eventBody, eventRoutes, exampleBody, TEST_DATA, testData } from "./event-routes.ts";
export type { EventRoutesDeps } from "./shared-routes.ts";
export { type StreamRoutesDeps, streamRoutes } from "./stream-routes.ts";
export { webhookRoutes } from "./webhook-routes.ts";
