export type { PayoutDeps } from "./claim/pay-claim.ts";
export { type RedeemVoucher, redeemVoucher } from "./claim/redeem-voucher.ts";
export type { EmailDeps } from "./email/pay-to-email.ts";
export { eventBodies } from "./event-bodies.ts";
export { invariants } from "./invariants.ts";
export { type RevokeVoucher, revokeByOperator, revokeVoucher } from "./issue/end-voucher.ts";
export { type IssueDeps, type IssuedVoucher, type IssueVouchers, issueVouchers } from "./issue/issue-vouchers.ts";
export { type Voucher, type VoucherId, VoucherNotFound } from "./model/voucher.ts";
export { findVoucher, listOpenVouchers, listVoucherNotes, type VoucherNote } from "./store/vouchers.ts";
