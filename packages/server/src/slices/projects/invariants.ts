import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listLostWallets } from "./store.ts";

const accounts: Invariant = {
  id: "I3w",
  title: "each wallet of a project has its account in the ledger",
  breaches: async (tx) => {
    const rows = await listLostWallets(tx, BREACHES_MAX);
    return rows.map(({ id }) => `the account of wallet ${id} is not in the ledger`);
  },
};

/** What must hold between projects and ledger; the audit runs them. */
export const invariants: readonly Invariant[] = [accounts];
