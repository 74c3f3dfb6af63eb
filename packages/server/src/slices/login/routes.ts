export { walletAuthRoutes } from "./wallet-auth-routes.ts";
