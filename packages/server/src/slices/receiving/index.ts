/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - pay link: What a stranger's wallet can pay over LNURL: a name, a wallet, or a static charge.
 * - static charge: A pay link that an owner made, with amounts, texts and a number of payments that it takes: its
 *   slots.
 * - expiry, expired: The time after which an invoice is not to be paid; said of an invoice after it.
 */

export { assignAgain } from "./credit/assign-again.ts";
export { assignReceipt } from "./credit/assign-receipt.ts";
export { endSuspended } from "./credit/end-suspended.ts";
export { readReceiptsAnew } from "./credit/read-anew.ts";
export { eventBodies } from "./event-bodies.ts";
export { lookUpAll } from "./expire/look-up-all.ts";
export { chargeFinder } from "./find-things.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export { bringBackCharge } from "./issue/bring-back-charge.ts";
export { type CreateChargeDeps, createCharge } from "./issue/create-charge.ts";
export { measureReceipts } from "./metrics.ts";
export { type Charge, ChargeNotFound, EXPIRY_SECONDS_DEFAULT } from "./model/charge.ts";
export { chargeDescription } from "./model/description.ts";
export { type ChargeBack, type LostCharge, mattersStill } from "./model/lost.ts";
export type { AssignedAgain } from "./model/lost-assignment.ts";
export { COMMENT_CHARACTERS_MAX, CommentTooLong, isCommentTooLong, payLinkAt, payParamsOf } from "./model/pay-link.ts";
export { answerPayCallback, type PayCallbackDeps } from "./offer/answer-pay-callback.ts";
export { findPayLink } from "./offer/find-pay-link.ts";
export { invoicesAt } from "./offer/invoices-at.ts";
export { takesAtAddress } from "./offer/takes-at-address.ts";
export { presentReceipt } from "./present-receipt.ts";
export { chargeTimelines } from "./read-timeline.ts";
export {
  findCharge,
  findChargeByHash,
  findReadableCharge,
  listChargesById,
  listChargesOfRequest,
} from "./store/charges.ts";
export { listPendingCharges, type PendingCharge } from "./store/due-charges.ts";
export { listKnownCharges } from "./store/lost.ts";
export {
  findNewestReceipt,
  listAssignments,
  listNodeReceipts,
  listReceiptCauses,
  listReceiptOrigins,
  listReceivedHashes,
  listSuspended,
  type ReceiptCause,
  type ReceiptOrigin,
} from "./store/receipts.ts";
export { listStaticChargesOfRequest } from "./store/static-charges.ts";
