/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - closed ledger: Nothing that moves value is written: after a start until the comparison, and while a restore is
 *   open.
 * - headroom: What a limit still leaves; for the max balance it is `maxCredit` on the wire.
 * - max balance: The most that a wallet may hold; it limits invoices and internal payments, not what the node has
 *   received already.
 * - suspense: The system account for money that arrived and whose owner is not known.
 */

export { auditOnceADay } from "./audit-once-a-day.ts";
export { followSending, type Sending } from "./follow-ledger.ts";
export { incremental, incrementalInvariants, invariants } from "./invariants.ts";
export { measurePauses } from "./metrics.ts";
export { CHART } from "./model/chart.ts";
export type { LimitChanges, Limits, Remaining } from "./model/limits.ts";
export { PAUSE_KINDS, type PauseKind } from "./model/pause.ts";
export { type Position, positionOf } from "./model/position.ts";
export {
  MAINNET_LIMITS,
  type ServiceLimitChanges,
  type ServiceLimits,
} from "./model/service-limits.ts";
export { remainingOf, type StandingRow } from "./model/standing.ts";
export type { HistoryEntry, PostingNo } from "./model/transfer.ts";
export { type Lift, liftWhenOver, pauseSending, resumeSending } from "./pause-sending.ts";
export { setLimits } from "./set-limits.ts";
export { serviceLimitOf, setServiceLimits } from "./set-service-limits.ts";
export { HEAD } from "./store/looks.ts";
export {
  findServiceHeadroom,
  findServiceLimits,
  findServiceUse,
  listServiceLimitChanges,
  type ServiceUse,
} from "./store/service-limits.ts";
export {
  findBalance,
  findClosure,
  findEasing,
  findFullAudit,
  findHead,
  findHeadroom,
  findHeadrooms,
  findIsSending,
  findLimits,
  findNewestPostings,
  findRemaining,
  findTotals,
  listHistory,
  listPauses,
} from "./store.ts";
export { limitOfKind, tellLimits } from "./tell-limits.ts";
export { bookHas, watchBook } from "./watch-book.ts";
