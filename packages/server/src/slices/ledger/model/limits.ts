import { type Msats, msats } from "#kernel/money.ts";

/** What a customer may spend in rolling windows, and hold at most. `undefined`: no limit. */
export type Limits = {
  /** In any 24 hours. */
  readonly daily: Msats | undefined;
  /** In any 7 days. */
  readonly weekly: Msats | undefined;
  /** In any 30 days. */
  readonly monthly: Msats | undefined;
  /** The maximum balance. Holds for what comes from other customers; a receipt of the node is always taken. */
  readonly maxBalance: Msats | undefined;
};

export type LimitName = keyof Limits;

/** The limits to change: `undefined` lifts a limit, one that is not named stays. */
export type LimitChanges = Partial<Limits>;

/** What the limits still leave. */
export type Remaining = {
  readonly daily: Msats | undefined;
  readonly weekly: Msats | undefined;
  readonly monthly: Msats | undefined;
  /** What the account may still receive. */
  readonly maxCredit: Msats | undefined;
};

/** When each limit leaves more again: the first hour in which something was spent leaves its window. */
export type Easing = {
  /** Undefined: nothing was spent in the window. */
  readonly [Window in "daily" | "weekly" | "monthly"]: Date | undefined;
};

/** The hours that the windows have besides the one that is going on: a window at hour H covers H-24 to H. */
export const WINDOW_HOURS = { daily: 24, weekly: 168, monthly: 720 } as const satisfies Record<keyof Easing, number>;

/** When an hour leaves a window. */
export function leavesAt(hour: number, window: keyof Easing): Date {
  return new Date((hour + WINDOW_HOURS[window] + 1) * HOUR_MS);
}

/** Never negative: a limit may be lowered below what was spent, and receipts may pass the maximum balance. */
export function remaining(limit: Msats | undefined, used: bigint): Msats | undefined {
  if (limit === undefined) return undefined;
  return msats(used < limit ? limit - used : 0n);
}

const HOUR_MS = 3_600_000;

/** Hours since 1970 (UTC): spending is counted by the hour. */
export function hourOf(time: Date): number {
  return Math.floor(time.getTime() / HOUR_MS);
}
