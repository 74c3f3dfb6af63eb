export { ACCOUNT_PAGES, type AccountRoutesDeps, accountRoutes } from "./account-routes.ts";
export { type LoginRoutesDeps, loginRoutes, type OtherFactors } from "./login-routes.ts";
