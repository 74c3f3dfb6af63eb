export { type TotalsRoutesDeps, totalsRoutes } from "./dashboard-routes.ts";
