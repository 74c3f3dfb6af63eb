/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - terms: With what a payment is reserved: amount, fee limit, recipient, invoice.
 * - origin: What a payment was made for: a request, a voucher, a withdrawal or a purchase.
 * - pending payment: A payment that is not finished.
 * - finished: Said of a payment that is completed or failed.
 * - keysend: A payment to a node that made no invoice; the payer chooses the preimage.
 * - attempt: One call of the node to pay an invoice; it is written down before the call.
 * - dispatch: To make an attempt.
 * - dispatch deadline: The time after which an attempt that has not reached the node cannot reach it any more.
 * - report: What the node answered or notified; it is not yet a fact of the ledger.
 * - look up, poll: To ask the node about one payment or invoice; to do so again after a pause.
 * - waiter: A request that waits for the outcome of its payment.
 * - duplicate in the same batch: A second request with the same key or id in one call of a batched function.
 */

export type { PayDeps } from "./accept/deps.ts";
export { OPERATIONS } from "./accept/operations.ts";
export { pay } from "./accept/pay.ts";
export { payForOrigin } from "./accept/pay-for-origin.ts";
export { quoteAll, readRecipient, type WholeBalance } from "./accept/quote-all.ts";
export { type Quote, quoteAmount } from "./accept/quote-amount.ts";
export { createPaymentWaiters, type PaymentWaiters } from "./accept/waiters.ts";
export { type AskAddressDeps, askRecipient, fetchCharge } from "./addresses/ask-address.ts";
export type { DriveDeps } from "./drive/deps.ts";
export { drivePayment, driverOf } from "./drive/drive-payment.ts";
export { eventBodies } from "./event-bodies.ts";
export { paymentFinder } from "./find-things.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export { measurePayments } from "./metrics.ts";
export { attemptOverAt } from "./model/attempt.ts";
export { POLICY_RULES, type PolicyRule } from "./model/failure-codes.ts";
export { readInvoice } from "./model/invoice.ts";
export { type FeePolicy, type Origin, type Payment, PaymentNotFound, paymentHashOf } from "./model/payment.ts";
export { type AskedDestination, type Destination, destinationOf, readTarget } from "./model/target.ts";
export { standingOf } from "./model/timeline.ts";
export { type EndByHand, endByHand, type Risk } from "./operate/end-by-hand.ts";
export { type Evidence, gatherEvidence } from "./operate/gather-evidence.ts";
export { endRestore, putPendingOnHold, releasePayments, reportOnHold } from "./operate/put-on-hold.ts";
export { presentPayment } from "./present-payment.ts";
export { paymentTimelines, type TimelineDeps, timelineOf } from "./read-timeline.ts";
export type { PendingMax } from "./store/batched.ts";
export { findRecentCosts, type RecentCosts } from "./store/costs.ts";
export { countAtFormer, findReservedAtFormer, listOrdered, type Ordered } from "./store/former.ts";
export { countInFlight } from "./store/in-flight.ts";
export { listNamedPayments, listPendingOfWallet } from "./store/of-wallet.ts";
export {
  type Dispatched,
  findOutcomes,
  findPayment,
  findPaymentByHash,
  findPaymentOfWallet,
  findPostingAfter,
  listAttempts,
  listDispatched,
  listKnownHashes,
  listPaymentCauses,
  listPaymentsById,
  listPendingIds,
  listPendingPayments,
  listSettled,
  listSettledHashes,
  type PaymentCause,
} from "./store/payments.ts";
export { listPaymentsNamed, listPaymentsOfRequest } from "./store/search.ts";
export { findSettledBefore } from "./store/settled.ts";
export { takeOver } from "./watch/take-over.ts";
