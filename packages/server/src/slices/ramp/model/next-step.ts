import type { Msats } from "#kernel/money.ts";
import { DECLINES_MAX } from "./limits.ts";
import type { ProcessorPayment } from "./ports.ts";
import type { Purchase, PurchaseFailureCode, PurchaseState } from "./purchase.ts";

/** All that decides what becomes of a purchase that is begun. */
export type Facts = {
  readonly purchase: Purchase;
  readonly now: Date;
  /** What the processor says; undefined where it was not asked, or did not answer. */
  readonly processor: ProcessorPayment | undefined;
  /** What became of the payment that delivers; undefined when there is none. */
  readonly outcome: DeliveryOutcome | undefined;
  /** When the recipient's invoice can no longer be paid. */
  readonly invoiceExpiresAt: Date | undefined;
};

export type DeliveryOutcome =
  | { readonly kind: "pending" }
  /** `fee`: what it cost beside the amount. */
  | { readonly kind: "completed"; readonly fee: Msats }
  | { readonly kind: "failed"; readonly code: string };

export type Step =
  /** Writes the next state. */
  | Advance
  /** Gives the authorization up at the processor, and then writes `then`. */
  | { readonly kind: "cancel"; readonly then: Advance }
  /** Asks the recipient for an invoice, or the node whether it can pay an address of the chain; and binds the purchase to a payment. */
  | { readonly kind: "prepare_delivery" }
  | { readonly kind: "capture" }
  /** Begins the payment that delivers, or finds that it has begun. */
  | { readonly kind: "deliver" }
  /** Takes care that the payment which was to deliver never begins: only then may the money go back. */
  | { readonly kind: "drop_delivery" }
  | { readonly kind: "refund" }
  /** The customer's bank took the money back: the account is blocked. */
  | { readonly kind: "block_user" }
  /** Nothing before `until`; undefined: never, unless the processor says something. */
  | { readonly kind: "wait"; readonly until: Date | undefined };

