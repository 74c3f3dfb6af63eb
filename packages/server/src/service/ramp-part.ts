import * as ramp from "#slices/ramp/routes.ts";
import type { RampEvents } from "./webhooks.ts";

/** All that others reach of the on-ramp, behind the one import of load-ramp.ts. */
export {
  changeOrigins,
  deliverStray,
  endAuthorization,
  endRefundByHand,
  eventBodies,
  findDossier,
  findOrigins,
  findPurchaseNamed,
  invariants,
  liftRejection,
  listBegunPurchases,
  listSessionsOfRequest,
  listStrays,
  listStuckPurchases,
  lookBackFrom,
  type Purchase,
  type PurchaseId,
  PurchaseNotFound,
  refundStray,
  SEEN,
  type ToldPurchase,
} from "#ramp";
export { purchaseRoutes, sessionRoutes } from "#slices/ramp/routes.ts";
export { findSetProcessor, openProcessor, type Ramp, routeReserveOf, wireRamp } from "./wire-ramp.ts";

export const RAMP_EVENTS: RampEvents = {
  "ramp.purchase.completed": { schema: ramp.completedPurchaseSchema, example: ramp.COMPLETED, sequence: 7 },
  "ramp.purchase.failed": { schema: ramp.failedPurchaseSchema, example: ramp.FAILED, sequence: 8 },
  "ramp.kyc.completed": { schema: ramp.verifiedUserSchema, example: ramp.VERIFIED, sequence: 3 },
};
