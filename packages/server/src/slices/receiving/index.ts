export { assignReceipt } from "./credit/assign-receipt.ts";
export type { CreditDeps } from "./credit/credit-receipt.ts";
export { eventBodies } from "./event-bodies.ts";
export { invariants } from "./invariants.ts";
export { type CreateChargeDeps, createCharge } from "./issue/create-charge.ts";
export { measureReceipts } from "./metrics.ts";
export type { Charge, ChargeState } from "./model/charge.ts";
export { CommentTooLong, isCommentTooLong, payLinkAt, payParamsOf } from "./model/pay-link.ts";
export type { Credited, ReceiptFlag } from "./model/receipt.ts";
export { answerPayCallback, type PayCallbackDeps } from "./offer/answer-pay-callback.ts";
export { findPayLink } from "./offer/find-pay-link.ts";
export { invoicesAt } from "./offer/invoices-at.ts";
export { presentReceipt } from "./present-receipt.ts";
export { findCharge, findChargeByHash } from "./store/charges.ts";
export {
  findNewestReceiptHash,
  listReceiptNotes,
  listSuspended,
  type ReceiptNote,
  type SuspendedReceipt,
} from "./store/receipts.ts";
