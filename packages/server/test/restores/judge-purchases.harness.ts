import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { HOUR } from "#slices/payments/testing/next-step.harness.ts";
import {
  type DeliveryOutcome,
  type LastStep,
  nextStep as nextOfPurchase,
  type Step,
} from "#slices/ramp/model/next-step.ts";
import type { ProcessorPayment } from "#slices/ramp/model/ports.ts";
import { deliveryOf, isOver, type Progress } from "#slices/ramp/model/purchase.ts";
import { ID, purchaseIn, QUOTE, START } from "#slices/ramp/testing/next-step.harness.ts";
import { WAITING } from "#slices/ramp/testing/processor-payment.harness.ts";
import { type ChainPurchase, isUnpaid, matchPublished } from "#slices/restore/model/on-chain.ts";
import { freeOf } from "#slices/restore/model/restore.ts";
import { AMOUNT, type Flow, OF_CARD, type Standing } from "./flow.harness.ts";
import { type Ended, ended, endOfImport, type Facts, paidBy } from "./judge-facts.harness.ts";

export function endOfPurchase(facts: Facts): Ended {
  const { flow, copy, later, journal, unexplained, waiting } = facts;
  if (flow.isChain) return endOfChain(facts);
  const left = paidBy(later);
  const so = totalOf(later);
  const { captured, refunded } = so;
  if (copy.progress === undefined) return endOfLost({ captured, refunded, left, isChain: false });
  if (isOver(copy.progress.kind)) return ended("-", `${copy.state} already`, left, so);
  if (journal === "whole" && copy.payment === undefined && later.node !== undefined)
    return { ...endOfImport(later), ...so };
  if (waiting !== undefined && !freeOf([waiting], unexplained).includes(waiting))
    return ended("reconcile <hash> --to purchase <id>", "delivered before", left, { ...so, byHand: true });
  const done = drive(flow, copy.progress, later);
  return ended("restore release", `goes on to ${done.state}`, left + done.sent, {
    captured: captured + done.captured,
    refunded: refunded + done.refunded,
  });
}

/** What the processor has moved. */
function totalOf(later: Standing) {
  return { captured: hasPaid(later) ? 1 : 0, refunded: later.card === "refunded" ? 1 : 0 };
}

/** By the transaction that journal or wallet have; else by what the processor says, or the operator. */
function endOfChain(facts: Facts): Ended {
  const { flow, copy, later, journal, noticed } = facts;
  const total = totalOf(later);
  const left = paidBy(later) + (copy.isCredited ? 1 : 0);
  const isGuided = noticed === "ledger";
  const isImported = isGuided && journal === "whole";
  const from = isImported && copy.progress ? broughtBack(copy.progress, later) : copy.progress;
  const isTaken = later.isCredited === true && !copy.isCredited;
  if (isTaken) return endOfCredited(facts, { from, isImported });
  if (from === undefined || from.kind === "quoted") return endOfLost({ ...total, left, isChain: true });
  if (isOver(from.kind)) return ended("-", `${copy.state} already`, left, total);
  const done = drive(flow, from, later);
  const how = isGuided ? howLetGo(facts, from) : { command: "restore release", byHand: false };
  return ended(how.command, `goes on to ${done.state}`, left + done.sent, {
    captured: total.captured + done.captured,
    refunded: total.refunded + done.refunded,
    byHand: how.byHand || (later.isSpent === true && !copy.isSpent && !isImported), // of which wallet it was
  });
}

type Credited = { readonly from: Progress | undefined; readonly isImported: boolean };

/**
 * Where it went into the own wallet after the copy was made: what is there, and what left from there, is counted by
 * what this ledger gives the wallet. What had left was lent to it.
 */
