export { adoptPayment } from "./adopt-payment.ts";
export { bindNode } from "./bind-node.ts";
export { bookOperatorMoney } from "./book-operator-money.ts";
export { compareNode, type KnownHashes } from "./compare-node.ts";
export { guardNode } from "./guard-node.ts";
export { invariants } from "./invariants.ts";
export { measureNode } from "./metrics.ts";
export { NodeUnavailable } from "./model/node-unavailable.ts";
export type { OperatorBookingKind } from "./model/operator-booking.ts";
export {
  CLTV_LIMIT_BLOCKS,
  CONFLICT_BLOCKS,
  ONCHAIN_KEPT_MS,
  PAY_DEADLINE_MS,
  PAY_WAIT_MS,
} from "./model/send-limits.ts";
export type {
  Capabilities,
  CreatedInvoice,
  Failed,
  FinishedPayment,
  FinishedPayments,
  IncomingStatus,
  InvoiceRequest,
  KeysendRequest,
  LightningNode,
  Network,
  NodeBalances,
  NodeInfo,
  NotSentReason,
  OnchainBuilt,
  OnchainEstimate,
  OnchainOrder,
  OnchainRequest,
  OnchainStatus,
  OutgoingRecord,
  OutgoingStatus,
  PaymentFailureReason,
  Receipt,
  ReceivedItem,
  SendLimits,
  SendOutcome,
  SendRequest,
  Settled,
} from "./port.ts";
export { readSolvency, type Solvency } from "./read-solvency.ts";
export { type Reconciled, reconcileNode } from "./reconcile-node.ts";
export { isLiveWith, type RememberedNode, rememberNode } from "./remember-node.ts";
export { type BoundNode, type ForeignPayment, findNode, listForeign, listOperatorBookings } from "./store.ts";
export { type WatchedNode, watchNode } from "./watch-node.ts";
