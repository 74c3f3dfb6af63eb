export { type RequestRoutesDeps, requestRoutes } from "./dashboard-routes.ts";
