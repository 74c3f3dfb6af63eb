export { providerRoutes } from "./provider-routes.ts";
export { userTokenRoutes } from "./user-routes.ts";
