import { recordIncident } from "#incidents";
import { type Msats, msats } from "#kernel/money.ts";
import { findClosure } from "#ledger";
import { blockUser } from "#login";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { lateEntriesOf } from "../model/late-entry.ts";
import { type CardLimits, cardLimitsOf } from "../model/limits.ts";
import { type Advance, type Facts, type LastStep, nextStep, type Step } from "../model/next-step.ts";
import { overdueOf } from "../model/overdue.ts";
import type { ProcessorPayment } from "../model/ports.ts";
import { type Delivery, deliveryOf, type Purchase, type PurchaseState } from "../model/purchase.ts";
import type { RampSettings } from "../model/settings.ts";
import type { Change } from "../store/batched.ts";
import { bookFee, bookLate } from "../store/books.ts";
import { findCustomer } from "../store/customers.ts";
import { lookAgainAt } from "../store/leases.ts";
import { findPurchase, isKnownCard, letGo, updateDeclines } from "../store/purchases.ts";
import { type AtProcessorDeps, atProcessor, isLost } from "./at-processor.ts";
import {
  type BeginDeliveryDeps,
  beginDelivery,
  findDeliveryOutcome,
  giveUpDelivery,
  type PrepareDeliveryDeps,
  prepareDelivery,
} from "./deliver.ts";
import { type WriteStepDeps, writeStep } from "./write-step.ts";

export type DriveDeps = AtProcessorDeps &
  PrepareDeliveryDeps &
  BeginDeliveryDeps &
  WriteStepDeps &
  Pick<RampSettings, "firstCardHoldMs" | "limits">;

/** A purchase takes no more steps than this in one run: what goes on after it is found when it is due. */
const STEPS_MAX = 20;

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

/**
 * What a step has come to, for the decision on the next one; nothing where the purchase shows it. `processor`: its
 * answer, which may be that it gave none.
 */
type Learned = {
  readonly last?: LastStep;
  readonly answered?: { readonly processor: ProcessorPayment | undefined };
};

/** Takes a purchase as far as it goes now: reads what is known, decides (`nextStep`), and does it. */
export async function drivePurchase(deps: DriveDeps, due: Purchase): Promise<void> {
  let purchase = due;
  let learned: Learned = {};
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const facts = await readFacts(deps, purchase, learned);
    const step = nextStep(facts);
    if (step.kind === "wait") {
      await recordFacts(deps, facts);
      await recordOverdue(deps, facts);
      await lookAgainAt(deps.db, purchase, step.until);
      return;
    }
    const done = await take(deps, facts, step);
    if (done === "over") return;
    const next = await findPurchase(deps.db, purchase.id);
    if (next === undefined) return;
    learned = next.progress.kind === purchase.progress.kind ? done : {}; // another process was faster: it begins anew
    purchase = next;
  }
}

async function readFacts(deps: DriveDeps, purchase: Purchase, { last, answered }: Learned): Promise<Facts> {
  const delivery = deliveryOf(purchase);
  const { processor } = answered ?? { processor: await askProcessor(deps, purchase) };
  return {
    purchase,
    now: deps.clock.now(),
    processor,
    isProcessorLost: isLost(deps, purchase),
    outcome: delivery && (await findDeliveryOutcome(deps.db, delivery)),
    invoiceExpiresAt: delivery && expiryOf(delivery),
    firstCardHoldMs: deps.firstCardHoldMs,
    isKnownCard: await hasPaidBefore(deps, purchase, processor),
    isClosed: (await findClosure(deps.db)) !== undefined,
    last,
  };
}

function expiryOf(delivery: Delivery): Date | undefined {
  const invoice = delivery.kind === "invoice" ? delivery.invoice : undefined;
  return invoice === undefined ? undefined : decodeInvoice(invoice).expiresAt;
}

async function askProcessor(deps: DriveDeps, purchase: Purchase): Promise<ProcessorPayment | undefined> {
  if (!ASKS.includes(purchase.progress.kind)) return undefined;
  return await atProcessor(deps, purchase, (it, reference) => it.get(reference));
}

/** Asked only where it decides something. */
async function hasPaidBefore(
  { db, firstCardHoldMs }: DriveDeps,
  purchase: Purchase,
  processor: ProcessorPayment | undefined,
): Promise<boolean> {
  const card = processor?.card;
  if (firstCardHoldMs === 0 || card === undefined || purchase.progress.kind !== "authorized") return false;
  return await isKnownCard(db, cardKey(purchase, card.fingerprint), purchase.id);
}

