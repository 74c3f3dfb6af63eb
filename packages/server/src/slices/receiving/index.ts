export { answerPayCallback, type PayCallbackDeps } from "./answer-pay-callback.ts";
export { assignReceipt } from "./assign-receipt.ts";
export { type CreateChargeDeps, createCharge } from "./create-charge.ts";
export type { CreditDeps } from "./credit-receipt.ts";
export { eventBodies } from "./event-bodies.ts";
export { findPayLink } from "./find-pay-link.ts";
export { invariants } from "./invariants.ts";
export { measureReceipts } from "./metrics.ts";
export type { Charge, ChargeState } from "./model/charge.ts";
export { lnurlOf, payParamsOf } from "./model/pay-link.ts";
export type { Credited, ReceiptFlag } from "./model/receipt.ts";
export { presentReceipt } from "./present-receipt.ts";
export {
  findCharge,
  findChargeByHash,
  findNewestReceiptHash,
  listSuspended,
  type SuspendedReceipt,
} from "./store.ts";
