/** Balances of the whole ledger, in msats. */
export type Totals = {
  /** What all customers' accounts hold together. */
  readonly customers: bigint;
  /** Balances of the system accounts, by their names in the chart. */
  readonly system: ReadonlyMap<string, bigint>;
};
