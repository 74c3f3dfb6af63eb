import { keptSince } from "#events";
import type { IncidentKind } from "#incidents";
import type { Clock } from "#kernel/clock.ts";
import { incremental } from "#ledger";
import type { Tx } from "#platform/database/db.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { OVERDUE_MS } from "./model/next-step.ts";
import {
  findReserved,
  listAmountBreaches,
  listDoubled,
  listEventBreaches,
  listFinishBreaches,
  listForgotten,
  listOverdue,
  listPayerBreaches,
  listReceiptEventBreaches,
  listStrayPostings,
  listUnproven,
  type Which,
} from "./store/breaches.ts";
import { listMisplaced } from "./store/former.ts";
import { listCountedBreaches } from "./store/in-flight.ts";

const finished: Invariant = {
  id: "I4",
  title: "a payment has one reservation, and one transfer that gives out what was reserved when it is finished",
  breaches: async (tx) => {
    const found = await listFinishBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state, reserved, given }) =>
      state === null
        ? `the ledger has postings of payment ${id}, which does not exist`
        : `payment ${id} is ${state}; reserved ${reserved ?? 0n}, given out ${given ?? 0n}`,
    );
  },
};

const amounts: Invariant = {
  id: "I5",
  title: "a completed payment took its amount and its real fee, a failed one nothing",
  breaches: async (tx) => {
    const found = await listAmountBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state, kept }) => `payment ${id} is ${state} and took ${kept} msats from its payer`);
  },
};

const reserved: Invariant = {
  id: "I4r",
  title: "the account of reservations holds what the pending payments reserved, to the msat",
  breaches: async (tx) => {
    const { pending, reserved } = await findReserved(tx);
    return pending === reserved ? [] : [`pending payments reserved ${pending} msats, the account has ${reserved}`];
  },
};

const payer = (which: Which): Invariant => ({
  id: "I4a",
  title: "a payment took what it reserved from the account of its wallet, and pays what its invoice asks for",
  breaches: async (tx) => {
    const found = await listPayerBreaches(tx, { which, limit: BREACHES_MAX });
    return found.map(
      ({ id, account }) =>
        `payment ${id}: account ${account}, its wallet, its reservation and its invoice do not belong together`,
    );
  },
});

/** Of all times at which a payment is looked at again, the latest is five minutes away; a lease is of seconds. */
const FORGOTTEN_MS = 3_600_000;

const forgotten = (clock: Clock): Invariant => ({
  id: "I4d",
  title: "each pending payment is looked at again within the hour, and counts the attempts that there were",
  warns: true, // also when a clock was put back; no money moves by it
  breaches: async (tx) => {
    const until = new Date(clock.now().getTime() + FORGOTTEN_MS);
    const found = await listForgotten(tx, { until, limit: BREACHES_MAX });
    return found.map(
      ({ id, state }) => `payment ${id} is ${state}, and nobody will look at it, or its attempts are wrong`,
    );
  },
});

const STRAY = {
  id: "I4s",
  title: "each posting of a payment is explained by its payment, also what was paid after a failure",
} as const;

async function strays(tx: Tx, after: bigint): Promise<string[]> {
  const found = await listStrayPostings(tx, { after, limit: BREACHES_MAX });
  return found.map(({ kind, id, amount }) => `a posting (${kind}) over ${amount} msats is not of payment ${id}`);
}

const unproven: Invariant = {
  id: "I5p",
  title: "each payment that the node has completed has its preimage, or the decision of an operator",
  breaches: async (tx) => (await listUnproven(tx, BREACHES_MAX)).map(({ id }) => `payment ${id} has no preimage`),
};

const counted: Invariant = {
  id: "I12s",
  title: "what counts on the limits of the service in an hour is what left in it, or may still leave",
  warns: true,
  breaches: async (tx) =>
    (await listCountedBreaches(tx, BREACHES_MAX)).map(
      ({ hour, counted, sent }) => `in hour ${hour} since 1970 ${counted} msats are counted, and ${sent} left`,
    ),
};

const misplaced: Invariant = {
  id: "I4n",
  title:
    "each pending payment that was ordered is at the node of now, or waits for an operator since that was replaced",
  breaches: async (tx) =>
    (await listMisplaced(tx, BREACHES_MAX)).map(
      ({ id, state }) => `payment ${id} is ${state}, and the node at which it was ordered is not the one that is asked`,
    ),
};

const doubled: Invariant = {
  id: "I4o",
  title: "a voucher, a withdrawal request and a purchase have one payment that did not fail",
  breaches: async (tx) =>
    (await listDoubled(tx, BREACHES_MAX)).map(({ kind, id }) => `${kind} ${id} has several payments that did not fail`),
};

/** An overdue payment is due at least every five minutes: after an hour its incident must be there, also anew. */
const INCIDENT_LATE_MS = 3_600_000;

/** Those that a payment can have that is overdue, and goes on waiting. */
const OF_OVERDUE: readonly IncidentKind[] = [
  "overdue",
  "attempts_exhausted",
  "history_incomplete",
  "htlc_missing",
  "failure_unproved",
  "wrong_preimage",
  "former_node",
];

function incidents(clock: Clock): Invariant {
  return {
    id: "I11",
    warns: true,
    title: "no payment is pending for more than a day after its invoice without an open incident that says so",
    breaches: async (tx) => {
      const closedAfter = new Date(clock.now().getTime() - INCIDENT_LATE_MS);
      const before = new Date(closedAfter.getTime() - OVERDUE_MS);
      const found = await listOverdue(tx, { before, kinds: OF_OVERDUE, closedAfter, limit: BREACHES_MAX });
      return found.map(({ id, state }) => `payment ${id} is ${state}`);
    },
  };
}

function events(clock: Clock): Invariant {
  return {
    id: "I13p",
    warns: true,
    title:
      "a finished payment with a callbackUrl has its event, and an event of a payment, or of what it brought a wallet, has its payment",
    breaches: async (tx) => {
      const found = await listEventBreaches(tx, { since: keptSince(clock.now()), limit: BREACHES_MAX });
      const receipts = await listReceiptEventBreaches(tx, BREACHES_MAX);
      return [
        ...found.map(({ id, state, events }) =>
          state === null
            ? `there are ${events} events of payment ${id}, which does not exist`
            : `payment ${id} is ${state} and has ${events} events, or not the right one`,
        ),
        ...receipts.map(
          ({ id, events }) => `what payment ${id} brought a wallet has ${events} events, or not the right one`,
        ),
      ];
    },
  };
}

/** What must hold between payments, ledger and events; the audit checks them. */
export const invariants = (clock: Clock): readonly Invariant[] => [
  finished,
  amounts,
  reserved,
  payer("all"),
  forgotten(clock),
  { ...STRAY, breaches: (tx) => strays(tx, 0n) },
  unproven,
  misplaced,
  doubled,
  counted,
  incidents(clock),
  events(clock),
];

/** Those that look at what is pending or new: they cost the same however many payments there have been. */
export const incrementalInvariants = (clock: Clock): readonly Invariant[] => [
  reserved,
  payer("pending"),
  misplaced,
  forgotten(clock),
  incremental(STRAY, (tx, { no }) => strays(tx, no)),
];
