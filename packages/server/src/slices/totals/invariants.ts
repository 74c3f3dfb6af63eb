import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listTotalsBreaches } from "./store.ts";

const counted: Invariant = {
  id: "I19",
  warns: true, // they are shown, and nothing is decided by them
  title: "the totals of a project in an hour are what its payments and receipts of that hour come to",
  breaches: async (tx) => {
    const rows = await listTotalsBreaches(tx, BREACHES_MAX);
    return rows.map(({ project, hour }) => `the totals of project ${project} in hour ${hour} since 1970 are wrong`);
  },
};

/** What must hold between totals, payments and receipts; the audit runs it. */
export const invariants: readonly Invariant[] = [counted];
