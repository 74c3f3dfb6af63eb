import { InvalidInput } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";

/** What a project paid and received in an hour or a day. */
export type Totals = {
  /** Its beginning. */
  readonly at: Date;
  readonly completed: bigint;
  readonly completedMsats: Msats;
  readonly feesMsats: Msats;
  /** Of all completed payments together, from their making to their end. */
  readonly tookMs: bigint;
  /** How many of them were completed within each of `TOOK_SECONDS` and not within the one before; the last: later. */
  readonly took: readonly bigint[];
  readonly failed: bigint;
  readonly failedMsats: Msats;
  readonly received: bigint;
  readonly receivedMsats: Msats;
};

/** Ours: what a person sees happen, waits for, comes back for. */
export const TOOK_SECONDS = [1, 5, 30, 300, 3_600] as const;

export const PERIODS = ["hour", "day"] as const;
export type PeriodLength = (typeof PERIODS)[number];

/** Whole periods. */
export type Period = { readonly by: PeriodLength; readonly from: Date; readonly to: Date };

const HOUR_MS = 3_600_000;
const LENGTH_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const satisfies Record<PeriodLength, number>;
/** What one answer has at most. */
export const PERIODS_MAX = { hour: 31 * 24, day: 366 } as const satisfies Record<PeriodLength, number>;
/** Without `from`. */
const PERIODS_SHOWN = { hour: 24, day: 30 } as const satisfies Record<PeriodLength, number>;

/**
 * The whole periods in which these times lie: from the one of `from` on, up to the one in which the last moment before
 * `to` is. Without `to` up to now.
 *
 * @throws {InvalidInput} when they are too many, or end before they begin.
 */
export function periodOf(
  { by, from, to }: { readonly by: PeriodLength; readonly from?: Date | undefined; readonly to?: Date | undefined },
  now: Date,
): Period {
  const length = LENGTH_MS[by];
  const end = Math.ceil((to?.getTime() ?? now.getTime() + 1) / length);
  const begin = from === undefined ? end - PERIODS_SHOWN[by] : Math.floor(from.getTime() / length);
  if (begin >= end) throw new InvalidInput("from", "must be before `to`");
  if (end - begin > PERIODS_MAX[by])
    throw new InvalidInput("from", `must be at most ${PERIODS_MAX[by]} ${by}s before \`to\``);
  return { by, from: new Date(begin * length), to: new Date(end * length) };
}
