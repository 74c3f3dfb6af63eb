/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - withdrawal request: The same, but its money leaves the wallet when it is claimed.
 * - code, claim token: What shows and revokes a voucher, and the secret that redeems it.
 * - claim: What binds a voucher to one invoice until its payment has its outcome.
 */

export { lookAtClaim } from "./claim/look-at-claim.ts";
export { type RedeemDeps, redeemVoucher } from "./claim/redeem-voucher.ts";
export { isTakenBy, takeIntoAccount } from "./claim/take-into-account.ts";
export { EMAIL_OPERATION, type EmailDeps, payToEmail } from "./email/pay-to-email.ts";
export { eventBodies } from "./event-bodies.ts";
export { voucherFinder } from "./find-things.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export { bringBackIssued } from "./issue/bring-back-issued.ts";
export { revokeByOperator, revokeVoucherAgain } from "./issue/end-voucher.ts";
export { type EmailPayment, emailPaymentFee } from "./model/email-payment.ts";
export type { IssuedBack, LostIssue } from "./model/lost.ts";
export {
  DESCRIPTION_LENGTH_MAX,
  OverMaxBalance,
  stateAt,
  TooManyWrongCodes,
  type Voucher,
  VoucherEnded,
  type VoucherId,
  VoucherNotFound,
  VoucherRefused,
} from "./model/voucher.ts";
export { paidOut } from "./model/withdraw-offer.ts";
export { notePayoutRules } from "./note-payout-rules.ts";
export { voucherTimelines } from "./read-timeline.ts";
export { listBatches, listStates } from "./store/lost.ts";
export { listPayoutRules } from "./store/payout-rules.ts";
export {
  findVoucher,
  findVoucherOfAny,
  listEmailPayments,
  listOpenVouchers,
  listVoucherCauses,
  listVouchersById,
  listVouchersOfRequest,
  type VoucherCause,
} from "./store/vouchers.ts";
