/** How much is measured. */
export type Scale = {
  readonly rounds: number;
  /** For each contender, in each round. */
  readonly seconds: number;
  /** A service runs for weeks: what its first seconds cost more, while its code is being compiled, is not its speed. */
  readonly warmUpSeconds: number;
  /** Of the ledger alone. */
  readonly accounts: number;
  /** As many as are active together in a busy service; each is looked up again every five seconds. */
  readonly projects: number;
  /**
   * Branches of TPC-B: as many as its clients, so that they wait no more for each other's rows than TPC-B means them
   * to.
   */
  readonly branches: number;
  /** Wait when a turn of the deliveries begins. */
  readonly events: number;
  /** Of the long statement. */
  readonly entries: number;
  /** What the small and the large database of the growth hold. */
  readonly small: { readonly payments: number; readonly postings: number };
  readonly large: { readonly payments: number; readonly postings: number };
  /** After this long without requests a process is at rest. */
  readonly restSeconds: number;
  /** Lightning payments of a round: one after another, and 20 in flight. */
  readonly payments: { readonly alone: number; readonly many: number };
  /** The same on nodes of LND, which take longer, and receipts that 20 payers pay for at the same time. */
  readonly lnd: {
    readonly alone: number;
    readonly many: number;
    readonly receipts: number;
    /** Of each before the first round: so many take more, while our code is being compiled. */
    readonly warmUp: number;
  };
  /** Static charges that are asked for invoices; each gives out 1,000 that wait for their payment. */
  readonly links: number;
  /** Folder of an installed release of this checkout. Undefined: one is made and installed first, in minutes. */
  readonly release?: string | undefined;
};

export const FULL: Scale = {
  rounds: 5,
  seconds: 4,
  warmUpSeconds: 8,
  accounts: 100_000,
  projects: 200,
  branches: 32,
  events: 6_000,
  entries: 200_000,
  small: { payments: 10_000, postings: 10_000 },
  large: { payments: 1_000_000, postings: 5_000_000 },
  restSeconds: 10,
  payments: { alone: 50, many: 200 },
  lnd: { alone: 30, many: 100, receipts: 100, warmUp: 500 },
  links: 200,
};

/** Whether everything can be measured: its figures mean nothing. */
export const SHORT: Scale = {
  rounds: 1,
  seconds: 0.2,
  warmUpSeconds: 0.2,
  accounts: 2_000,
  projects: 10,
  branches: 1,
  events: 100,
  entries: 12_000,
  small: { payments: 1_000, postings: 1_000 },
  large: { payments: 2_000, postings: 4_000 },
  restSeconds: 0,
  payments: { alone: 2, many: 20 },
  lnd: { alone: 2, many: 20, receipts: 20, warmUp: 20 },
  links: 2,
};
