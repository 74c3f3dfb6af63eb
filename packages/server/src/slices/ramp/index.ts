export type { CheckoutDeps, RampSettings } from "./checkout/deps.ts";
export type { SellDeps } from "./drive/apply-step.ts";
export { eventBodies } from "./event-bodies.ts";
export { invariants } from "./invariants.ts";
export type { RampLimits } from "./model/limits.ts";
export type * from "./model/ports.ts";
export type { PurchaseId } from "./model/purchase.ts";
export type { RampFees } from "./model/quote.ts";
export type { SessionId } from "./model/session.ts";
