export { ACCOUNT_PAGES, type AccountRoutesDeps, accountRoutes } from "./account-routes.ts";
export { type LoginRoutesDeps, loginRoutes, type OtherFactors, visitorOf } from "./login-routes.ts";
