import type { EventBodies, EventBody, EventId } from "#events";
import { presentCompleted, presentFailed, presentVerified } from "./present-session.ts";
import { listPurchasesById } from "./store/purchases.ts";
import { listSessionsById } from "./store/sessions.ts";

/** Of all events of the ramp: a purchase that has ended does not change what they say. */
export const eventBodies: EventBodies = async (db, events) => {
  const purchases = await listPurchasesById(
    db,
    events.map(({ objectId }) => objectId),
  );
  const sessionIds = events.map(({ objectId }) => purchases.get(objectId)?.sessionId ?? objectId);
  const sessions = await listSessionsById(db, sessionIds);
  const bodies = new Map<EventId, EventBody>();
  for (const { id, type, objectId, facts } of events) {
    const purchase = purchases.get(objectId);
    const session = sessions.get(purchase?.sessionId ?? objectId);
    if (session === undefined) continue;
    if (type === "ramp.kyc.completed") bodies.set(id, { data: presentVerified(session, String(facts?.["user_id"])) });
    else if (purchase !== undefined)
      bodies.set(id, {
        data:
          type === "ramp.purchase.completed" ? presentCompleted(session, purchase) : presentFailed(session, purchase),
      });
  }
  return bodies;
};
