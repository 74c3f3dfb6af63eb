import { keptSince } from "#events";
import type { Clock } from "#kernel/clock.ts";
import { incremental } from "#ledger";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import {
  findSuspense,
  listChargeBreaches,
  listEventBreaches,
  listForgotten,
  listPayeeBreaches,
  listReceiptBreaches,
  listStrayPostings,
  listTakerBreaches,
  listUnpaidReceipts,
} from "./store/breaches.ts";

// That a payment hash is credited once by each way is the primary key of receiving.receipt, and that a charge is
// completed exactly when it has its amount is a constraint of receiving.charge. Here is what no constraint sees.

const posted: Invariant = {
  id: "I8",
  title: "each receipt over Lightning has its posting, and the reverse",
  breaches: async (tx) => {
    const rows = await listReceiptBreaches(tx, BREACHES_MAX);
    return rows.map(({ receipt, cause }) =>
      receipt === null
        ? `the ledger has a posting of receipt ${cause} that no receipt agrees with`
        : `receipt ${receipt} has no posting of its amount to its account`,
    );
  },
};

const paidInternally: Invariant = {
  id: "I8h",
  title: "each receipt from an internal payment has the posting of that payment",
  breaches: async (tx) => {
    const rows = await listUnpaidReceipts(tx, BREACHES_MAX);
    return rows.map(({ id }) => `payment ${id} took a charge and has no posting of its amount to the charge's account`);
  },
};

const received: Invariant = {
  id: "I8c",
  title: "a charge has received what its receipts brought",
  breaches: async (tx) => {
    const rows = await listChargeBreaches(tx, BREACHES_MAX);
    return rows.map(
      ({ id, received, receipts }) => `charge ${id} says ${received} msats, its receipts say ${receipts}`,
    );
  },
};

const taken: Invariant = {
  id: "I8s",
  title: "the money of each receipt is with its wallet or in suspense, and what was assigned or kept has its transfer",
  breaches: async (tx) => {
    const rows = await listTakerBreaches(tx, BREACHES_MAX);
    const { balance, owed } = await findSuspense(tx);
    return [
      ...rows.map(({ id }) => `receipt ${id}: its wallet, its account and its transfers do not belong together`),
      ...(balance === owed ? [] : [`receipts in suspense are worth ${owed} msats, the account has ${balance}`]),
    ];
  },
};

const payee: Invariant = {
  id: "I8a",
  title: "a charge is credited to the account of its wallet, and asks for what its invoice says",
  breaches: async (tx) => {
    const rows = await listPayeeBreaches(tx, BREACHES_MAX);
    return rows.map(({ id }) => `charge ${id}: its account, its wallet and its invoice do not belong together`);
  },
};

const forgotten = (clock: Clock): Invariant => ({
  id: "I8d",
  warns: true,
  title: "the node is asked about each charge in time",
  breaches: async (tx) => {
    const rows = await listForgotten(tx, { now: clock.now(), limit: BREACHES_MAX });
    return rows.map(({ id, state }) => `charge ${id} is ${state}, and its time is wrong`);
  },
});

/** Looks at what is new: it costs the same however many receipts there have been. */
export const incrementalInvariants = (): readonly Invariant[] => [
  incremental({ id: posted.id, title: posted.title }, async (tx, { no }) => {
    const rows = await listStrayPostings(tx, { after: no, limit: BREACHES_MAX });
    return rows.map(
      ({ kind, id }) => `the ledger has a posting (${kind}) of receipt ${id} that no receipt agrees with`,
    );
  }),
];

function events(clock: Clock): Invariant {
  return {
    id: "I13c",
    warns: true,
    title:
      "a charge with a callbackUrl that was completed or expired has its event, and an event has its charge or receipt",
    breaches: async (tx) => {
      const found = await listEventBreaches(tx, { since: keptSince(clock.now()), limit: BREACHES_MAX });
      return found.map(({ id, type }) => `${type} of ${id} has no event, more than one, or one of something else`);
    },
  };
}

/** What must hold between charges, receipts, the ledger and events; the audit runs them. */
export const invariants = (clock: Clock): readonly Invariant[] => [
  posted,
  paidInternally,
  received,
  taken,
  payee,
  forgotten(clock),
  events(clock),
];
