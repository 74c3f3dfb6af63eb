import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listLostAccounts, listLostWallets } from "./store.ts";

/** What must hold between wallets and ledger; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I3w",
    title: "each wallet has its account in the ledger, and each account of a customer its wallet",
    breaches: async (tx) => {
      const wallets = await listLostWallets(tx, BREACHES_MAX);
      const accounts = await listLostAccounts(tx, BREACHES_MAX);
      return [
        ...wallets.map(({ id }) => `the account of wallet ${id} is not in the ledger`),
        ...accounts.map(({ no }) => `account ${no} is no wallet's`),
      ];
    },
  },
];
