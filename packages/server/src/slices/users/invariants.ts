import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listUsersWithoutWallet, listWalletsWithoutUser, listWrongLimits } from "./store.ts";

/** What must hold between users, wallets and names; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I3u",
    title: "each user has a wallet of its own, whose name is the gamertag",
    breaches: async (tx) => {
      const rows = await listUsersWithoutWallet(tx, BREACHES_MAX);
      return rows.map(({ id }) => `the wallet of user ${id} is not its own, or has another name`);
    },
  },
  {
    id: "I3o",
    title: "each wallet of a user has its user",
    breaches: async (tx) => {
      const rows = await listWalletsWithoutUser(tx, BREACHES_MAX);
      return rows.map(({ id }) => `wallet ${id} belongs to a user that does not exist`);
    },
  },
  {
    id: "I12u",
    warns: true,
    title: "a user's wallet has the limits of the user's level, or those set by hand",
    breaches: async (tx) => {
      const rows = await listWrongLimits(tx, BREACHES_MAX);
      return rows.map(
        ({ id, level }) => `the wallet of user ${id} has other limits than level ${level}, and not by hand`,
      );
    },
  },
];
