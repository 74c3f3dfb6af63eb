/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - session of the ramp: What a project creates so that one person can buy in the widget, for 15 minutes. In slice
 *   `ramp` it is just the session.
 * - page key: What the first browser that opens a session gets, and asks with from then on.
 * - quote: A price and an amount that hold for 60 seconds.
 * - processor: What takes the money of cards, and gives it back: Stripe, or the sandbox.
 * - authorization, capture: The promise of the card's bank to pay, and the taking of the money.
 * - delivery: The payment that brings bought bitcoin to its destination.
 * - hold: A time in which a purchase is paid and not delivered.
 * - refund: Card money that is given back, because the delivery has failed with proof.
 * - dispute: What a cardholder's bank begins to get back the money of a purchase that was delivered.
 * - entry: One movement in the books of the cards, in minor units of a currency: a debit and a credit.
 * - minor unit: The smallest unit of a currency, such as a cent.
 */

export { topPageProof } from "./checkout/prove-by-login.ts";
export { listStrays, refundStray } from "./drive/adopt-stray.ts";
export { deliverStray } from "./drive/deliver-stray.ts";
export { endAuthorization, SEEN } from "./drive/end-authorization.ts";
export { endRefundByHand } from "./drive/end-refund-by-hand.ts";
export { findDossier } from "./drive/find-dossier.ts";
export { liftRejection } from "./drive/lift-rejection.ts";
export { lookBackFrom } from "./drive/look-back.ts";
export { takeMessage } from "./drive/take-message.ts";
export { eventBodies } from "./event-bodies.ts";
export { findBought } from "./find-bought.ts";
export { rampFinder } from "./find-things.ts";
export { invariants } from "./invariants.ts";
export type { ToldPurchase } from "./model/lost-purchase.ts";
export type {
  Card,
  FoundPayment,
  IdentityProvider,
  IdentityResult,
  PaymentProcessor,
  ProcessorEvent,
  ProcessorMessage,
  ProcessorPayment,
  ProcessorRequest,
  Rates,
} from "./model/ports.ts";
export { ProcessorUnavailable, WebhookRefused } from "./model/processor-errors.ts";
export { type Purchase, type PurchaseId, PurchaseNotFound } from "./model/purchase.ts";
export type { RampSettings } from "./model/settings.ts";
export { purchaseTimelines } from "./read-timeline.ts";
export { changeOrigins } from "./sessions/change-origins.ts";
export { findFrame } from "./sessions/find-frame.ts";
export { type OpenForUser, openForUser } from "./sessions/open-for-user.ts";
export { findPurchaseNamed, listBegunPurchases, listStuckPurchases } from "./store/purchases.ts";
export { findOrigins, listSessionsOfRequest } from "./store/sessions.ts";
