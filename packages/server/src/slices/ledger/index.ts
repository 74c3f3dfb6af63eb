export { incrementalInvariants, invariants } from "./invariants.ts";
export type { Pause, Totals } from "./model/account.ts";
export { type AccountKind, CHART, type HouseAccountName } from "./model/chart.ts";
export type { LimitChanges, Limits, Remaining } from "./model/limits.ts";
export type { HistoryEntry, HistoryPage, PostingNo } from "./model/transfer.ts";
export { pauseSending, resumeSending } from "./pause-sending.ts";
export { setLimits } from "./set-limits.ts";
export {
  findBalance,
  findLastPostingOf,
  findLimits,
  findPause,
  findRemaining,
  findRoom,
  findTotals,
  listHistory,
} from "./store.ts";
