import { type PaymentProcessor, ProcessorUnavailable, type PurchaseId } from "#ramp";
import { changePayment } from "./change-payment.ts";
import { newReference, type SandboxDeps } from "./deps.ts";
import { readMessage } from "./messages.ts";
import { challengePath, type PaymentCommand, presentPayment } from "./model/payment.ts";
import { findPayment, insertPayment, listPaymentChanges, listPaymentsSince } from "./store.ts";

const CHANGES_MAX = 100;
const FIRST_LOOK_BACK_MS = 3_600_000;
const CURSOR = /^[0-9]{1,18}$/;

/**
 * A card processor whose money is made up. Its state is in the database: it survives the process, and several processes
 * share it.
 */
export function sandboxProcessor(deps: SandboxDeps): PaymentProcessor {
  const { db, clock, random } = deps;

  async function command(
    reference: string,
    purchaseId: PurchaseId,
    kind: PaymentCommand["kind"] & ("capture" | "cancel" | "refund"),
  ) {
    const found = await findPayment(db, reference);
    if (found?.purchaseId !== purchaseId) throw new ProcessorUnavailable();
    return await read(reference, { kind });
  }
  async function read(reference: string, given: PaymentCommand) {
    const payment = await changePayment(deps, reference, given);
    if (payment === undefined) throw new ProcessorUnavailable();
    return presentPayment(payment);
  }

  return {
    name: "sandbox",
    challengeUrl: challengePath,
    isLive: false,
    async begin(draft) {
      const payment = await insertPayment(db, { draft, reference: newReference(random, "sbp"), now: clock.now() });
      if (payment.amount !== draft.amount || payment.currency !== draft.currency) throw new ProcessorUnavailable();
      const { reference } = payment;
      return { reference, page: { kind: "sandbox", reference } };
    },
    get: (reference) => read(reference, { kind: "advance" }),
    capture: (reference, purchaseId) => command(reference, purchaseId, "capture"),
    cancel: (reference, purchaseId) => command(reference, purchaseId, "cancel"),
    refund: (reference, purchaseId) => command(reference, purchaseId, "refund"),
    readWebhook: (message) => readMessage(deps, message),
    async listChanged(cursor) {
      const isFirst = !CURSOR.test(cursor);
      const changes = await listPaymentChanges(db, {
        after: isFirst ? 0n : BigInt(cursor),
        from: isFirst ? new Date(clock.now().getTime() - FIRST_LOOK_BACK_MS) : undefined,
        limit: CHANGES_MAX,
      });
      const references = [...new Set(changes.map(({ reference }) => reference))];
      return { cursor: changes.at(-1)?.no.toString() ?? cursor, references };
    },
    listSince: (since) => listPaymentsSince(db, since),
  };
}
