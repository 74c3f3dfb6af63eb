/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - restore: What begins when a database is found to have gone back in time, and ends when an operator has explained
 *   what has left since.
 * - copy: The database as it came back.
 * - departed: Said of what left after the copy was made; it is brought back when the copy lacks it.
 * - deficit: What a wallet owes to the operator, who lent it what it lacked for a payment that had left.
 * - waiting: Said of what was owed in the copy and may have been met since.
 * - witness: What knows the ledger's last number and hash from outside of the database.
 */

export {
  ASSIGNED_KINDS,
  type Assigned,
  assignPayment,
  readNodePayment,
} from "./assign-payment.ts";
export { assignTransaction, paysAddress } from "./assign-transaction.ts";
export { bindPublished } from "./bind-published.ts";
export { bringBackOnchain } from "./bring-back-onchain.ts";
export { bringBackPayment } from "./bring-back-payment.ts";
export {
  bringBackPurchase,
  listKnownPurchases,
  listLackingPurchases,
  listNotRefunded,
  refundAgain,
} from "./bring-back-purchase.ts";
export { closeUntilCompared, openAfterComparison } from "./compare-first.ts";
export { coverDeficits } from "./cover-deficits.ts";
export { creditDeparted, listNotCredited } from "./credit-departed.ts";
export { eventBodies } from "./event-bodies.ts";
export { type ImportDeps, importDeparted, matchDeparted } from "./import-departed.ts";
export { learnSpending } from "./learn-spending.ts";
export { liftLimits } from "./lift-limits.ts";
export { markWaiting } from "./mark-waiting.ts";
export type { Departed } from "./model/departed.ts";
export { tellCredit } from "./model/departed-credit.ts";
export { type DepartedOnchain, tellOnchain } from "./model/departed-onchain.ts";
export type { DepartedPurchase, PurchaseBroughtBack, RefundedAgain } from "./model/departed-purchase.ts";
export type { Imported } from "./model/imported.ts";
export { type ChainPurchase, isUnpaid } from "./model/on-chain.ts";
export { type Fit, fitOf, type Opening, type Restore, type Seen, type Waiting } from "./model/restore.ts";
export { noteImport } from "./note-import.ts";
export { openRestore } from "./open-restore.ts";
export { type BookMemory, rememberBook, type Witness } from "./recognize.ts";
export { releaseCredited } from "./release-credited.ts";
export {
  listHeld,
  matchWaiting,
  type RestoreStatus,
  readRestore,
  releaseRestore,
} from "./release-restore.ts";
export { releaseUnpublished } from "./release-unpublished.ts";
export { type Deadline, listDeadlines } from "./store/deadlines.ts";
export { listDeficits } from "./store/deficits.ts";
export { findPaymentOfHash } from "./store/hash-use.ts";
export { type LimitsOf, listUnknownSpending, type UnknownSpending } from "./store/limits.ts";
export { findLastOpening, findLostSince, findRestore, listForChain, listOpenings } from "./store.ts";
