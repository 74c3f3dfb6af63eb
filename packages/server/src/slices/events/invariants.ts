import { BREACHES_MAX, type Invariant } from "#platform/database/invariant.ts";
import { listMisdelivered } from "./store/breaches.ts";

// That a delivery is waiting, delivered, failed or cancelled, and has a time for what it waits for, are constraints of
// events.delivery. Whether what happened has its event is known to the slices in which it happens: their invariants say
// so.

const delivered: Invariant = {
  id: "I13",
  warns: true,
  title:
    "each event has its delivery: waiting, delivered, failed or cancelled; one written for the stream alone has none",
  breaches: async (tx) => {
    const found = await listMisdelivered(tx, BREACHES_MAX);
    return found.map(({ id, type, streamed }) =>
      streamed
        ? `event ${id}, ${type}, was written for the stream alone and has a delivery`
        : `event ${id}, ${type}, has no delivery`,
    );
  },
};

/** What must hold of every event, whatever it tells of. */
export const invariants: readonly Invariant[] = [delivered];
