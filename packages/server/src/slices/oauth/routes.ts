export { type AppsDashboardDeps, appsDashboardRoutes } from "./apps-dashboard-routes.ts";
export { type DemoApp, devOauthRoutes } from "./dev-routes.ts";
export { knownUserRoutes } from "./known-users-routes.ts";
export { VISITOR_HEADER } from "./provider/handle.ts";
export { providerRoutes } from "./provider-routes.ts";
export { userTokenRoutes } from "./user-routes.ts";
