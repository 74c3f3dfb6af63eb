import type { EventBodies, EventBody, EventId } from "#events";
import type { PaymentId } from "#kernel/ids.ts";
import { presentCallback, presentPayment } from "./present-payment.ts";
import { listPaymentsById } from "./store/payments.ts";

/** Of `payment.completed` and `payment.failed`: the payment as it is read, because one that is finished does not change any more. */
export const eventBodies: EventBodies = async (db, events) => {
  const payments = await listPaymentsById(
    db,
    events.map(({ objectId }) => objectId as PaymentId),
  );
  const bodies = new Map<EventId, EventBody>();
  for (const { id, objectId, createdAt } of events) {
    const payment = payments.get(objectId as PaymentId);
    if (payment === undefined) continue;
    bodies.set(id, { data: presentPayment(payment, createdAt), callback: presentCallback(payment, createdAt) });
  }
  return bodies;
};
