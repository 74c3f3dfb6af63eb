export { type CheckoutRoutesDeps, checkoutRoutes } from "./checkout-routes.ts";
export { devRampRoutes } from "./dev-routes.ts";
export { processorRoutes } from "./processor-routes.ts";
export { purchaseRoutes } from "./purchase-routes.ts";
export { type SessionRoutesDeps, sessionRoutes } from "./session-routes.ts";
export {
  COMPLETED,
  completedPurchaseSchema,
  FAILED,
  failedPurchaseSchema,
  VERIFIED,
  verifiedUserSchema,
} from "./wire.ts";
