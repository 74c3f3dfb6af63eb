import { type FailureReason, PAY_DEADLINE_MS, type PayOutcome } from "#lightning";
import {
  type BoundInvoice,
  LOOKUP_PAUSE_MAX_MS,
  type Payment,
  type PaymentFailureCode,
  type ReadyPayment,
  type SentPayment,
} from "../model/payment.ts";
import { dispatchMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";
import { completePayment, failPayment } from "./finish-payment.ts";
import { PAUSED, park } from "./park-payment.ts";

/** Room for clocks and for an order on its way, beyond its deadline. */
const ORDER_MARGIN_MS = 5_000;

/**
 * Gives the invoice to the node: first the row that says so, then the order, then what the node answers. Used for the
 * first time and for sending the same invoice again.
 */
export async function sendPayment(deps: DriveDeps, payment: ReadyPayment | SentPayment): Promise<undefined> {
  const { invoice } = payment.progress;
  if (payment.progress.kind === "ready" && invoice.expiresAt <= deps.clock.now()) {
    await failPayment(deps, payment, { attempt: 0, ...REFUSALS.expired });
    return undefined;
  }

  // Taken before the row is written: whoever finds the row later than `orderUntil` knows that no order can follow it.
  const deadlineMonotonicMs = deps.clock.monotonicMs() + PAY_DEADLINE_MS;
  const orderUntil = new Date(deps.clock.now().getTime() + PAY_DEADLINE_MS + ORDER_MARGIN_MS);
  await deps.reached("before-dispatch");
  const dispatched = await deps.batch(dispatchMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    version: payment.version,
    orderUntil,
  });
  if (dispatched.kind === "lease_lost") return undefined;
  if (dispatched.kind === "paused") {
    const state = payment.progress.kind === "ready" ? "ready" : "unknown";
    return await park(deps, payment, { state, ...PAUSED });
  }
  await deps.reached("after-dispatch");

  const outcome = await deps.node.pay({
    invoice: invoice.text,
    paymentHash: invoice.paymentHash,
    amount: undefined,
    feeLimit: payment.feeLimit,
    expiresAt: invoice.expiresAt,
    deadlineMonotonicMs,
  });
  const { attempt } = dispatched;
  return await afterOutcome(deps, { ...payment, version: payment.version + 1 }, { attempt, invoice, outcome });
}

/** How soon a payment is looked at that did not end at once. */
const FIRST_PAUSE_MS = 1_000;

async function afterOutcome(
  deps: DriveDeps,
  payment: Payment,
  { outcome, ...order }: Order & { outcome: PayOutcome },
): Promise<undefined> {
  switch (outcome.kind) {
    case "settled":
      return await settle(deps, payment, outcome);
    case "failed":
      return await failSent(deps, payment, { ...order, reason: outcome.reason, pauseMs: FIRST_PAUSE_MS });
    case "in_flight":
      return await park(deps, payment, {
        state: "in_flight",
        detail: "the recipient holds the payment",
        pauseMs: FIRST_PAUSE_MS,
      });
    case "unknown":
      return await park(deps, payment, { state: "unknown", detail: outcome.detail, pauseMs: FIRST_PAUSE_MS });
    case "refused":
      return await afterRefusal(deps, payment, { ...order, because: outcome.because });
  }
}

/** What was given to the node: the number of the order, and the invoice. */
type Order = { readonly attempt: number; readonly invoice: BoundInvoice };

/**
 * Ends a payment that the node proved failed. After a second order the first one may still arrive, and nodes pay again
 * what has failed: then the money stays until nobody can be paid with the invoice any more.
 */
export async function failSent(
  deps: DriveDeps,
  payment: Payment,
  { attempt, invoice, reason, pauseMs }: Order & { reason: FailureReason; pauseMs: number },
): Promise<undefined> {
  const failure = describe(reason);
  if (attempt > 1 && deps.clock.now() < invoice.expiresAt)
    return await park(deps, payment, {
      state: "unknown",
      detail: `${failure.detail}; an earlier order may still arrive until the invoice has run out`,
      pauseMs,
    });
  await failPayment(deps, payment, { attempt, ...failure });
}

/** Books a success; when its preimage does not fit, the payment stays open for the operator. */
export async function settle(
  deps: DriveDeps,
  payment: Payment,
  proof: Parameters<typeof completePayment>[2],
): Promise<undefined> {
  const outcome = await completePayment(deps, payment, proof);
  if (outcome !== "wrong_preimage") return undefined;
  return await park(deps, payment, {
    state: "unknown",
    detail: "the node gave a preimage that does not match the hash; an operator has to look at it",
    pauseMs: LOOKUP_PAUSE_MAX_MS,
  });
}

/**
 * This order never left. At the first attempt that proves that nothing was sent; later ones say nothing about what went
 * out before.
 */
async function afterRefusal(
  deps: DriveDeps,
  payment: Payment,
  { attempt, because }: Order & { because: "expired" | "deadline" | "known_hash" },
): Promise<undefined> {
  if (attempt > 1 || because === "deadline")
    return await park(deps, payment, {
      state: "unknown",
      detail: `the order was not sent: ${because}`,
      pauseMs: FIRST_PAUSE_MS,
    });
  await failPayment(deps, payment, { attempt, nothingSent: true, ...REFUSALS[because] });
}

const REFUSALS = {
  expired: { code: "invoice_expired", detail: "the invoice ran out before it could be sent" },
  known_hash: { code: "invoice_already_paid", detail: "the node has been asked to pay its payment hash before" },
} as const;

/** The stable code and a sentence for why the node proved the payment failed. */
function describe(reason: FailureReason): { code: PaymentFailureCode; detail: string } {
  switch (reason) {
    case "fee_limit":
      return { code: "fee_limit", detail: "every route costs more than the fee limit" };
    case "recipient_rejected":
      return { code: "recipient_rejected", detail: "the recipient's node refused the payment" };
    case "expired":
      return { code: "invoice_expired", detail: "the invoice ran out while a route was sought" };
    case "no_route":
    case "other":
      return { code: "no_route", detail: "no route to the recipient could carry the payment" };
  }
}
