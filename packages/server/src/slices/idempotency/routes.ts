export { type FileRoutesDeps, fileRoutes } from "./dashboard-routes.ts";
