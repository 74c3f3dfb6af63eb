export type { Pause, Totals } from "./account.ts";
export { type AccountKind, CHART, type HouseAccountName } from "./chart.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
export type { LimitChanges, Limits, Remaining } from "./limits.ts";
export { pauseSending, resumeSending } from "./pause-sending.ts";
export { setLimits } from "./set-limits.ts";
export {
  findBalance,
  findLimits,
  findPause,
  findRemaining,
  findRoom,
  findTotals,
  listHistory,
} from "./store.ts";
export type { HistoryEntry, HistoryPage, PostingNo } from "./transfer.ts";
