import type { Clock } from "#kernel/clock.ts";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { ONCHAIN_OVERDUE_MS } from "./model/next-step.ts";
import {
  listChildBreaches,
  listForgotten,
  listOverdue,
  listPostingBreaches,
  listReplacedBreaches,
} from "./store/breaches.ts";

/** It is looked at twice a minute: after an hour its incident must be there. */
const INCIDENT_LATE_MS = 3_600_000;

const postings: Invariant = {
  id: "I18",
  title:
    "a payment to an address of the chain took its amount and fee once, and has them back when it has failed, and so has its child",
  breaches: async (tx) => {
    const found = await listPostingBreaches(tx, BREACHES_MAX);
    const replaced = await listReplacedBreaches(tx, BREACHES_MAX);
    const children = await listChildBreaches(tx, BREACHES_MAX);
    return [
      ...found.map(({ id, state }) =>
        state === null
          ? `the ledger has postings of on-chain payment ${id}, which does not exist`
          : `on-chain payment ${id} is ${state}, and its postings are not those of that state`,
      ),
      ...replaced.map(({ id }) => `the ledger has the cost of a replacement of ${id}, which was not replaced so`),
      ...children.map(({ id, state }) =>
        state === null
          ? `the ledger has postings of a child of on-chain payment ${id}, which does not exist`
          : `the child of on-chain payment ${id} is ${state}, and its postings are not those of that state`,
      ),
    ];
  },
};

function overdue(clock: Clock): Invariant {
  return {
    id: "I18d",
    warns: true,
    title: "no payment to an address of the chain waits for more than a day without an incident",
    breaches: async (tx) => {
      const before = new Date(clock.now().getTime() - ONCHAIN_OVERDUE_MS - INCIDENT_LATE_MS);
      const found = await listOverdue(tx, { before, limit: BREACHES_MAX });
      return found.map(({ id }) => `on-chain payment ${id}`);
    },
  };
}

function forgotten(clock: Clock): Invariant {
  return {
    id: "I18w",
    warns: true,
    title: "each payment to an address of the chain that is under way is looked at within the hour",
    breaches: async (tx) => {
      const until = new Date(clock.now().getTime() + INCIDENT_LATE_MS);
      const found = await listForgotten(tx, { until, limit: BREACHES_MAX });
      return found.map(({ id }) => `on-chain payment ${id}`);
    },
  };
}

/** What must hold between payments to addresses of the chain, ledger and incidents; the audit checks them. */
export const invariants = (clock: Clock): readonly Invariant[] => [postings, overdue(clock), forgotten(clock)];
