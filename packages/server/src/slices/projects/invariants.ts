import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listProjectsWithoutName, listProjectsWithoutWallet } from "./store/breaches.ts";

/** What must hold between projects and wallets; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I3p",
    title: "each project has a wallet of its own",
    breaches: async (tx) => {
      const rows = await listProjectsWithoutWallet(tx, BREACHES_MAX);
      return rows.map(({ id }) => `the wallet of project ${id} is not its own`);
    },
  },
  {
    id: "I3h",
    title: "each project's handle is the name of its wallet",
    breaches: async (tx) => {
      const rows = await listProjectsWithoutName(tx, BREACHES_MAX);
      return rows.map(({ id }) => `the handle of project ${id} does not lead to its wallet`);
    },
  },
];
