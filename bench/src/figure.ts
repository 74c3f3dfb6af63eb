import type { Scale } from "./scale.ts";

export type Unit = "ratio" | "a second" | "s" | "ms" | "MB";

/**
 * What is asked of a figure on two cores. `atLeast` and `atMost` are floors: when the median misses one, the benchmark
 * fails. `goal` is what we work towards; a goal alone is one of at least.
 */
export type Wanted = { readonly goal?: number } & (
  | { readonly atLeast?: number; readonly atMost?: never }
  | { readonly atMost: number; readonly atLeast?: never }
);

/** Something measured once in every round. */
export type Figure = {
  /** Names it among all figures: "first start". */
  readonly title: string;
  readonly unit: Unit;
  readonly rounds: readonly number[];
  /** Without it the figure only informs. */
  readonly wanted?: Wanted;
};

/** Figures that are measured together, in an installation or on a PostgreSQL of their own. */
export type Part = {
  readonly title: string;
  /** Why it cannot be measured on this machine, and what to do; undefined when it can. */
  whyNot?(): string | undefined;
  /**
   * Measures in rounds and says what it does.
   * @param isWanted by its title, one of several rows that can be measured alone. Without a wanted one nothing is
   * measured.
   */
  measure(scale: Scale, isWanted: IsWanted): Promise<readonly Figure[]>;
};

export type IsWanted = (titled: { readonly title: string }) => boolean;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return (low + high) / 2;
}

/**
 * What became of the figure: its goal is reached, only its floor, or not even that. Undefined when nothing is asked of
 * it.
 */
export function verdictOf({ rounds, wanted }: Figure): "goal" | "floor" | "below goal" | "MISSED" | undefined {
  if (wanted === undefined) return undefined;
  const { atLeast, atMost, goal } = wanted;
  const value = median(rounds);
  const isWithin = (bound: number) => (atMost === undefined ? value >= bound : value <= bound);
  if (goal !== undefined && isWithin(goal)) return "goal";
  const floor = atMost ?? atLeast;
  if (floor === undefined) return "below goal";
  return isWithin(floor) ? "floor" : "MISSED";
}

/** In words: "at least 3, goal 5". */
export function wantedText({ wanted }: Pick<Figure, "wanted">): string {
  const { atLeast, atMost, goal } = wanted ?? {};
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(goal === undefined ? [] : [`goal ${goal}`]),
  ];
  return bounds.join(", ");
}

/** As people read it: two digits of a time, three of a speed, hundredths of a ratio. */
export function valueText(value: number, unit: Unit): string {
  switch (unit) {
    case "ratio":
      return value.toFixed(2);
    case "MB":
      return value.toFixed(value < 10 ? 1 : 0);
    case "a second":
      return value < 100 ? value.toPrecision(3) : Number(value.toPrecision(3)).toLocaleString("en");
    case "s":
    case "ms":
      return value < 10 ? value.toPrecision(2) : value.toFixed(0);
  }
}
