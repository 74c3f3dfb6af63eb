export { type AccountRoutesDeps, accountRoutes } from "./account-routes.ts";
export { type BuyRoutesDeps, buyRoutes } from "./buy-routes.ts";
export { type HistoryRoutesDeps, historyRoutes } from "./history-routes.ts";
export { type MeRoutesDeps, meRoutes } from "./me-routes.ts";
export { type ReceiveRoutesDeps, receiveRoutes } from "./receive-routes.ts";
export { type WalletScopeDeps, walletScope } from "./scope-routes.ts";
export { type SendRoutesDeps, sendRoutes } from "./send-routes.ts";
