import type { Msats } from "#kernel/money.ts";
import { isUnpaidOnchain } from "./is-unpaid-onchain.ts";
import { DECLINES_MAX } from "./limits.ts";
import type { ProcessorPayment } from "./ports.ts";
import type {
  Authorized,
  Delivered,
  Delivery,
  Owed,
  Paying,
  Purchase,
  PurchaseFailureCode,
  PurchaseState,
} from "./purchase.ts";
import { seenWhileWaiting } from "./seen-while-waiting.ts";

/** All that decides what becomes of a purchase that is begun. */
export type Facts = {
  readonly purchase: Purchase;
  readonly now: Date;
  /** What the processor says; undefined where it was not asked, or did not answer. */
  readonly processor: ProcessorPayment | undefined;
  /** Another processor is set than the one of the purchase, or none: nobody can be asked. */
  readonly isProcessorLost: boolean;
  /** What became of the payment that delivers; undefined when there is none. */
  readonly outcome: DeliveryOutcome | undefined;
  /** When the recipient's invoice can no longer be paid. */
  readonly invoiceExpiresAt: Date | undefined;
  /** For so long the first purchase of a card is not delivered; 0: it is delivered at once. */
  readonly firstCardHoldMs: number;
  /** The card has paid for another purchase. */
  readonly isKnownCard: boolean;
  readonly isClosed: boolean; // the ledger: nothing that moves value is done
  /** What the step before has come to, when it was done a moment ago and the other facts do not show it. */
  readonly last: LastStep | undefined;
};

export type DeliveryOutcome =
  | { readonly kind: "pending" }
  /** `fee`: what it cost beside the amount. */
  | { readonly kind: "completed"; readonly fee: Msats }
  | { readonly kind: "failed"; readonly code: string };

/** A step, and what it has come to. A step that has changed the purchase is none: the purchase shows it. */
export type LastStep =
  /** Bitcoin is not sold to this card, or not any more. */
  | { readonly kind: "advance"; readonly refusal: "ramp_unavailable" | "limit_exceeded" }
  /** `processor` is its answer. */
  | { readonly kind: "cancel"; readonly next: Advance }
  | { readonly kind: "capture" | "refund" }
  /** No payment could be decided; `isFinal`: the recipient takes none. */
  | { readonly kind: "prepare_delivery"; readonly isFinal: boolean; readonly detail: string }
  /** No payment was begun; `isDropped`: none will be with this id, and the purchase is free for another one. */
  | { readonly kind: "deliver"; readonly isDropped: boolean; readonly detail: string }
  /** The payment was not given up. `wasPaid`: the node has made it, in a past that the database does not know. */
  | { readonly kind: "drop_delivery"; readonly wasPaid: boolean };

export type Step =
  /** Writes the next state. */
  | Advance
  /** Gives the authorization up at the processor; `next` follows when that is proved. */
  | { readonly kind: "cancel"; readonly next: Advance }
  /**
   * Asks the recipient for an invoice, or the node whether it can pay an address of the chain; and binds the purchase
   * to a payment.
   */
  | { readonly kind: "prepare_delivery" }
  | { readonly kind: "capture" }
  /** Begins the payment that delivers, or finds that it has begun. */
  | { readonly kind: "deliver" }
  /** Takes care that the payment which was to deliver never begins: only then may the money go back. */
  | { readonly kind: "drop_delivery" }
  | { readonly kind: "refund" }
  /** It waits for the restore no more: nothing was delivered. */
  | { readonly kind: "let_go" }
  /** The customer's bank took the money back: the account is blocked. */
  | { readonly kind: "block_user" }
  /** Nothing before `until`; undefined: never, unless the processor says something. */
  | { readonly kind: "wait"; readonly until: Date | undefined };

