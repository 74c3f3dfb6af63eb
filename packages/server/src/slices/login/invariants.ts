import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listAddressBreaches, listNetworkBreaches, listSessionBreaches } from "./store/breaches.ts";

/** What no constraint of the tables sees; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I14s",
    title: "each session belongs to a user whose account is open, and ends within 30 days of its login",
    breaches: async (tx) => {
      const rows = await listSessionBreaches(tx, BREACHES_MAX);
      return rows.map(({ id }) => `session ${id} has no user, or lasts too long`);
    },
  },
  {
    id: "I14a",
    title: "no address got more codes, or was shown more wrong ones, than its limits allow",
    breaches: async (tx) => {
      const rows = await listAddressBreaches(tx, BREACHES_MAX);
      return rows.map(({ address }) => `address ${address.slice(0, 16)}… has more codes or wrong ones than it may`);
    },
  },
  {
    id: "I14n",
    title: "no network got codes for more addresses than its limit allows, and each address counts once",
    breaches: async (tx) => {
      const rows = await listNetworkBreaches(tx, BREACHES_MAX);
      return rows.map(({ network }) => `network ${network.slice(0, 16)}… has more addresses than it may, or one twice`);
    },
  },
];
