import { decodeInvoice } from "#protocol/bolt11.ts";
import { blockUser } from "#users";
import { lateEntriesOf } from "../model/late-entry.ts";
import { type Advance, type Facts, nextStep, pauseMs, type Step } from "../model/next-step.ts";
import type { Purchase, PurchaseState } from "../model/purchase.ts";
import type { CardLimits, Change } from "../store/batched.ts";
import { findCustomer } from "../store/customers.ts";
import { bookFee, bookLate, findPurchase, isKnownCard, lookAgainAt, updateDeclines } from "../store/purchases.ts";
import { type SellDeps, writeStep } from "./apply-step.ts";
import { atProcessor, cancelAtProcessor } from "./at-processor.ts";
import { beginDelivery, findDeliveryOutcome, giveUpDelivery, prepareDelivery } from "./deliver.ts";

/** A purchase takes no more steps than this in one run: what goes on after it is found when it is due. */
const STEPS_MAX = 20;
/** After so many invoices that could not be paid the money is given back. */
const INVOICES_MAX = 5;

/** States of which the processor knows something that we do not. */
const ASKS: readonly PurchaseState[] = [
  "requires_payment",
  "requires_action",
  "authorized",
  "captured",
  "on_hold",
  "refund_pending",
  "refund_failed",
  "completed",
  "disputed",
  "refunded",
  "won",
  "lost",
];

/** Takes a purchase as far as it goes now: asks, decides (`nextStep`), and does it. */
export async function drivePurchase(deps: SellDeps, due: Purchase): Promise<void> {
  let purchase = due;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const facts = await readFacts(deps, purchase);
    const step = nextStep(facts);
    if (step.kind === "wait") {
      await note(deps, facts);
      await lookAgainAt(deps.db, purchase, step.until);
      return;
    }
    if (!(await apply(deps, facts, step))) return;
    const next = await findPurchase(deps.db, purchase.id);
    if (next === undefined) return;
    purchase = next;
  }
}

async function readFacts(deps: SellDeps, purchase: Purchase): Promise<Facts> {
  const { delivery, state, id } = purchase;
  const isAsked = ASKS.includes(state);
  const processor = isAsked ? await atProcessor(deps, purchase, (it, reference) => it.get(reference)) : undefined;
  if (processor !== undefined && processor.reference !== purchase.reference)
    throw new Error(`the processor answered purchase ${id} with another payment`);
  return {
    ...{ purchase, now: deps.clock.now(), processor },
    outcome: delivery && (await findDeliveryOutcome(deps.db, delivery)),
    invoiceExpiresAt: delivery?.kind === "invoice" ? decodeInvoice(delivery.invoice).expiresAt : undefined,
  };
}

/** False when there is nothing more to do in this run. */
async function apply(deps: SellDeps, facts: Facts, step: Exclude<Step, { kind: "wait" }>): Promise<boolean> {
  const { purchase } = facts;
  switch (step.kind) {
    case "advance":
      return await advance(deps, facts, step);
    case "cancel":
      if ((await cancelAtProcessor(deps, purchase)) === undefined) return await later(deps, purchase);
      return (await writeStep(deps, purchase, step.then, changeOf(facts))) === "done";
    case "prepare_delivery":
      return await bindDelivery(deps, facts);
    case "capture":
      return await capture(deps, facts);
    case "deliver":
      return await deliver(deps, facts);
    case "drop_delivery":
      return await drop(deps, facts);
    case "refund": {
      const answer = await atProcessor(deps, purchase, (it, reference) => it.refund(reference, purchase.id));
      return answer === undefined || answer.refund === "none" ? await later(deps, purchase) : true;
    }
    case "block_user":
      await blockUser(deps, purchase.userId);
      deps.log.warn({ purchase: purchase.id, userId: purchase.userId }, "ramp.user_blocked");
      await lookAgainAt(deps.db, purchase, deps.clock.now());
      return true;
  }
}

async function advance(deps: SellDeps, facts: Facts, step: Advance): Promise<boolean> {
  const { purchase } = facts;
  const advanced = await writeStep(deps, purchase, step, await changeInto(deps, facts, step.to));
  deps.log.info({ purchase: purchase.id, state: step.to, outcome: advanced }, "ramp.purchase_advanced");
  if (advanced === "done") return true;
  if (advanced === "stale") return false;
  if ((await cancelAtProcessor(deps, purchase)) === undefined) return await later(deps, purchase);
  const failure = advanced === "unavailable" ? "ramp_unavailable" : advanced;
  return (await writeStep(deps, purchase, { kind: "advance", to: "failed", failure }, changeOf(facts))) === "done";
}

async function bindDelivery(deps: SellDeps, { purchase }: Facts): Promise<boolean> {
  const prepared = await prepareDelivery(deps, purchase);
  switch (prepared.kind) {
    case "bound":
      return true;
    case "later":
      return await later(deps, purchase);
    case "refused":
      return await giveUp(deps, purchase, prepared.detail);
  }
}

