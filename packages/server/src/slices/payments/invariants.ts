import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { findReserved, listAmountBreaches, listEndBreaches, listOverdue } from "./store/store.ts";

const ends: Invariant = {
  id: "I4",
  title: "a payment has one reservation, and one end that gives out what was reserved",
  breaches: async (tx) => {
    const found = await listEndBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state, reserved, ended }) =>
      state === null
        ? `the ledger has postings of payment ${id}, which does not exist`
        : `payment ${id} is ${state}; reserved ${reserved ?? 0n}, given out ${ended ?? 0n}`,
    );
  },
};

const amounts: Invariant = {
  id: "I5",
  title: "a completed payment took its amount and its real fee, a failed one nothing",
  breaches: async (tx) => {
    const found = await listAmountBreaches(tx, BREACHES_MAX);
    return found.map(({ id, state, kept }) => `payment ${id} is ${state} and took ${kept} msats from its wallet`);
  },
};

const reserved: Invariant = {
  id: "I4r",
  title: "the account of reservations holds what the open payments reserved, to the msat",
  breaches: async (tx) => {
    const { open, held } = await findReserved(tx);
    return open === held ? [] : [`open payments reserved ${open} msats, the account holds ${held}`];
  },
};

const incidents: Invariant = {
  id: "I11",
  title: "no payment is open for more than a day after its invoice without an incident",
  breaches: async (tx) => (await listOverdue(tx, BREACHES_MAX)).map(({ id, state }) => `payment ${id} is ${state}`),
};

/** What must hold between payments and ledger; the audit runs them. */
export const invariants: readonly Invariant[] = [ends, amounts, reserved, incidents];
/** Those that cost the same however many payments there have been. */
export const incrementalInvariants: readonly Invariant[] = [reserved, incidents];