export type Advance = {
  readonly kind: "advance";
  readonly to: PurchaseState;
  readonly failure?: PurchaseFailureCode;
  readonly detail?: string;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From the decision to pay to the authorization, with 3-D Secure: the price is the quote's, and must not be chosen later. Ours. */
export const PAY_MS = 10 * MINUTE_MS;
/** From the end of the quote to a card: what was typed in time is still on its way. Ours. */
export const CARD_MS = MINUTE_MS;
/** From the authorization to an invoice of the recipient. Ours. */
export const RESOLVE_MS = 2 * MINUTE_MS;
/** From the capture to the beginning of the payment: then it is refunded. Ours. */
export const HOLD_MS = 24 * HOUR_MS;
/** An invoice with less time than this is not paid: another one is asked for. Ours. */
export const INVOICE_LEFT_MS = 30_000;
/** For so long a completed purchase is looked at for the processor's fee. Ours. */
export const FEE_KNOWN_MS = HOUR_MS;

const PAUSES_MS = [500, 1_000, 1_000, 2_000, 2_000, 5_000, 5_000, 10_000, 30_000];
const PAUSE_MAX_MS = MINUTE_MS;
/** For what a person or a bank decides in days. */
const SLOW_MS = HOUR_MS;

/** Before the next look, by the number of looks since the state was written: from half a second to a minute. */
export function pauseMs(tries: number): number {
  return PAUSES_MS[tries] ?? PAUSE_MAX_MS;
}

/**
 * What is to be done next with a purchase. It only ever goes forward: an authorization is given up only before the capture, and a
 * delivery that may still arrive is never refunded.
 */
export function nextStep(facts: Facts): Step {
  switch (facts.purchase.state) {
    case "requires_payment":
    case "requires_action":
      return whilePaying(facts);
    case "authorized":
      return whileAuthorized(facts);
    case "captured":
    case "on_hold":
      return whileOwed(facts);
    case "delivering":
      return whileDelivering(facts);
    case "refund_pending":
      return whileRefunding(facts);
    case "refund_failed":
      return facts.processor?.refund === "succeeded" ? to("refunded") : slowly(facts);
    case "completed":
      return whileCompleted(facts);
    case "disputed":
      return whileDisputed(facts);
    case "refunded":
    case "won":
    case "lost":
      return afterwards(facts);
    default:
      return { kind: "wait", until: undefined };
  }
}

function whilePaying(facts: Facts): Step {
  const { purchase, processor } = facts;
  const isLate = isPast(facts, purchase.begunAt, PAY_MS) || isUnpaid(facts);
  if (purchase.reference === undefined) return isLate ? to("expired") : soon(facts);
  if (processor === undefined) return soon(facts);
  if (processor.state === "canceled") return to("canceled");
  if (!isOfPurchase(processor, purchase)) return giveUp("failed", "amount_differs", "the processor has another amount");
  if (processor.state === "authorized" || processor.state === "captured") return to("authorized");
  if (processor.declines >= DECLINES_MAX) return giveUp("failed", "declined", processor.declined);
  if (isLate) return giveUp("expired");
  const seen = processor.state === "requires_action" ? "requires_action" : "requires_payment";
  return seen === purchase.state ? soon(facts) : to(seen);
}

function whileAuthorized(facts: Facts): Step {
  const { purchase, processor } = facts;
  if (processor?.state === "canceled") return fails("processor_gave_up", "the card's bank gave the authorization up");
  if (processor?.state === "captured") return to("captured");
  if (purchase.delivery === undefined || isStale(facts))
    return isPast(facts, purchase.changedAt, RESOLVE_MS) ? undeliverable(purchase) : { kind: "prepare_delivery" };
  return processor === undefined ? soon(facts) : { kind: "capture" };
}

/** The card has paid, and nothing was sent yet. */
function whileOwed(facts: Facts): Step {
  const { purchase, outcome, processor, now } = facts;
  if (outcome !== undefined) return to("delivering");
  if (isGivenBack(facts)) return undelivered(facts, "processor_gave_up", "the processor has given the money back");
  if (isPast(facts, laterOf(purchase.changedAt, purchase.heldUntil), HOLD_MS))
    return undelivered(facts, "not_delivered_in_time");
  if (purchase.heldUntil !== undefined && purchase.heldUntil > now)
    return purchase.state === "captured" ? to("on_hold") : { kind: "wait", until: purchase.heldUntil };
  if (processor === undefined) return soon(facts);
  if (isDisputed(processor)) return slowly(facts);
  return purchase.delivery === undefined ? { kind: "prepare_delivery" } : { kind: "deliver" };
}

/** The card's bank asks for the money, or has it: nothing is delivered, and nothing can be given back. */
function isDisputed({ dispute }: ProcessorPayment): boolean {
  return dispute === "open" || dispute === "lost";
}

/** By hand at the processor, or in a past that a restored database does not know. */
function isGivenBack({ processor }: Facts): boolean {
  return processor?.refund === "pending" || processor?.refund === "succeeded";
}

/** The money goes back, once it is sure that nothing is delivered. */
function undelivered({ purchase }: Facts, failure: PurchaseFailureCode, detail?: string): Step {
  if (purchase.delivery !== undefined) return { kind: "drop_delivery" };
  return { kind: "advance", to: "refund_pending", failure, ...(detail === undefined ? {} : { detail }) };
}

function whileDelivering(facts: Facts): Step {
  const { outcome } = facts;
  if (outcome?.kind === "completed") return to("completed");
  if (outcome?.kind === "failed")
    return { kind: "advance", to: "refund_pending", failure: "delivery_failed", detail: outcome.code };
  return soon(facts);
}

function whileRefunding(facts: Facts): Step {
  const { processor } = facts;
  switch (processor?.refund) {
    case "none":
      return isDisputed(processor) ? whileContested(facts, processor) : { kind: "refund" };
    case "succeeded":
      return to("refunded");
    case "failed":
      return { kind: "advance", to: "refund_failed", detail: "the processor could not give the money back" };
    default:
      return soon(facts);
  }
}

/** Processors refund nothing that is disputed. */
function whileContested(facts: Facts, { dispute }: ProcessorPayment): Step {
  if (dispute !== "lost") return slowly(facts);
  return { kind: "advance", to: "refund_failed", detail: "a dispute was lost: the card's bank has taken the money" };
}

function whileCompleted(facts: Facts): Step {
  const { processor, purchase } = facts;
  if (processor !== undefined && processor.dispute !== "none") return to("disputed");
  const isOld = isPast(facts, purchase.endedAt, FEE_KNOWN_MS);
  if (processor === undefined) return isOld ? slowly(facts) : soon(facts); // it was woken for something, perhaps a dispute
  return processor.fee !== undefined || isOld ? { kind: "wait", until: undefined } : soon(facts);
}

function whileDisputed(facts: Facts): Step {
  const { processor, purchase } = facts;
  if (processor?.dispute === "won") return to("won");
  if (purchase.tries === 0) return { kind: "block_user" };
  return processor?.dispute === "lost" ? to("lost") : slowly(facts);
}

/** Nothing follows. What the processor says of it is booked (`lateEntriesOf`): a look that failed is made again, and an open dispute is followed. */
function afterwards(facts: Facts): Step {
  const { processor, purchase } = facts;
  const isOpen = processor === undefined || (purchase.state === "refunded" && processor.dispute === "open");
  return isOpen ? slowly(facts) : { kind: "wait", until: undefined };
}

/** The price is over, and no card was accepted for it yet: who waits must not choose the better price. */
function isUnpaid(facts: Facts): boolean {
  const { purchase, processor } = facts;
  const isWaiting = purchase.state === "requires_payment" && (processor === undefined || processor.state === "waiting");
  return isWaiting && isPast(facts, purchase.quote.until, CARD_MS);
}

function isOfPurchase(payment: ProcessorPayment, { id, quote }: Purchase): boolean {
  const { purchaseId, amount, currency } = payment;
  return purchaseId === id && amount === quote.source && currency === quote.currency;
}

/** Nothing was paid yet. */
function undeliverable({ quote }: Purchase): Step {
  return quote.networkFee === undefined
    ? giveUp("failed", "destination_failed", "the recipient's server gave no invoice in time")
    : giveUp("failed", "ramp_unavailable", "the node could not pay an address of the chain in time");
}

/** An address of the chain can be paid at any time. */
function isStale({ purchase, invoiceExpiresAt, now }: Facts): boolean {
  if (purchase.delivery?.kind === "onchain") return false;
  return invoiceExpiresAt === undefined || invoiceExpiresAt.getTime() - now.getTime() < INVOICE_LEFT_MS;
}

function isPast({ now }: Facts, since: Date | undefined, ms: number): boolean {
  return since !== undefined && now.getTime() - since.getTime() >= ms;
}

function laterOf(a: Date, b: Date | undefined): Date {
  return b === undefined || a > b ? a : b;
}

function to(state: PurchaseState): Advance {
  return { kind: "advance", to: state };
}

function fails(failure: PurchaseFailureCode, detail: string): Advance {
  return { kind: "advance", to: "failed", failure, detail };
}

function giveUp(state: PurchaseState, failure?: PurchaseFailureCode, detail?: string): Step {
  const then: Advance = {
    ...to(state),
    ...(failure === undefined ? {} : { failure }),
    ...(detail === undefined ? {} : { detail }),
  };
  return { kind: "cancel", then };
}

function soon({ purchase, now }: Facts): Step {
  return { kind: "wait", until: new Date(now.getTime() + pauseMs(purchase.tries)) };
}

function slowly({ now }: Facts): Step {
  return { kind: "wait", until: new Date(now.getTime() + SLOW_MS) };
}
