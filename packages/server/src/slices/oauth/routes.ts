export { type DemoApp, devOauthRoutes } from "./dev-routes.ts";
export { providerRoutes } from "./provider-routes.ts";
export { userTokenRoutes } from "./user-routes.ts";
