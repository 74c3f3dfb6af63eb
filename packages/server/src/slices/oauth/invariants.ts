import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listAppsWithoutSecret, listLeftOfRevoked, listWithoutGrant } from "./store/breaches.ts";

/** What no constraint of the tables sees; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I14g",
    warns: true,
    title: "each code and token belongs to a grant of the same user and application",
    breaches: async (tx) => {
      const rows = await listWithoutGrant(tx, BREACHES_MAX);
      return rows.map(({ model, id }) => `${model} ${id} has no grant, or another user's or application's`);
    },
  },
  {
    id: "I14c",
    warns: true,
    title: "each application that is not revoked has one valid secret or two",
    breaches: async (tx) => {
      const rows = await listAppsWithoutSecret(tx, BREACHES_MAX);
      return rows.map(({ id, secrets }) => `application ${id} has ${secrets} valid secrets`);
    },
  },
  {
    id: "I14o",
    warns: true,
    title: "a revoked application has no consent, code or token",
    breaches: async (tx) => {
      const rows = await listLeftOfRevoked(tx, BREACHES_MAX);
      return rows.map(({ id }) => `the revoked application ${id} has something left`);
    },
  },
];
