import type { Msats } from "#kernel/money.ts";

/** Settled forwards that follow one another. */
export type Forwards = {
  /** The place of the last of them; where there is none, the place that was given. */
  readonly cursor: string;
  readonly count: number;
  /** Their fees, in all. */
  readonly earned: Msats;
};
