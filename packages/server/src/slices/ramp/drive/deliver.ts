import { AppError } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { CHART } from "#ledger";
import { fetchCharge, findOutcomes, payForOrigin } from "#payments";
import type { Purchase } from "../model/purchase.ts";
import { dropDelivery, updateDelivery } from "../store/purchases.ts";
import type { SellDeps } from "./apply-step.ts";

/** Refusals that pass by themselves: the same payment is begun later. */
const PASSING = ["sending_paused", "too_many_pending", "unavailable", "node_unavailable"];
/** What the recipient's server said can change: it is asked again. */
const UNREACHABLE = ["address_unreachable", "unavailable", "rate_limited", "node_unavailable"];

export type Fetched =
  | { readonly kind: "bound" }
  /** Asked for again later. */
  | { readonly kind: "later"; readonly detail: string }
  /** The recipient takes no such payment. */
  | { readonly kind: "refused"; readonly detail: string };

/** Asks the recipient for an invoice and binds the purchase to it, and to the payment that will pay it. */
export async function fetchInvoice(deps: SellDeps, purchase: Purchase): Promise<Fetched> {
  const { destination, quote } = purchase;
  try {
    const invoice = await fetchCharge(deps, { address: destination, amount: quote.amount, comment: undefined });
    await deps.reached("after-ramp-call");
    const paymentId = deps.random.uuid() as PaymentId;
    await updateDelivery(deps.db, purchase, { invoice, paymentId });
    return { kind: "bound" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const detail = `${error.code}: ${error.message}`;
    return { kind: UNREACHABLE.includes(error.code) ? "later" : "refused", detail };
  }
}

export type Delivered =
  /** The payment exists, and finishes by itself. */
  | { readonly kind: "begun" }
  | { readonly kind: "later"; readonly detail: string }
  /** No payment with this invoice will ever be: the purchase is free for another one. */
  | { readonly kind: "dropped"; readonly detail: string };

/** Begins the payment of a purchase's invoice, or finds that it has begun. */
export async function beginDelivery(deps: SellDeps, purchase: Purchase): Promise<Delivered> {
  const { delivery, quote, feeLimit, id } = purchase;
  if (delivery === undefined) throw new Error(`purchase ${id} has no invoice`);
  const { invoice, paymentId } = delivery;
  try {
    await payForOrigin(deps, {
      ...{ id: paymentId, invoice, amount: quote.amount, feeLimit },
      payer: { account: CHART.ramp_clearing.no, wallet: undefined },
      origin: { kind: "purchase", id },
    });
    await deps.reached("after-ramp-call");
    return { kind: "begun" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const detail = `${error.code}: ${error.message}`;
    if ((await findOutcomes(deps.db, [paymentId])).has(paymentId)) return { kind: "begun" };
    if (PASSING.includes(error.code)) return { kind: "later", detail };
    const isDropped = await dropDelivery(deps.db, purchase, deps.clock.now());
    return { kind: isDropped ? "dropped" : "later", detail };
  }
}
