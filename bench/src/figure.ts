import type { Length } from "./contender.ts";

/** Something measured in a unit of its own, once in every round, and what is asked of it on two cores. */
export type Figure = {
  /** With its unit: "first start, s". */
  readonly title: string;
  readonly rounds: readonly number[];
  /** The worst that is good enough; without it the figure only informs. */
  readonly wanted?: { readonly atMost: number } | { readonly atLeast: number };
};

/** What is measured apart from the ratios to TPC-B, with figures of its own. */
export type Part = {
  readonly title: string;
  /** Measures in rounds and says what it does. */
  measure(length: Length): Promise<readonly Figure[]>;
};
