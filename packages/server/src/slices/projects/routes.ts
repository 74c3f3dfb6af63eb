export { type KeyRoutesDeps, keysDashboardRoutes } from "./keys-dashboard-routes.ts";