export type Advance = {
  readonly kind: "advance";
  readonly to: PurchaseState;
  readonly failure?: PurchaseFailureCode;
  readonly detail?: string | undefined;
  /** Not delivered before. */
  readonly onHoldUntil?: Date | undefined;
  /** Nothing more is done before; undefined: what follows is done at once. */
  readonly dueAt?: Date;
  /** By the operator's hand. */
  readonly byHand?: boolean;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * From the decision to pay to the authorization, with 3-D Secure: the price is the quote's, and must not be chosen
 * later. Ours.
 */
export const PAY_MS = 10 * MINUTE_MS;
/** From the end of the quote to a card: what was typed in time is still on its way. Ours. */
export const CARD_MS = MINUTE_MS;
/** From the authorization to an invoice of the recipient. Ours. */
export const RESOLVE_MS = 2 * MINUTE_MS;
/** From the capture to the beginning of the payment: then it is refunded. Ours. */
export const HOLD_MS = 24 * HOUR_MS;
/** An invoice with less time than this is not paid: another one is asked for. Ours. */
export const INVOICE_LEFT_MS = 30_000;
/** After so many looks a delivery that was dropped is not tried with another invoice: the money is given back. Ours. */
export const LOOKS_MAX = 5;
/** For so long a completed purchase is looked at for the processor's fee. Ours. */
export const FEE_KNOWN_MS = HOUR_MS;

/** For so long a purchase is looked at after its end: banks send refunds back, and decide disputes again. Ours. */
export const FOLLOWED_MS = 30 * 24 * HOUR_MS;

const PAUSES_MS = [500, 1_000, 1_000, 2_000, 2_000, 5_000, 5_000, 10_000, 30_000];
/** For what a person or a bank decides in days. */
const SLOW_MS = HOUR_MS;
/** For what may still come after the end. */
const DAY_MS = 24 * HOUR_MS;

/** Before the next look, by the number of looks since the state was written: from half a second to a minute. */
export function pauseMs(tries: number): number {
  return PAUSES_MS[tries] ?? MINUTE_MS;
}

/**
 * What is to be done next with a purchase. It only ever goes forward: an authorization is given up only before the
 * capture, and a delivery that may still arrive is never refunded. What waits for a restore is only seen.
 */
export function nextStep(facts: Facts): Step {
  if (isUnpaidOnchain(facts)) return { kind: "let_go" };
  const step = stepOf(facts);
  if (step.kind === "wait" || !(facts.isClosed || facts.purchase.waitsForRestore)) return step;
  return step.kind === "advance" && seenWhileWaiting(facts).includes(step.to) ? step : soon(facts);
}

function stepOf(facts: Facts): Step {
  const { progress } = facts.purchase;
  switch (progress.kind) {
    case "requires_payment":
    case "requires_action":
      return whilePaying(facts, progress);
    case "authorized":
      return whileAuthorized(facts, progress);
    case "captured":
    case "on_hold":
      return whileOwed(facts, progress);
    case "delivering":
      return whileDelivering(facts);
    case "refund_pending":
      return whileRefunding(facts);
    case "refund_failed":
      return facts.processor?.refund === "succeeded" ? to("refunded") : slowly(facts);
    case "completed":
      return whileCompleted(facts, progress);
    case "disputed":
      return whileDisputed(facts);
    case "refunded":
    case "won":
    case "lost":
      return afterwards(facts);
    case "quoted":
    case "failed":
    case "canceled":
    case "expired":
      return { kind: "wait", until: undefined };
  }
}

function whilePaying(facts: Facts, progress: Paying): Step {
  const { purchase, processor, last } = facts;
  if (last?.kind === "cancel") return afterCancel(facts, last.next);
  const isLate = isPast(facts, progress.begunAt, PAY_MS) || isUnpaid(facts);
  if (progress.reference === undefined) return isLate ? to("expired") : soon(facts);
  if (processor === undefined) return isLeft(facts) ? to("expired") : untilSaid(facts);
  if (processor.state === "canceled") return to("canceled");
  if (!isOfPurchase(processor, purchase)) return giveUp("failed", "amount_differs", "the processor has another amount");
  if (last?.kind === "advance") return giveUp("failed", last.refusal);
  if (processor.state === "authorized" || processor.state === "captured") return to("authorized");
  if (processor.declines >= DECLINES_MAX) return giveUp("failed", "declined", processor.declined);
  if (isLate) return giveUp("expired");
  const seen = processor.state === "requires_action" ? "requires_action" : "requires_payment";
  return seen === progress.kind ? soon(facts) : to(seen);
}

function whileAuthorized(facts: Facts, { delivery }: Authorized): Step {
  const { purchase, processor, last } = facts;
  if (last?.kind === "cancel") return afterCancel(facts, last.next);
  if (processor?.state === "canceled")
    return { ...to("failed"), failure: "processor_gave_up", detail: "the card's bank gave the authorization up" };
  if (processor?.state === "captured") return { ...to("captured"), onHoldUntil: onHoldUntil(facts) };
  if (last?.kind === "capture") return soon(facts);
  if (last?.kind === "prepare_delivery")
    return last.isFinal ? giveUp("failed", "destination_failed", last.detail) : soon(facts);
  if (delivery === undefined || isStale(facts, delivery))
    return isPast(facts, purchase.changedAt, RESOLVE_MS) ? undeliverable(purchase) : { kind: "prepare_delivery" };
  return processor === undefined ? untilSaid(facts) : { kind: "capture" };
}

/** What the processor did not give up may be authorized or captured: it is looked at again. */
function afterCancel(facts: Facts, next: Advance): Step {
  return facts.processor?.state === "canceled" ? next : untilSaid(facts);
}

/** Nobody has paid with this card before: whose card it was may say so in the meantime. */
function onHoldUntil({ now, firstCardHoldMs, isKnownCard }: Facts): Date | undefined {
  return firstCardHoldMs === 0 || isKnownCard ? undefined : new Date(now.getTime() + firstCardHoldMs);
}

/** The card has paid, and nothing was sent yet. */
function whileOwed(facts: Facts, progress: Owed): Step {
  const { purchase, outcome, processor, now, last } = facts;
  const { delivery, onHoldUntil: until } = progress;
  if (outcome !== undefined) return to("delivering");
  if (last !== undefined) return whenNotBegun(facts, progress, last);
  if (isGivenBack(facts)) return undelivered(progress, "processor_gave_up", "the processor has given the money back");
  if (isPast(facts, laterOf(purchase.changedAt, until), HOLD_MS)) return undelivered(progress, "not_delivered_in_time");
  if (until !== undefined && until > now) return progress.kind === "captured" ? to("on_hold") : { kind: "wait", until };
  if (processor === undefined) return soon(facts);
  if (isDisputed(processor)) return slowly(facts);
  if (delivery === undefined) return { kind: "prepare_delivery" };
  return { kind: isStale(facts, delivery) ? "drop_delivery" : "deliver" };
}

/** What follows a step that was to deliver and has begun no payment. */
function whenNotBegun(facts: Facts, progress: Owed, last: LastStep): Step {
  switch (last.kind) {
    case "drop_delivery":
      return last.wasPaid ? { kind: "deliver" } : soon(facts);
    case "prepare_delivery":
      return last.isFinal ? refused(facts, progress, last.detail) : soon(facts);
    case "deliver":
      if (last.isDropped) return facts.purchase.tries < LOOKS_MAX ? soon(facts) : refused(facts, progress, last.detail);
      if (progress.kind === "on_hold") return soon(facts);
      return { ...to("on_hold"), detail: last.detail, dueAt: new Date(facts.now.getTime() + pauseMs(0)) };
    default:
      return soon(facts);
  }
}

/**
 * The recipient takes nothing. Another process may have bound the purchase to the next payment meanwhile: that one
 * counts.
 */
function refused(facts: Facts, progress: Owed, detail: string): Step {
  return progress.delivery === undefined ? undelivered(progress, "destination_failed", detail) : soon(facts);
}

/** The card's bank asks for the money, or has it: nothing is delivered, and nothing can be given back. */
function isDisputed({ dispute }: ProcessorPayment): boolean {
  return dispute === "open" || dispute === "lost";
}

/** By hand at the processor, or in a past that a restored database does not know; also where the bank refused it. */
function isGivenBack({ processor }: Facts): boolean {
  return processor !== undefined && processor.refund !== "none";
}

/** The money goes back, once it is sure that nothing is delivered. */
function undelivered({ delivery }: Owed, failure: PurchaseFailureCode, detail?: string): Step {
  if (delivery !== undefined) return { kind: "drop_delivery" };
  return { kind: "advance", to: "refund_pending", failure, detail };
}

function whileDelivering(facts: Facts): Step {
  const { outcome } = facts;
  if (outcome?.kind === "completed") return to("completed");
  if (outcome?.kind === "failed")
    return { kind: "advance", to: "refund_pending", failure: "delivery_failed", detail: outcome.code };
  return soon(facts);
}

function whileRefunding(facts: Facts): Step {
  const { processor, last } = facts;
  switch (processor?.refund) {
    case "none":
      if (isDisputed(processor)) return whileContested(facts, processor);
      return last?.kind === "refund" ? soon(facts) : { kind: "refund" };
    case "succeeded":
      return to("refunded");
    case "failed":
      return { kind: "advance", to: "refund_failed", detail: "the processor could not give the money back" };
    default:
      return untilSaid(facts);
  }
}

/** Processors refund nothing that is disputed. */
function whileContested(facts: Facts, { dispute }: ProcessorPayment): Step {
  if (dispute !== "lost") return slowly(facts);
  return { kind: "advance", to: "refund_failed", detail: "a dispute was lost: the card's bank has taken the money" };
}

function whileCompleted(facts: Facts, { endedAt }: Delivered): Step {
  const { processor } = facts;
  if (processor !== undefined && processor.dispute !== "none") return to("disputed");
  const isOld = isPast(facts, endedAt, FEE_KNOWN_MS);
  // it was woken for something, perhaps a dispute
  if (processor === undefined) return isOld ? slowlyUnlessLost(facts) : soon(facts);
  return processor.fee !== undefined || isOld ? { kind: "wait", until: undefined } : soon(facts);
}

function whileDisputed(facts: Facts): Step {
  const { processor, purchase } = facts;
  if (processor?.dispute === "won") return to("won");
  if (purchase.tries === 0) return { kind: "block_user" };
  return processor?.dispute === "lost" ? to("lost") : slowly(facts);
}

/**
 * Nothing follows. What the processor says of it is booked (`lateEntriesOf`): a look that failed is made again, an
 * open dispute is followed, and for a month what may come without a message.
 */
function afterwards(facts: Facts): Step {
  const { processor, purchase, now } = facts;
  if (processor === undefined) return slowlyUnlessLost(facts);
  if (processor.dispute === "open") return slowly(facts);
  if (isPast(facts, purchase.changedAt, FOLLOWED_MS)) return { kind: "wait", until: undefined };
  return { kind: "wait", until: new Date(now.getTime() + DAY_MS) };
}

/** What is over and has nobody to be asked is let go of after a month: a message of its processor wakes it. */
function slowlyUnlessLost(facts: Facts): Step {
  return isLeft(facts) ? { kind: "wait", until: undefined } : slowly(facts);
}

/** For a month nobody could be asked. What was not authorized by then is never captured, so no money was taken. */
function isLeft(facts: Facts): boolean {
  return facts.isProcessorLost && isPast(facts, facts.purchase.changedAt, FOLLOWED_MS);
}

/** As soon as its processor may say something: while another one is set, it says nothing. */
function untilSaid(facts: Facts): Step {
  return facts.isProcessorLost ? slowly(facts) : soon(facts);
}

/** The price is over, and no card was accepted for it yet: who waits must not choose the better price. */
function isUnpaid(facts: Facts): boolean {
  const { purchase, processor } = facts;
  const isWaiting =
    purchase.progress.kind === "requires_payment" && (processor === undefined || processor.state === "waiting");
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
function isStale({ invoiceExpiresAt, now }: Facts, { kind }: Delivery): boolean {
  if (kind === "onchain") return false;
  return invoiceExpiresAt === undefined || invoiceExpiresAt.getTime() - now.getTime() < INVOICE_LEFT_MS;
}

function isPast({ now }: Facts, since: Date, ms: number): boolean {
  return now.getTime() - since.getTime() >= ms;
}

export function laterOf(a: Date, b: Date | undefined): Date {
  return b === undefined || a > b ? a : b;
}

function to(state: PurchaseState): Advance {
  return { kind: "advance", to: state };
}

function giveUp(state: "failed" | "expired", failure?: PurchaseFailureCode, detail?: string): Step {
  return { kind: "cancel", next: { ...to(state), ...(failure === undefined ? {} : { failure, detail }) } };
}

function soon({ purchase, now }: Facts): Step {
  return { kind: "wait", until: new Date(now.getTime() + pauseMs(purchase.tries)) };
}

function slowly({ now }: Facts): Step {
  return { kind: "wait", until: new Date(now.getTime() + SLOW_MS) };
}
