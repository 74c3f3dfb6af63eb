import type { Clock, Random, Reached } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { CHART } from "#ledger";
import { type LightningNode, NodeUnavailable } from "#lightning";
import {
  estimateOnchainFee,
  findOnchainOutcomes,
  type OnchainDeps,
  type OnchainTerms,
  payOnchain,
  wasPublished,
} from "#onchain";
import { type AskAddressDeps, fetchCharge, findOutcomes, type PayDeps, payForOrigin } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { isOnchain } from "../model/destination.ts";
import type { DeliveryOutcome } from "../model/next-step.ts";
import { type Delivery, deliveryOf, type Purchase } from "../model/purchase.ts";
import { dropDelivery, updateDelivery } from "../store/purchases.ts";

/** Refusals that pass by themselves: the same payment is begun later. */
const PASSING = [
  "sending_paused",
  "too_many_pending",
  "over_service_payment",
  "over_service_day",
  "unavailable",
  "node_unavailable",
];
/** What the recipient's server said can change: it is asked again. */
const UNREACHABLE = ["address_unreachable", "unavailable", "rate_limited", "node_unavailable"];

export type PrepareDeliveryDeps = AskAddressDeps & {
  readonly db: Db;
  readonly random: Random;
  readonly reached: Reached;
  readonly onchain: Pick<OnchainTerms, "node">;
};

export type Prepared =
  | { readonly kind: "bound" }
  /** Asked for again later. */
  | { readonly kind: "later"; readonly detail: string }
  /** The recipient takes no such payment. */
  | { readonly kind: "refused"; readonly detail: string };

/** Binds a purchase to the payment that will deliver it, when that can be made now. */
export async function prepareDelivery(deps: PrepareDeliveryDeps, purchase: Purchase): Promise<Prepared> {
  return isOnchain(purchase.destination) ? await prepareOnchain(deps, purchase) : await fetchInvoice(deps, purchase);
}

/** Asks the recipient for an invoice. */
async function fetchInvoice(deps: PrepareDeliveryDeps, purchase: Purchase): Promise<Prepared> {
  const { destination, quote } = purchase;
  try {
    const invoice = await fetchCharge(deps, { address: destination, amount: quote.amount, comment: undefined });
    await deps.reached("after-ramp-call");
    const paymentId = deps.random.uuid() as PaymentId;
    await updateDelivery(deps.db, purchase, { kind: "invoice", invoice, paymentId });
    return { kind: "bound" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const detail = `${error.code}: ${error.message}`;
    return { kind: UNREACHABLE.includes(error.code) ? "later" : "refused", detail };
  }
}

/** Asks the node whether it can pay the address now, within what is taken for it. */
async function prepareOnchain(deps: PrepareDeliveryDeps, purchase: Purchase): Promise<Prepared> {
  const { destination, quote, feeLimit } = purchase;
  const fee = await estimateOnchainFee(deps.onchain, { address: destination, amount: quote.amount });
  if (fee === undefined || fee > feeLimit)
    return { kind: "later", detail: "the node cannot pay an address of the chain for this fee now" };
  await updateDelivery(deps.db, purchase, { kind: "onchain", paymentId: deps.random.uuid() as PaymentId });
  return { kind: "bound" };
}

/** What became of the payment that delivers; undefined when it was not begun. */
export async function findDeliveryOutcome(db: Db, { kind, paymentId }: Delivery): Promise<DeliveryOutcome | undefined> {
  const find = kind === "onchain" ? findOnchainOutcomes : findOutcomes;
  return (await find(db, [paymentId])).get(paymentId);
}

export type BeginDeliveryDeps = PayDeps & GiveUpDeliveryDeps & { readonly onchain: OnchainDeps };

export type Delivered =
  /** The payment exists, and finishes by itself. */
  | { readonly kind: "begun" }
  | { readonly kind: "later"; readonly detail: string }
  /** There will never be a payment with this id: the purchase is free for another one. */
  | { readonly kind: "dropped"; readonly detail: string };

/** Begins the payment of a purchase, or finds that it has begun. */
export async function beginDelivery(deps: BeginDeliveryDeps, purchase: Purchase): Promise<Delivered> {
  const delivery = deliveryOf(purchase);
  if (delivery === undefined) throw new Error(`purchase ${purchase.id} has no payment to begin`);
  try {
    await pay(deps, purchase, delivery);
    await deps.reached("after-ramp-call");
    return { kind: "begun" };
  } catch (error) {
    if (error instanceof NodeUnavailable) return { kind: "later", detail: error.message };
    if (!(error instanceof AppError)) throw error;
    const detail = `${error.code}: ${error.message}`;
    if ((await findDeliveryOutcome(deps.db, delivery)) !== undefined) return { kind: "begun" };
    if (PASSING.includes(error.code)) return { kind: "later", detail };
    return { kind: (await giveUpDelivery(deps, purchase)) === "dropped" ? "dropped" : "later", detail };
  }
}

async function pay(deps: BeginDeliveryDeps, purchase: Purchase, delivery: Delivery): Promise<void> {
  const { quote, feeLimit, destination, id } = purchase;
  const account = CHART.ramp_clearing.no;
  const payment = { id: delivery.paymentId, amount: quote.amount, feeLimit, origin: { kind: "purchase", id } } as const;
  if (delivery.kind === "onchain")
    return await payOnchain(deps.onchain, { ...payment, payer: account, address: destination });
  const { invoice } = delivery;
  if (invoice === undefined) throw new Error(`the payment of purchase ${id} was brought back, and is not there`);
  await payForOrigin(deps, { ...payment, invoice, payer: { account, wallet: undefined }, fundedBy: undefined });
}

export type GiveUpDeliveryDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly node: Pick<LightningNode, "lookupOutgoing">;
  readonly onchain: Pick<OnchainDeps, "node">;
};

export type GivenUp =
  /** There will never be a payment with this id: the purchase is free for another one. */
  | "dropped"
  /** The node has paid it before, which the database does not know: it is begun again, and is the same transaction. */
  | "was_paid"
  /** The payment exists, the purchase has changed, or the node does not say. */
  | "kept";

/**
 * Takes care that the payment of a purchase never begins. The node is asked first: a database before this one may have
 * made it.
 */
export async function giveUpDelivery(
  { db, clock, node, onchain }: GiveUpDeliveryDeps,
  purchase: Purchase,
): Promise<GivenUp> {
  const { destination, quote, id } = purchase;
  const delivery = deliveryOf(purchase);
  try {
    if (delivery?.kind === "invoice" && delivery.invoice !== undefined) {
      const { kind } = await node.lookupOutgoing(decodeInvoice(delivery.invoice).paymentHash);
      if (kind === "settled" || kind === "in_flight") return "kept"; // an operator says that it was this one
    }
    const paid = { address: destination, amount: quote.amount, origin: { kind: "purchase", id } } as const;
    if (delivery?.kind === "onchain" && (await wasPublished(onchain, paid))) return "was_paid";
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return "kept";
  }
  return (await dropDelivery(db, purchase, clock.now())) ? "dropped" : "kept";
}
