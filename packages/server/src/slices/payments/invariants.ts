import { keptSince } from "#events";
import type { Clock } from "#kernel/clock.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { OVERDUE_MS } from "./model/next-step.ts";
import {
  findReserved,
  listAmountBreaches,
  listEventBreaches,
  listFinishBreaches,
  listOverdue,
  listReceiptEventBreaches,
} from "./store/breaches.ts";

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
    const { pending, held } = await findReserved(tx);
    return pending === held ? [] : [`pending payments reserved ${pending} msats, the account holds ${held}`];
  },
};

/** An overdue payment is due at least every five minutes: after an hour its incident must be there. */
const INCIDENT_LATE_MS = 3_600_000;

function incidents(clock: Clock): Invariant {
  return {
    id: "I11",
    title: "no payment is pending for more than a day after its invoice without an incident",
    breaches: async (tx) => {
      const before = new Date(clock.now().getTime() - OVERDUE_MS - INCIDENT_LATE_MS);
      const found = await listOverdue(tx, { before, limit: BREACHES_MAX });
      return found.map(({ id, state }) => `payment ${id} is ${state}`);
    },
  };
}

function events(clock: Clock): Invariant {
  return {
    id: "I13p",
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
  incidents(clock),
  events(clock),
];

/** Money invariants that cost the same however many payments there have been. */
export const incrementalInvariants: readonly Invariant[] = [reserved];
