import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { findOutstanding, listTransferBreaches } from "./store/vouchers.ts";

// That a voucher has one state, and one payment or none, are constraints of its table. Here is what no constraint sees.

const transfers: Invariant = {
  id: "I7",
  title: "a voucher has one final state, and the transfers of its state",
  breaches: async (tx) => {
    const found = await listTransferBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state }) =>
      state === null
        ? `the ledger has postings of voucher ${id}, which does not exist`
        : `voucher ${id} is ${state}, and its transfers are not those of that state`,
    );
  },
};

const outstanding: Invariant = {
  id: "I7v",
  title: "the account of vouchers holds what can still be redeemed, without what payments of claims have taken",
  breaches: async (tx) => {
    const { held, owed } = await findOutstanding(tx);
    return held === owed ? [] : [`vouchers are worth ${owed} msats, the account holds ${held}`];
  },
};

/** What must hold between vouchers and the ledger; the audit checks it. */
export const invariants: readonly Invariant[] = [transfers, outstanding];
