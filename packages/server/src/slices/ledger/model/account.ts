/** Balances of the whole ledger, in msats. */
export type Totals = {
  /** What all customers' accounts hold together. */
  readonly customers: bigint;
  /** Balances of the accounts of the house, by their names in the chart. */
  readonly house: ReadonlyMap<string, bigint>;
};

/** Since when nothing is sent, and why. */
export type Pause = { readonly since: Date; readonly because: string };
