import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listLostWallets } from "./store.ts";

/** What must hold between wallets and ledger; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I3w",
    title: "each wallet has its account in the ledger",
    breaches: async (tx) => {
      const rows = await listLostWallets(tx, BREACHES_MAX);
      return rows.map(({ id }) => `the account of wallet ${id} is not in the ledger`);
    },
  },
];
