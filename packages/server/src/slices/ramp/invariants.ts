import { keptSince } from "#events";
import type { Clock } from "#kernel/clock.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import {
  findClearing,
  findEntryNumbers,
  listBitcoinBreaches,
  listEntryBreaches,
  listEventBreaches,
  listForgotten,
  listOverdueBreaches,
  listPriceBreaches,
} from "./store/breaches.ts";

// Which states follow one another, and that a purchase has one payment at most, are constraints of its table.

const bitcoin: Invariant = {
  id: "I17",
  title: "a purchase has the transfers of its state, and was delivered or given back, never both",
  breaches: async (tx) => {
    const found = await listBitcoinBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state }) =>
      state === null
        ? `the ledger has postings of purchase ${id}, which does not exist`
        : `purchase ${id} is ${state}, and its transfers are not those of that state`,
    );
  },
};

const clearing: Invariant = {
  id: "I17c",
  title: "the account of the ramp holds what is sold and not delivered",
  breaches: async (tx) => {
    const { balance, owed } = await findClearing(tx);
    return balance === owed ? [] : [`purchases are worth ${owed} msats, the account holds ${balance}`];
  },
};

const entries: Invariant = {
  id: "I17f",
  title:
    "each captured purchase has its sale, and its refund or dispute, in its currency; after the end only what fits it",
  breaches: async (tx) => {
    const found = await listEntryBreaches(tx, BREACHES_MAX);
    const { entries, last, book } = await findEntryNumbers(tx);
    const gaps =
      entries === last && last === book
        ? []
        : [`there are ${entries} entries, the last is ${last}, the book is at ${book}`];
    return [
      ...found.map(({ id, state }) => `purchase ${id} is ${state}, and its entries are not those of that state`),
      ...gaps,
    ];
  },
};

/** Of all times at which one is looked at again the latest is an hour away, but for the end of its hold. */
const FORGOTTEN_MS = 2 * 3_600_000;

const forgotten = (clock: Clock): Invariant => ({
  id: "I17w",
  warns: true,
  title: "each purchase that is under way is looked at in time",
  breaches: async (tx) => {
    const until = new Date(clock.now().getTime() + FORGOTTEN_MS);
    const found = await listForgotten(tx, { until, limit: BREACHES_MAX });
    return found.map(({ id, state }) => `purchase ${id} is ${state}, and nobody looks at it in time`);
  },
});

const prices: Invariant = {
  id: "I17p",
  title: "no purchase sells more bitcoin than its money is worth at its price",
  breaches: async (tx) =>
    (await listPriceBreaches(tx, BREACHES_MAX)).map(({ id, state }) => `purchase ${id} is ${state} and sells too much`),
};

function events(clock: Clock): Invariant {
  return {
    id: "I13r",
    warns: true,
    title: "a purchase that is completed, failed or refunded has the one event of its end",
    breaches: async (tx) => {
      const found = await listEventBreaches(tx, { since: keptSince(clock.now()), limit: BREACHES_MAX });
      return found.map(({ id, state, events }) =>
        state === null
          ? `there are ${events} events of purchase ${id}, which does not exist`
          : `purchase ${id} is ${state} and has ${events} events, or not the right one`,
      );
    },
  };
}

/** The operator is told a day after the last change, on hold an hour later; a look may come late. */
const TOLD_AFTER_MS = 27 * 3_600_000;

function overdue(clock: Clock): Invariant {
  return {
    id: "I17d",
    warns: true,
    title: "no purchase waits for more than a day without an incident",
    breaches: async (tx) => {
      const before = new Date(clock.now().getTime() - TOLD_AFTER_MS);
      const found = await listOverdueBreaches(tx, { before, limit: BREACHES_MAX });
      return found.map(({ id, state }) => `purchase ${id} is ${state}, does not go on, and no incident says so`);
    },
  };
}

/** What must hold between purchases, the ledger, the books of the cards and events; the audit checks it. */
export const invariants = (clock: Clock): readonly Invariant[] => [
  bitcoin,
  clearing,
  entries,
  overdue(clock),
  forgotten(clock),
  prices,
  events(clock),
];
