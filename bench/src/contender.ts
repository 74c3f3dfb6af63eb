import type { Wanted } from "./figure.ts";

/** Something whose speed is measured, round after round, while nothing else runs. */
export type Contender = {
  readonly name: string;
  /** Makes what it needs; called once, before the first round. */
  prepare(): Promise<void>;
  /** Works as fast as it can for `seconds`. @throws when what it does fails. */
  measure(seconds: number): Promise<Rate>;
  /** Called also when `prepare` failed, or was not called because another one failed. */
  close(): Promise<void>;
};

export type Rate = {
  /** Transfers, payments or transactions. */
  readonly perSecond: number;
  /** Of single requests, where there are such. */
  readonly latency?: { readonly p50Ms: number; readonly p99Ms: number };
};

/** Rates by the name of their contender, one for each round. */
export type Rounds = ReadonlyMap<string, readonly Rate[]>;

/** A ratio of two speeds: only ratios taken inside one run can be compared between machines. */
export type Row = {
  readonly title: string;
  readonly of: Contender;
  /** Undefined where this machine does not have it: then `of` is measured alone. */
  readonly to: Contender | undefined;
  readonly wanted?: Wanted;
};
