export type { PayDeps } from "./accept/deps.ts";
export { pay } from "./accept/pay.ts";
export { type PayForOrigin, payForOrigin } from "./accept/pay-for-origin.ts";
export { createPaymentWaiters, type PaymentWaiters } from "./accept/waiters.ts";
export { type AskAddressDeps, fetchCharge } from "./addresses/ask-address.ts";
export type { DriveDeps } from "./drive/deps.ts";
export { drivePayment } from "./drive/drive-payment.ts";
export { eventBodies } from "./event-bodies.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export { measurePayments } from "./metrics.ts";
export { type FeePolicy, type Payment, PaymentNotFound } from "./model/payment.ts";
export { type EndByHand, endByHand } from "./operate/end-by-hand.ts";
export { endRestore, holdPendingPayments, releasePayments } from "./operate/hold-payments.ts";
export type { PendingMax, PolicyRule } from "./store/batched.ts";
export {
  type Attempt,
  countPending,
  findOutcomes,
  findPayment,
  findPostingAfter,
  listAttempts,
  listHeldAmounts,
  listKnownHashes,
  listPaymentNotes,
  listPendingIds,
  listPendingPayments,
  type Outcome,
  type PaymentNote,
} from "./store/payments.ts";
export { takeOver } from "./watch/take-over.ts";
