import { bytesToHex } from "@noble/hashes/utils.js";
import { incremental } from "#ledger";
import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { countNodes, findLimbo, listNodeBookingBreaches, listStrayPostings } from "./store/breaches.ts";
import { listBookingBreaches } from "./store/operator-bookings.ts";
import { listForeign } from "./store.ts";

const BOOKED = {
  id: "I6o",
  title: "each booking of the operator's money or of the node's has its transfer, and the reverse",
} as const;

/** A statement of a few rows: also the running service looks at it every ten seconds. */
const former: Invariant = {
  id: "I6f",
  title: "what former nodes held and has not come back is in their account; one node is the service's",
  breaches: async (tx) => {
    const { ofNodes, booked } = await findLimbo(tx);
    const nodes = await countNodes(tx);
    return [
      ...(ofNodes === booked ? [] : [`in limbo of former nodes are ${ofNodes} msats, their account has ${booked}`]),
      ...(nodes <= 1 ? [] : [`${nodes} nodes are the service's at the same time`]),
    ];
  },
};

/** What must hold between the node's payments and ours; the audit runs it. */
export const invariants: readonly Invariant[] = [
  {
    id: "I10",
    warns: true, // it has a pause of its own
    title: "every payment of the node belongs to a payment of ours, or was adopted by an operator",
    breaches: async (tx) => {
      const foreign = (await listForeign(tx)).filter(({ reason }) => reason === undefined);
      return foreign
        .slice(0, BREACHES_MAX)
        .map(({ paymentHash, amount }) => `${bytesToHex(paymentHash)} over ${amount} msats is foreign`);
    },
  },
  {
    ...BOOKED,
    breaches: async (tx) => {
      const own = await listBookingBreaches(tx, BREACHES_MAX);
      const ofNode = await listNodeBookingBreaches(tx, BREACHES_MAX);
      return [
        ...own.map(({ id }) => `booking ${id} and its transfer do not agree, or one of them is missing`),
        ...ofNode.map(({ kind, id }) => `the ${kind} ${id} and its row do not agree, or one of them is missing`),
      ];
    },
  },
  former,
];

/** Looks at what is new: it costs the same however much was booked. */
export const incrementalInvariants = (): readonly Invariant[] => [
  former,
  incremental(BOOKED, async (tx, { no }) => {
    const found = await listStrayPostings(tx, { after: no, limit: BREACHES_MAX });
    return found.map(({ kind, id }) => `the ledger has a posting (${kind}) of ${id}, which was not booked`);
  }),
];
