import { bytesToHex } from "@noble/hashes/utils.js";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listBookingBreaches, listForeign } from "./store.ts";

/** What must hold between the node's payments and ours; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I10",
    title: "every payment of the node belongs to a payment of ours, or was adopted by an operator",
    breaches: async (tx) => {
      const foreign = (await listForeign(tx)).filter(({ reason }) => reason === undefined);
      return foreign
        .slice(0, BREACHES_MAX)
        .map(({ paymentHash, amount }) => `${bytesToHex(paymentHash)} over ${amount} msats is foreign`);
    },
  },
  {
    id: "I6o",
    title: "each booking of the operator's money has its transfer, and the reverse",
    breaches: async (tx) => {
      const rows = await listBookingBreaches(tx, BREACHES_MAX);
      return rows.map(({ id }) => `booking ${id} and its transfer do not agree, or one of them is missing`);
    },
  },
];
