export { callbackHostRoutes } from "./callback-host-routes.ts";
export { webhookPages } from "./dashboard-routes.ts";
export { eventBody, eventRoutes, exampleBody, TEST_DATA, testDataSchema } from "./event-routes.ts";
export { type PageStreamRoutesDeps, pageStreamRoutes } from "./page-stream-routes.ts";
export { type StreamRoutesDeps, streamRoutes } from "./stream-routes.ts";
export { webhookRoutes } from "./webhook-routes.ts";
export type { EventPagesDeps, EventRoutesDeps } from "./wire.ts";
