/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - foreign payment: A payment that the node made and that no attempt in the database explains.
 * - former node: A node that was the service's, and was replaced. It does not come back.
 * - limbo: What a former node held by the books, and what has neither come back nor is lost.
 * - hold invoice: An invoice whose HTLC the receiver holds until it decides.
 * - held HTLC: An HTLC that has arrived and is neither settled nor cancelled.
 * - settle: To take an HTLC's money by showing the preimage. Only a node settles.
 * - slot: Space for one more HTLC in a channel of the node.
 */

export { acceptPast } from "./accept-past.ts";
export { acceptRealMoney } from "./accept-real-money.ts";
export { adoptPayment } from "./adopt-payment.ts";
export { bindNode, differencesOf, requireOwnNode } from "./bind-node.ts";
export { bookChannelCosts } from "./book-channel-costs.ts";
export { bookForwards } from "./book-forwards.ts";
export { bookOperatorMoney, undoOperatorBooking } from "./book-operator-money.ts";
export { bringBackBooking } from "./bring-back-booking.ts";
export { checkPast } from "./check-past.ts";
export { compareEquity, type EquityCompared } from "./compare-equity.ts";
export { compareNode } from "./compare-node.ts";
export { bookAsLoss, setAside } from "./decide-loss.ts";
export { guardNode } from "./guard-node.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export { channelLook } from "./look-at-channels.ts";
export { measureChannelCopies, measureChannels, measureNode } from "./metrics.ts";
export {
  type ChannelCopy,
  type CopyLook,
  type CopyStanding,
  coveredChannels,
  isLacking,
  lackingIn,
  newestCopyOf,
} from "./model/channel-copies.ts";
export { channelKind, figuresOf, HTLC_BLOCKS_MIN, htlcsAtRisk } from "./model/channel-figures.ts";
export type { ChannelTransaction } from "./model/channel-transaction.ts";
export type { ClosedChannel } from "./model/closed-channel.ts";
export { commandsOf } from "./model/explain-difference.ts";
export {
  type EarlierReplacement,
  SETTLEMENT_KINDS,
  type SettlementKind,
} from "./model/former-node.ts";
export type { Forwards } from "./model/forwards.ts";
export type { HtlcEvidence } from "./model/htlc-evidence.ts";
export type { BookedAgain, LostBooking } from "./model/lost-booking.ts";
export type {
  ChannelBackup,
  ChannelHtlc,
  ChannelSweep,
  ChannelSweeps,
  CredentialLines,
  LackingRight,
  NodeChannel,
  Permissions,
} from "./model/node-channel.ts";
export type { Network, NodeBalances, NodeClock, NodeInfo } from "./model/node-info.ts";
export { type NodeTrouble, NodeUnavailable, silenceOf } from "./model/node-unavailable.ts";
export type {
  OnchainBuildRequest,
  OnchainBuilt,
  OnchainChange,
  OnchainChildRequest,
  OnchainEstimate,
  OnchainPublished,
  OnchainRequest,
  OnchainStatus,
} from "./model/onchain-transaction.ts";
export { OPERATOR_BOOKING_KINDS, type OperatorBookingKind } from "./model/operator-booking.ts";
export { REAL_MONEY_TEXT } from "./model/real-money.ts";
export {
  CLTV_LIMIT_BLOCKS,
  CONFLICT_BLOCKS,
  ONCHAIN_KEPT_MS,
  PAY_DEADLINE_MS,
  PAY_WAIT_MS,
} from "./model/send-limits.ts";
export type {
  Capabilities,
  ChannelCopies,
  CopyPlace,
  CreatedInvoice,
  Failed,
  FinishedPayment,
  FinishedPayments,
  IncomingStatus,
  InFlight,
  InvoiceRequest,
  KeysendRequest,
  LightningNode,
  NodeOperations,
  NotSentReason,
  OutgoingItem,
  OutgoingStatus,
  PaymentFailureReason,
  ReceivedItem,
  SendLimits,
  SendOutcome,
  SendRequest,
  Settled,
  UnreadableItem,
} from "./port.ts";
export { type Probes, watchProbes } from "./probes.ts";
export { type Books, readSolvency, type Solvency, surplusOf } from "./read-solvency.ts";
export { type Reconciled, reconcileNode } from "./reconcile-node.ts";
export { isLiveWith, type RememberedNode, rememberNode } from "./remember-node.ts";
export { rememberSolvency } from "./remember-solvency.ts";
export { hashOfNode, lookAtSuccessor, replaceNode, type Successor } from "./replace-node.ts";
export { settleFormer } from "./settle-former.ts";
export { type ShownNode, showNode } from "./show-node.ts";
export { findPast, findRealMoney, listPastHashes } from "./store/first-start.ts";
export { listEquityTransfers, listFormerNodes, listSettledIds } from "./store/former-nodes.ts";
export { listBookedIds, listOperatorBookings } from "./store/operator-bookings.ts";
export {
  type BoundNode,
  countSigns,
  type ForeignPayment,
  findForeign,
  findNode,
  findOwnMoney,
  findReading,
  listForeign,
  listForeignHashes,
  listLosses,
} from "./store.ts";
export { watchChannels } from "./watch-channels.ts";
export { type WatchedNode, watchNode } from "./watch-node.ts";
