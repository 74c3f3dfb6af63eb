import type { EventBodies, EventBody, EventId, EventRecord } from "#events";
import type { PaymentId, WalletId } from "#kernel/ids.ts";
import { presentReceipt } from "#receiving";
import type { Payment } from "./model/payment.ts";
import { presentCallback, presentFinished } from "./present-payment.ts";
import { listPaymentsById } from "./store/payments.ts";

/**
 * Of `payment.completed` and `payment.failed`: the payment as it is read, because one that is finished does not change
 * any more. And of `receipt.credited`, where a payment without a charge is the receipt.
 */
export const eventBodies: EventBodies = async (db, events) => {
  const payments = await listPaymentsById(
    db,
    events.map(({ objectId }) => objectId as PaymentId),
  );
  const bodies = new Map<EventId, EventBody>();
  for (const event of events) {
    const payment = payments.get(event.objectId as PaymentId);
    const body = payment && bodyOf(event, payment);
    if (body !== undefined) bodies.set(event.id, body);
  }
  return bodies;
};

function bodyOf(event: EventRecord, payment: Payment): EventBody | undefined {
  if (event.type === "receipt.credited") return receiptOf(event, payment);
  return { data: presentFinished(payment), callback: presentCallback(payment) };
}

/** What the payee got. Nothing in it is of the payer. Undefined when the receipt is that of a charge. */
function receiptOf({ facts }: EventRecord, { id, amount, progress }: Payment): EventBody | undefined {
  if (facts === undefined || progress.kind !== "completed") return undefined;
  const { walletId } = facts as Facts;
  const shown = presentReceipt({
    id,
    chargeId: undefined,
    walletId,
    amount,
    flags: [],
    settledAt: progress.at,
    createdAt: progress.at,
    comment: undefined,
    payerData: undefined,
  });
  return { data: shown, callback: shown };
}

/** As `payments.append_internal` writes them. */
type Facts = { readonly walletId: WalletId };
