export { keysDashboardRoutes } from "./keys-dashboard-routes.ts";