function endOfCredited({ flow, later }: Facts, { from, isImported }: Credited): Ended {
  const total = totalOf(later);
  if (from === undefined || from.kind === "quoted")
    return ended("ramp adopt <reference> --deliver", "delivered by the operator", 1, { ...total, byHand: true });
  const redirected = { ...from, ...("delivery" in from && { delivery: undefined }) } as Progress;
  const done = drive({ ...flow, isChain: false }, redirected, later);
  const command = isImported ? "restore import" : "restore release --credited <id>";
  return ended(command, `goes on to ${done.state}`, done.sent, {
    captured: total.captured + done.captured,
    refunded: total.refunded + done.refunded,
    byHand: !isImported,
  });
}

/** Where the journal takes a purchase: begun at the processor, and authorized where it was to be captured. */
function broughtBack(progress: Progress, later: Standing): Progress {
  if (progress.kind !== "quoted" && progress.kind !== "requires_payment") return progress;
  return hasPaid(later)
    ? { kind: "authorized", ...OF_CARD, delivery: undefined }
    : { kind: "requires_payment", ...OF_CARD, begunAt: new Date(START) };
}

function hasPaid({ card }: Standing): boolean {
  return card === "captured" || card === "refunded";
}

function howLetGo({ copy, later, journal }: Facts, from: Progress): Pick<Ended, "command" | "byHand"> {
  const purchase = onchainOf({ ...copy, state: from.kind });
  const one = { id: ID, state: from.kind, createdAt: new Date(START), payable: undefined, paymentHash: undefined };
  if (purchase === undefined || freeOf([{ ...one, kind: "purchase", onchain: purchase }], []).length > 0)
    return { command: "restore release", byHand: false };
  if (journal === "whole" && later.isPublished) return { command: "restore import", byHand: false };
  const outputs = [{ sats: AMOUNT / 1_000n, script: ADDRESS.script }];
  const named = { txid: "", transaction: new Uint8Array(0), fee: AMOUNT, confirmations: 1, reference: ID, outputs };
  // the wallet does not show what can never confirm
  const shown = later.isPublished && !later.isDead ? [named] : [];
  const isFound = matchPublished([purchase], shown, "regtest").length > 0;
  const isAsked = isUnpaid(purchase) && !hasPaid(later); // the processor's word lets it go
  return isFound || isAsked
    ? { command: "restore release", byHand: false }
    : { command: "restore release --unpublished <id>", byHand: true };
}

/** Nothing may be delivered or given back twice: what has left is only booked. The operator could also deliver it. */
function endOfLost({ captured, refunded, left, isChain }: Lost): Ended {
  if (captured === 0) return ended("-", "not begun in this ledger", left);
  if (refunded > 0) return ended("-", "given back before", left, { captured, refunded });
  const book = isChain ? "equity chain-cost" : "reconcile <hash> --to loss";
  if (left > 0) return ended(book, "delivered before, and booked", left, { captured, byHand: true });
  return ended("ramp adopt <reference> --refund", "given back by the operator", 0, {
    captured,
    refunded: 1,
    byHand: true,
  });
}

type Lost = Record<"captured" | "refunded" | "left", number> & { readonly isChain: boolean };

type Driven = { readonly state: string; readonly sent: number; readonly captured: number; readonly refunded: number };

