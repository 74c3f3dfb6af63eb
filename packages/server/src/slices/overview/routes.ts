export { type OverviewRoutesDeps, overviewRoutes } from "./dashboard-routes.ts";
