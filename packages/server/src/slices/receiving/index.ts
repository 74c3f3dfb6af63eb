export { assignReceipt } from "./assign-receipt.ts";
export { type CreateChargeDeps, createCharge } from "./create-charge.ts";
export type { CreditDeps } from "./credit-receipt.ts";
export { eventBodies } from "./event-bodies.ts";
export { invariants } from "./invariants.ts";
export { measureReceipts } from "./metrics.ts";
export type { Charge, ChargeState } from "./model/charge.ts";
export type { Credited, ReceiptFlag } from "./model/receipt.ts";
export { presentReceipt } from "./present-receipt.ts";
export {
  findCharge,
  findChargeByHash,
  findNewestReceiptHash,
  listReceiptNotes,
  listSuspended,
  type ReceiptNote,
  type SuspendedReceipt,
} from "./store.ts";
