import type { Caller } from "#kernel/caller.ts";
import { findPayment, type TimelineDeps, timelineOf } from "#payments";
import type { ReadTimeline } from "#things";
import { deliveryOf, type Purchase, type PurchaseId } from "./model/purchase.ts";
import { purchaseHappenings, purchaseStanding } from "./model/timeline.ts";
import { listEntries } from "./store/books.ts";
import { findPurchaseOf, type PurchaseOwner } from "./store/purchase-lists.ts";

/** What became of a purchase of the caller's project, or of the person who calls. */
export function purchaseTimelines(deps: TimelineDeps): ReadTimeline {
  return async ({ actor }, id) => {
    const owner = ownerOf(actor);
    const purchase = owner && (await findPurchaseOf(deps.db, owner, id as PurchaseId));
    if (purchase === undefined) return undefined;
    const [booked, deliveryEndsBy] = await Promise.all([
      listEntries(deps.db, purchase.id),
      deliveryEnd(deps, purchase),
    ]);
    return {
      standing: purchaseStanding(purchase, { now: deps.clock.now(), deliveryEndsBy }),
      happenings: purchaseHappenings(purchase, booked),
      eventsOf: [purchase.id],
    };
  };
}

/** Whose purchases a caller may see; undefined: nobody's. */
export function ownerOf(actor: Caller["actor"]): PurchaseOwner | undefined {
  if (actor.kind === "project") return { project: actor.projectId };
  return actor.kind === "user" ? { user: actor.userId } : undefined;
}

/** Of a payment over Lightning; blocks of the chain come when they come. */
async function deliveryEnd(deps: TimelineDeps, purchase: Purchase): Promise<Date | undefined> {
  const delivery = deliveryOf(purchase);
  if (delivery?.kind !== "invoice") return undefined;
  const payment = await findPayment(deps.db, delivery.paymentId);
  return payment && (await timelineOf(deps, payment)).standing.endsBy;
}
