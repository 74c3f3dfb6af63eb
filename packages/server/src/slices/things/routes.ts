export { searchRoutes } from "./search-routes.ts";
export { timelineRoutes } from "./timeline-routes.ts";
