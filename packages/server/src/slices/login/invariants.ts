import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import {
  listAddressBreaches,
  listKnownBrowserBreaches,
  listNetworkBreaches,
  listSessionBreaches,
} from "./store/breaches.ts";

/** What no constraint of the tables sees; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I14s",
    warns: true,
    title: "each session belongs to a user whose account is open, and ends within 30 days of its login",
    breaches: async (tx) => {
      const rows = await listSessionBreaches(tx, BREACHES_MAX);
      return rows.map(({ id }) => `session ${id} has no user, or lasts too long`);
    },
  },
  {
    id: "I14a",
    warns: true,
    title: "no address got more codes, or was shown more wrong ones, than its limits allow",
    breaches: async (tx) => {
      const rows = await listAddressBreaches(tx, BREACHES_MAX);
      return rows.map(({ address }) => `address ${address.slice(0, 16)}… has more codes or wrong ones than it may`);
    },
  },
  {
    id: "I14n",
    warns: true,
    title: "no network has more addresses or wrong codes than its limits allow, and each address counts once",
    breaches: async (tx) => {
      const rows = await listNetworkBreaches(tx, BREACHES_MAX);
      return rows.map(
        ({ network }) => `network ${network.slice(0, 16)}… has more addresses or wrong codes than it may`,
      );
    },
  },
  {
    id: "I14b",
    warns: true,
    title: "each browser that is known belongs to a user whose account is open, at most 20 to each, for 180 days",
    breaches: async (tx) => {
      const rows = await listKnownBrowserBreaches(tx, BREACHES_MAX);
      return rows.map(({ id }) => `known browser ${id} has no user, is one of too many, or is known for too long`);
    },
  },
];
