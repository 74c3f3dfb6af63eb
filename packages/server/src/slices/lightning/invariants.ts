import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listForeign } from "./store.ts";

/** What must hold between the node's payments and ours; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I10",
    title: "every payment of the node belongs to an attempt of ours, or was booked by an operator",
    breaches: async (tx) => {
      const foreign = await listForeign(tx);
      return foreign
        .slice(0, BREACHES_MAX)
        .map(
          ({ paymentHash, amount }) => `${Buffer.from(paymentHash).toString("hex")} over ${amount} msats is foreign`,
        );
    },
  },
];
