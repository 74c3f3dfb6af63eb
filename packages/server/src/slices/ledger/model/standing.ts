import type { Msats } from "#kernel/money.ts";
import { type Remaining, remaining } from "./limits.ts";

/** What `ledger.standing_many` says of an account that exists. */
export type StandingRow = Record<"balance" | "spent_day" | "spent_week" | "spent_month", bigint> &
  Record<"max_balance" | "limit_day" | "limit_week" | "limit_month", Msats | null>;

export function remainingOf(row: StandingRow): Remaining {
  return {
    daily: remaining(row.limit_day ?? undefined, row.spent_day),
    weekly: remaining(row.limit_week ?? undefined, row.spent_week),
    monthly: remaining(row.limit_month ?? undefined, row.spent_month),
    maxCredit: remaining(row.max_balance ?? undefined, row.balance),
  };
}
