/** Something whose speed is measured, round after round, while nothing else runs. */
export type Contender = {
  readonly name: string;
  /** Makes what it needs; called once, before the first round. */
  prepare(): Promise<void>;
  /** Works as fast as it can for `seconds`. */
  measure(seconds: number): Promise<Rate>;
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

/** How many rounds, the seconds of each contender in each of them, and the entries of the long statement. */
export type Length = { readonly rounds: number; readonly seconds: number; readonly entries: number };

/** A ratio that we promise: only ratios taken inside one run can be compared between machines. */
export type Row = {
  readonly title: string;
  readonly of: Contender;
  readonly to: Contender;
  /** Below this the step is not done. */
  readonly floor?: number;
  /** What the design asks for; without it the ratio only informs. */
  readonly goal?: number;
};
