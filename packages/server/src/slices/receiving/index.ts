export type { Charge, ChargeState } from "./charge.ts";
export { countReceipts } from "./count-receipts.ts";
export { type CreateChargeDeps, createCharge } from "./create-charge.ts";
export type { CreditDeps } from "./credit-receipt.ts";
export { invariants } from "./invariants.ts";
export type { Credited, ReceiptFlag } from "./receipt.ts";
export { findCharge, findChargeByHash, findNewestReceiptHash } from "./store.ts";