/** Takes a purchase of the copy to its end, by its real decisions, against a processor and a node that went on. */
function drive(flow: Flow, from: Progress, later: Standing): Driven {
  const done = { sent: 0, captured: 0, refunded: 0 };
  let progress = from;
  let last: LastStep | undefined;
  let processor = processorOf(later);
  let hasLeft = later.isPublished === true || paidBy(later) === 1;
  // what is written down is published, again and again
  if (flow.isChain && from.kind === "delivering" && !hasLeft) [hasLeft, done.sent] = [true, 1];
  const prepared = flow.isChain ? { kind: "onchain" } : { kind: "invoice", invoice: ANOTHER_INVOICE };
  for (let steps = 0; steps < 20; steps += 1) {
    const isDelivered = progress.kind === "delivering" && hasLeft;
    const next = nextOfPurchase({
      ...FACTS,
      purchase: purchaseIn(progress),
      processor,
      last,
      outcome: later.isDead ? conflictOf(progress) : outcomeOf(progress, isDelivered),
    });
    if (next.kind === "wait" || next.kind === "block_user") break;
    // a transaction that was published for the purchase is found by its reference (was-published.ts)
    last = next.kind === "drop_delivery" && hasLeft ? { kind: "drop_delivery", wasPaid: true } : undefined;
    if (next.kind === "deliver" && !isFound(progress, hasLeft)) [hasLeft, done.sent] = [true, done.sent + 1];
    if (next.kind === "capture") [processor, done.captured] = [{ ...processor, state: "captured" }, done.captured + 1];
    if (next.kind === "refund") [processor, done.refunded] = [{ ...processor, refund: "succeeded" }, done.refunded + 1];
    if (last === undefined) progress = progressAfter(progress, next, prepared);
  }
  return { state: progress.kind, ...done };
}

const FACTS = {
  now: new Date(START + 1_000),
  isProcessorLost: false,
  invoiceExpiresAt: new Date(START + HOUR),
  firstCardHoldMs: 0,
  isKnownCard: true,
  isClosed: false,
} as const;

function processorOf({ card }: Standing): ProcessorPayment {
  const state = card === undefined ? "waiting" : card === "authorized" ? "authorized" : "captured";
  const refund = card === "refunded" ? "succeeded" : "none";
  const { source: amount, currency } = QUOTE;
  return { ...WAITING, reference: "pay_1", purchaseId: ID, amount, currency, state, refund };
}

function outcomeOf({ kind }: Progress, isDelivered: boolean): DeliveryOutcome | undefined {
  if (kind !== "delivering") return undefined;
  return isDelivered ? { kind: "completed", fee: AMOUNT } : { kind: "pending" };
}

/** Its coins were spent elsewhere. */
function conflictOf({ kind }: Progress): DeliveryOutcome | undefined {
  return kind === "delivering" ? { kind: "failed", code: "onchain_conflict" } : undefined;
}

/** Whether what has left is found instead: by the purchase's id on the chain, by the hash of a bound invoice. */
function isFound(progress: Progress, hasLeft: boolean): boolean {
  const delivery = deliveryOf({ progress });
  return hasLeft && (delivery?.kind === "onchain" || delivery?.invoice !== ANOTHER_INVOICE);
}

const ANOTHER_INVOICE = "lnbc2";

/** How a step changes the purchase. */
function progressAfter(progress: Progress, next: Exclude<Step, { kind: "wait" }>, prepared: object): Progress {
  const all = {
    reference: "pay_1",
    delivery: deliveryOf({ progress }),
    onHoldUntil: undefined,
    detail: undefined,
    failureCode: "destination_failed",
    byHand: false,
    endedAt: new Date(START),
  };
  switch (next.kind) {
    case "advance":
      return { ...all, kind: next.to } as unknown as Progress;
    case "cancel":
      return { ...all, kind: next.next.to } as unknown as Progress;
    case "deliver":
      return { ...all, kind: "delivering" } as unknown as Progress;
    case "drop_delivery":
      return { ...progress, delivery: undefined } as Progress;
    case "prepare_delivery":
      return { ...progress, delivery: { ...prepared, paymentId: ID } } as unknown as Progress;
    default:
      return progress;
  }
}

const ADDRESS = parseBitcoinAddress("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "regtest");

/** As `ramp.list_for_chain` has it. */
export function onchainOf({ state, payment }: Standing): ChainPurchase | undefined {
  const isAsked = payment === undefined && ["requires_payment", "authorized", "captured", "on_hold"].includes(state);
  const own = { id: ID, state, paymentId: undefined, createdAt: new Date(START) };
  return isAsked ? { ...own, destination: ADDRESS.text, amount: AMOUNT, feeLimit: AMOUNT } : undefined;
}
