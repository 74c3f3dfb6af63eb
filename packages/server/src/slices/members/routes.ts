export { historyRoutes } from "./history-routes.ts";
export { type MeRoutesDeps, meRoutes } from "./me-routes.ts";
export { type MemberRoutesDeps, memberRoutes } from "./member-routes.ts";
export { recordRoutes } from "./record-routes.ts";
export { DASHBOARD, type PageScopesDeps, personScope, projectScope } from "./scope-routes.ts";
export { type SettingsRoutesDeps, settingsRoutes } from "./settings-routes.ts";
