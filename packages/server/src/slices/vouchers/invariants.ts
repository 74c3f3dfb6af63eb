import { keptSince } from "#events";
import type { Clock } from "#kernel/clock.ts";
import { incremental } from "#ledger";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import {
  findOutstanding,
  listBudgetBreaches,
  listClaimBreaches,
  listEventBreaches,
  listForgotten,
  listIssuerBreaches,
  listStrayPostings,
  listTransferBreaches,
} from "./store/breaches.ts";

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
    const { balance, owed } = await findOutstanding(tx);
    return balance === owed ? [] : [`vouchers are worth ${owed} msats, the account has ${balance}`];
  },
};

function events(clock: Clock): Invariant {
  return {
    id: "I13v",
    warns: true,
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
  warns: true,
  title: "the budgets of a key count what its payments and vouchers took, by hours and days, without what came back",
  breaches: async (tx) => {
    const found = await listBudgetBreaches(tx, BREACHES_MAX);
    return found.map(
      ({ key, unit, no, counted, taken }) =>
        `key ${key} counts ${counted ?? "nothing"} in ${unit} ${no}, its payments and vouchers took ${taken ?? 0n}`,
    );
  },
};

const issuer: Invariant = {
  id: "I7a",
  title: "a voucher or withdrawal request has the account of the wallet that issued it",
  breaches: async (tx) =>
    (await listIssuerBreaches(tx, BREACHES_MAX)).map(({ id }) => `the account of voucher ${id} is not its wallet's`),
};

const claims: Invariant = {
  id: "I7p",
  title: "each payment for a voucher or a withdrawal request is the one that it names, over the amount of its claim",
  breaches: async (tx) =>
    (await listClaimBreaches(tx, BREACHES_MAX)).map(
      ({ id }) => `voucher ${id} was paid by a payment that is not its own`,
    ),
};

/** Of all times at which one is looked at again, but for its expiry, the latest is minutes away. */
const FORGOTTEN_MS = 3_600_000;

const forgotten = (clock: Clock): Invariant => ({
  id: "I7d",
  warns: true,
  title: "each open voucher or withdrawal request ends when it expires, and each claim is looked at within the hour",
  breaches: async (tx) => {
    const now = clock.now().getTime();
    const at = { before: new Date(now - FORGOTTEN_MS), until: new Date(now + FORGOTTEN_MS) };
    const found = await listForgotten(tx, { ...at, limit: BREACHES_MAX });
    return found.map(({ id, state }) => `voucher ${id} is ${state}, and nobody looks at it in time`);
  },
});

/** Looks at what is new: it costs the same however many vouchers there have been. */
export const incrementalInvariants = (): readonly Invariant[] => [
  incremental({ id: transfers.id, title: transfers.title }, async (tx, { no }) => {
    const found = await listStrayPostings(tx, { after: no, limit: BREACHES_MAX });
    return found.map(({ kind, id }) => `the ledger has a posting (${kind}) of voucher ${id} that it does not explain`);
  }),
];

/** What must hold between vouchers, the ledger, events and the policies of keys; the audit checks it. */
export const invariants = (clock: Clock): readonly Invariant[] => [
  transfers,
  outstanding,
  issuer,
  claims,
  forgotten(clock),
  budgets,
  events(clock),
];
