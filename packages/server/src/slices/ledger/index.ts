export { incrementalInvariants, invariants } from "./invariants.ts";
export { measurePauses } from "./metrics.ts";
export type { Totals } from "./model/account.ts";
export { type AccountKind, CHART, type SystemAccountName } from "./model/chart.ts";
export type { LimitChanges, Limits, Remaining } from "./model/limits.ts";
export { PAUSE_KINDS, type Pause, type PauseKind } from "./model/pause.ts";
export { remainingOf, type StandingRow } from "./model/standing.ts";
export type { HistoryEntry, HistoryPage, PostingNo } from "./model/transfer.ts";
export { type Lift, liftWhenOver, pauseSending, resumeSending } from "./pause-sending.ts";
export { setLimits } from "./set-limits.ts";
export {
  findBalance,
  findHeadroom,
  findLimits,
  findRemaining,
  findTotals,
  listHistory,
  listPauses,
} from "./store.ts";
