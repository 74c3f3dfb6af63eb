import { keptSince } from "#events";
import type { Clock } from "#kernel/clock.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { findOutstanding, listBudgetBreaches, listEventBreaches, listTransferBreaches } from "./store/breaches.ts";

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

function events(clock: Clock): Invariant {
  return {
    id: "I13v",
    title: "a voucher or withdrawal request has one event of its end at most, and one when it has a callbackUrl",
    breaches: async (tx) => {
      const found = await listEventBreaches(tx, { since: keptSince(clock.now()), limit: BREACHES_MAX });
      return found.map(({ id, state, events }) =>
        state === null
          ? `there are ${events} events of voucher ${id}, which does not exist`
          : `voucher ${id} is ${state} and has ${events} events, or not the right one`,
      );
    },
  };
}

/** What a key with a policy takes: by payments, vouchers and withdrawal requests together. */
export const budgets: Invariant = {
  id: "I16",
  title: "the budget of a key counts what its payments and vouchers took in each hour, without what came back",
  breaches: async (tx) => {
    const found = await listBudgetBreaches(tx, BREACHES_MAX);
    return found.map(
      ({ key, hour, counted, taken }) =>
        `key ${key} counts ${counted ?? "nothing"} in hour ${hour}, its payments and vouchers took ${taken ?? 0n}`,
    );
  },
};

/** What must hold between vouchers, the ledger, events and the policies of keys; the audit checks it. */
export const invariants = (clock: Clock): readonly Invariant[] => [transfers, outstanding, budgets, events(clock)];