/** The recipient takes nothing: before the capture it costs a cancelled authorization, afterwards a refund. */
async function giveUp(deps: SellDeps, purchase: Purchase, detail: string): Promise<boolean> {
  const isPaid = purchase.state !== "authorized";
  if (!isPaid && (await cancelAtProcessor(deps, purchase)) === undefined) return await later(deps, purchase);
  const to = isPaid ? "refund_pending" : "failed";
  const step: Advance = { kind: "advance", to, failure: "destination_failed", detail };
  return (await writeStep(deps, purchase, step, {})) === "done";
}

async function capture(deps: SellDeps, facts: Facts): Promise<boolean> {
  const { purchase } = facts;
  const answer = await atProcessor(deps, purchase, (it, reference) => it.capture(reference, purchase.id));
  if (answer?.state !== "captured") return await later(deps, purchase);
  const change = await changeInto(deps, { ...facts, processor: answer }, "captured");
  return (await writeStep(deps, purchase, { kind: "advance", to: "captured" }, change)) === "done";
}

/** Also when a capture is found that an earlier process has asked for. */
async function heldUntilOf(deps: SellDeps, { purchase, processor }: Facts): Promise<Date | undefined> {
  const card = processor?.card;
  if (deps.firstCardHoldMs === 0) return undefined;
  if (card !== undefined && (await isKnownCard(deps.db, cardKey(purchase, card.fingerprint), purchase.id)))
    return undefined;
  return new Date(deps.clock.now().getTime() + deps.firstCardHoldMs);
}

async function deliver(deps: SellDeps, facts: Facts): Promise<boolean> {
  const { purchase } = facts;
  const delivered = await beginDelivery(deps, purchase);
  if (delivered.kind === "begun")
    return (await writeStep(deps, purchase, { kind: "advance", to: "delivering" }, {})) === "done";
  const { detail } = delivered;
  if (delivered.kind === "dropped") {
    if (purchase.tries < INVOICES_MAX) return await later(deps, purchase);
    const now = await findPurchase(deps.db, purchase.id);
    // Another process may have bound it to the next invoice, and be paying that one.
    if (now === undefined || now.delivery !== undefined) return await later(deps, purchase);
    return await giveUp(deps, now, detail);
  }
  if (purchase.state === "on_hold") return await later(deps, purchase);
  const dueAt = new Date(facts.now.getTime() + pauseMs(0));
  const held: Advance = { kind: "advance", to: "on_hold", detail };
  await writeStep(deps, purchase, held, { dueAt });
  return false;
}

async function drop(deps: SellDeps, facts: Facts): Promise<boolean> {
  const { purchase } = facts;
  const givenUp = await giveUpDelivery(deps, purchase);
  if (givenUp === "was_paid") return await deliver(deps, facts);
  return givenUp === "dropped" || (await later(deps, purchase));
}

/** Looks again after a pause. Its version may have grown meanwhile. */
async function later(deps: SellDeps, purchase: Purchase): Promise<false> {
  const now = await findPurchase(deps.db, purchase.id);
  if (now !== undefined)
    await lookAgainAt(deps.db, now, new Date(deps.clock.now().getTime() + pauseMs(purchase.tries)));
  return false;
}

async function changeInto(deps: SellDeps, facts: Facts, state: PurchaseState): Promise<Change> {
  const change = changeOf(facts);
  if (state === "captured") return { ...change, heldUntil: await heldUntilOf(deps, facts) };
  if (state === "authorized") return { ...change, cardLimits: await cardLimitsOf(deps, facts.purchase) };
  return change;
}

/** What one card may pay: as much as its user, for stolen cards come with many users. */
async function cardLimitsOf({ db, clock, limits }: SellDeps, { userId }: Purchase): Promise<CardLimits> {
  const { week, purchases, verifiedWeek, verifiedMonth } = limits;
  const isVerified = (await findCustomer(db, userId, clock.now()))?.identity === "approved";
  return isVerified ? { week: verifiedWeek, month: verifiedMonth } : { week, month: verifiedMonth, purchases };
}

function changeOf({ purchase, processor, outcome }: Facts): Change {
  const card = processor?.card;
  return {
    declines: processor?.declines,
    card: card && { key: cardKey(purchase, card.fingerprint), brand: card.brand, last4: card.last4 },
    taken: outcome?.kind === "completed" ? takenBy(purchase, outcome.fee) : undefined,
  };
}

function takenBy({ quote }: Purchase, fee: bigint) {
  return (quote.amount + fee) as typeof quote.amount;
}

function cardKey({ processor }: Purchase, fingerprint: string): string {
  return `${processor} ${fingerprint}`;
}

/** Writes down what the processor says besides the state: its fee, declined cards, and what has happened after the end. Also repeated. */
async function note(deps: SellDeps, { purchase, processor }: Facts): Promise<void> {
  if (processor === undefined) return;
  const { db, clock, random, log } = deps;
  const { id } = purchase;
  const { fee, declines } = processor;
  const now = clock.now();
  if (declines > purchase.declines) await updateDeclines(db, { id, declines, now });
  if (purchase.state === "completed" && fee !== undefined && fee !== 0n) await bookFee(db, { id, fee, now });
  const entries = lateEntriesOf(purchase, processor).map((entry) => ({ ...entry, incident: random.uuid() }));
  const booked = entries.length === 0 ? [] : await bookLate(db, { id, entries, now });
  for (const kind of booked) log.error({ purchase: id, kind }, "ramp.entry_booked_late");
}
