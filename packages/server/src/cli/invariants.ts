import * as ledger from "../slices/ledger/index.ts";
import * as lightning from "../slices/lightning/index.ts";
import * as payments from "../slices/payments/index.ts";
import * as receiving from "../slices/receiving/index.ts";

/** What `leyden audit` checks, each over everything. */
export const allInvariants = [
  ...ledger.invariants,
  ...payments.invariants,
  ...lightning.invariants,
  ...receiving.invariants,
];