/** `over`: there is nothing more to do in this run. */
async function take(deps: DriveDeps, facts: Facts, step: Exclude<Step, { kind: "wait" }>): Promise<Learned | "over"> {
  const { purchase } = facts;
  const { id } = purchase;
  switch (step.kind) {
    case "advance":
      return await advance(deps, facts, step);
    case "cancel":
      return { last: step, answered: await asked(deps, purchase, "cancel") };
    case "capture":
    case "refund":
      return { last: { kind: step.kind }, answered: await asked(deps, purchase, step.kind) };
    case "prepare_delivery": {
      const prepared = await prepareDelivery(deps, purchase);
      if (prepared.kind === "bound") return {};
      return { last: { kind: step.kind, isFinal: prepared.kind === "refused", detail: prepared.detail } };
    }
    case "deliver": {
      const delivered = await beginDelivery(deps, purchase);
      if (delivered.kind === "begun") return {};
      return { last: { kind: step.kind, isDropped: delivered.kind === "dropped", detail: delivered.detail } };
    }
    case "drop_delivery": {
      const givenUp = await giveUpDelivery(deps, purchase);
      return givenUp === "dropped" ? {} : { last: { kind: step.kind, wasPaid: givenUp === "was_paid" } };
    }
    case "let_go":
      await letGo(deps.db, purchase, deps.clock.now());
      return {};
    case "block_user":
      await blockUser(deps, purchase.userId);
      deps.log.warn({ purchase: id, userId: purchase.userId }, "ramp.user_blocked");
      await lookAgainAt(deps.db, purchase, deps.clock.now());
      return {};
  }
}

async function asked(deps: DriveDeps, purchase: Purchase, call: "cancel" | "capture" | "refund") {
  const { id, userId, quote } = purchase;
  const processor = await atProcessor(deps, purchase, async (it, reference) => {
    if (call !== "cancel")
      await deps.journal.append({
        what: `purchase.${call}`,
        id,
        subject: userId,
        processorId: reference,
        amount: quote.amount,
      });
    return await it[call](reference, id);
  });
  return { processor };
}

async function advance(deps: DriveDeps, facts: Facts, step: Advance): Promise<Learned | "over"> {
  const { purchase, processor } = facts;
  const advanced = await writeStep(deps, purchase, step, await changeInto(deps, facts, step.to));
  deps.log.info({ purchase: purchase.id, state: step.to, outcome: advanced }, "ramp.purchase_advanced");
  switch (advanced) {
    case "done":
      return step.dueAt === undefined ? {} : "over";
    case "stale":
      return "over";
    case "unavailable":
      return { last: { kind: "advance", refusal: "ramp_unavailable" }, answered: { processor } };
    case "limit_exceeded":
      return { last: { kind: "advance", refusal: "limit_exceeded" }, answered: { processor } };
  }
}

async function changeInto(deps: DriveDeps, facts: Facts, state: PurchaseState): Promise<Change> {
  const { purchase, processor, outcome } = facts;
  const card = processor?.card;
  return {
    declines: processor?.declines,
    card: card && { key: cardKey(purchase, card.fingerprint), brand: card.brand, last4: card.last4 },
    taken: outcome?.kind === "completed" ? takenBy(purchase, outcome.fee) : undefined,
    cardLimits: state === "authorized" ? await cardLimits(deps, purchase) : undefined,
  };
}

async function cardLimits({ db, clock, limits }: DriveDeps, { userId }: Purchase): Promise<CardLimits> {
  const customer = await findCustomer(db, userId, clock.now());
  return cardLimitsOf(limits, { isVerified: customer?.identity === "approved" });
}

function takenBy({ quote }: Purchase, fee: Msats): Msats {
  return msats(quote.amount + fee);
}

function cardKey({ processor }: Purchase, fingerprint: string): string {
  return `${processor} ${fingerprint}`;
}

/**
 * Writes down what the processor says besides the state: its fee, declined cards, and what has happened after the
 * end. Also repeated.
 */
async function recordFacts({ db, clock, random, log }: DriveDeps, { purchase, processor }: Facts): Promise<void> {
  if (processor === undefined) return;
  const { id, progress } = purchase;
  const { fee, declines } = processor;
  const now = clock.now();
  if (declines > purchase.declines) await updateDeclines(db, { id, declines, now });
  if (progress.kind === "completed" && fee !== undefined && fee !== 0n) await bookFee(db, { id, fee, now });
  const entries = lateEntriesOf(purchase, processor).map((entry) => ({ ...entry, incident: random.uuid() }));
  const booked = entries.length === 0 ? [] : await bookLate(db, { id, entries, now });
  for (const kind of booked) log.error({ purchase: id, kind }, "ramp.entry_booked_late");
}

/** Tells the operator of a purchase that does not go on: its processor is away, or says what fits nothing. */
async function recordOverdue(deps: DriveDeps, facts: Facts): Promise<void> {
  const detail = overdueOf(facts);
  if (detail === undefined) return;
  const says =
    facts.processor === undefined ? "the processor does not answer" : `the processor: ${facts.processor.state}`;
  await recordIncident(deps, {
    subjectKind: "purchase",
    subject: facts.purchase.id,
    kind: "purchase_overdue",
    detail: `${detail}; ${says}`,
  });
}
