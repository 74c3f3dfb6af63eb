import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { HOUR, ready, sent, step } from "#slices/payments/testing/next-step.harness.ts";
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
import { decideDeparted } from "#slices/restore/model/decide-departed.ts";
import type { Departed } from "#slices/restore/model/departed.ts";
import { type ChainPurchase, matchPublished } from "#slices/restore/model/on-chain.ts";
import { fitOf, freeOf, type Unexplained, type Waiting } from "#slices/restore/model/restore.ts";
import { AMOUNT, FLOWS, type Flow, HASH, type NodeHas, pairsOf, type Standing } from "./flow.harness.ts";

export type Row = {
  readonly flow: string;
  readonly copy: string;
  readonly later: string;
  readonly journal: "whole" | "none";
  /** What shows that this database went back. */
  readonly noticed: "ledger" | "node" | "processor" | "nothing left";
  readonly waits: "yes" | "no" | "until the comparison";
  readonly command: string;
  readonly end: string;
  /** What arrived outside, in all: by the old service and by this one. */
  readonly paid: number;
  readonly captured: number;
  readonly refunded: number;
  /** What a program does not decide: an operator does, or another part of the import. */
  readonly byHand: boolean;
};

type Ended = Pick<Row, "command" | "end" | "paid" | "captured" | "refunded" | "byHand">;

/** Every pair of every flow, with a whole journal and without one. */
export function allRows(): readonly Row[] {
  return FLOWS.flatMap((flow) =>
    pairsOf(flow).flatMap(([copy, later]) =>
      (["whole", "none"] as const).map((journal) => judge(flow, copy, later, journal)),
    ),
  );
}

function judge(flow: Flow, copy: Standing, later: Standing, journal: Row["journal"]): Row {
  const unexplained = unexplainedOf(copy, later);
  const noticed = noticedBy(copy, later, unexplained);
  const waiting = waitingOf(flow, copy);
  const isHeld = noticed !== "nothing left" && noticed !== "processor" && waiting !== undefined;
  const facts: Facts = { flow, copy, later, journal, noticed, unexplained, waiting: isHeld ? waiting : undefined };
  return {
    flow: flow.name,
    copy: copy.state,
    later: later.state,
    journal,
    noticed,
    waits: isHeld ? "yes" : noticed === "nothing left" ? "until the comparison" : "no",
    ...ENDS_OF[flow.kind](facts),
  };
}

type Facts = {
  readonly flow: Flow;
  readonly copy: Standing;
  readonly later: Standing;
  readonly journal: Row["journal"];
  readonly noticed: Row["noticed"];
  readonly unexplained: readonly Unexplained[];
  /** Undefined: it does not wait. */
  readonly waiting: Waiting | undefined;
};

/** A payment of the node counts as known only by one that may have left. */
function unexplainedOf(copy: Standing, { node = "nothing" }: Standing): readonly Unexplained[] {
  const hasLeft = node === "in_flight" || node === "settled";
  const isExplained = copy.payment === "sent" || (copy.payment === "over" && copy.node !== "failed");
  return hasLeft && !isExplained ? [{ paymentHash: HASH, amount: AMOUNT }] : [];
}

function noticedBy(copy: Standing, later: Standing, unexplained: readonly Unexplained[]): Row["noticed"] {
  if (later.postings > copy.postings) return "ledger";
  if (unexplained.length > 0) return "node";
  return later.card !== copy.card ? "processor" : "nothing left";
}

/** As the `list_waiting` of each slice has it. */
function waitingOf({ kind, isChain = false }: Flow, copy: Standing): Waiting | undefined {
  const one = { id: ID, state: copy.state, createdAt: new Date(START), paymentHash: undefined, onchain: undefined };
  const exact = { least: AMOUNT, most: AMOUNT };
  if (kind === "payment" && copy.payment !== undefined && copy.payment !== "over") {
    const isBound = copy.payment !== "resolving";
    return { ...one, kind, payable: isBound ? undefined : exact, paymentHash: isBound ? HASH : undefined };
  }
  if (kind === "voucher" && copy.isOwed)
    return {
      ...one,
      kind,
      payable: { least: (AMOUNT / 2n) as typeof AMOUNT, most: AMOUNT },
      paymentHash: copy.payment === "sent" ? HASH : undefined,
    };
  if (kind === "purchase" && copy.progress !== undefined && !isOver(copy.progress.kind))
    return { ...one, kind, ...(isChain ? { payable: undefined, onchain: onchainOf(copy) } : { payable: exact }) };
  return undefined;
}

const ADDRESS = parseBitcoinAddress("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "regtest");

/** As `ramp.list_for_chain` has it. */
function onchainOf({ state, payment }: Standing): ChainPurchase | undefined {
  const isAsked = payment === undefined && ["requires_payment", "authorized", "captured"].includes(state);
  const own = { id: ID, state, paymentId: undefined, createdAt: new Date(START) };
  return isAsked ? { ...own, destination: ADDRESS.text, amount: AMOUNT, feeLimit: AMOUNT } : undefined;
}

const ENDS_OF: Readonly<Record<Flow["kind"], (facts: Facts) => Ended>> = {
  payment: endOfPayment,
  voucher: endOfVoucher,
  purchase: endOfPurchase,
  inside: ({ copy }) =>
    copy.state === "completed"
      ? ended("-", "completed already", 0)
      : ended("restore release", "not made in this ledger; a repeated key makes it", 0),
  charge: endOfCharge,
};

function ended(command: string, end: string, paid: number, over: Partial<Ended> = {}): Ended {
  return { command, end, paid, captured: 0, refunded: 0, byHand: false, ...over };
}

function paidBy({ node, isPublished }: Standing): number {
  return node === "settled" || node === "in_flight" || isPublished ? 1 : 0;
}

export function reportOf(node: NodeHas = "nothing") {
  switch (node) {
    case "settled":
      return { kind: "settled", preimage: new Uint8Array(32), fee: 0n as typeof AMOUNT } as const;
    case "failed":
      return { kind: "failed", reason: "no_route" } as const;
    case "in_flight":
      return { kind: "in_flight" } as const;
    case "nothing":
      return { kind: "not_found", history: "whole" } as const;
  }
}

const DEPARTED = {
  id: ID as never,
  paymentHash: HASH,
  amount: AMOUNT,
  feeLimit: AMOUNT,
  attempts: 1,
} as unknown as Departed;

function endOfPayment(facts: Facts): Ended {
  const { copy, later, journal, unexplained, waiting } = facts;
  const left = paidBy(later);
  const report = reportOf(later.node);
  // one that failed in the copy does not explain what the node has settled since by the same invoice
  const isLost = copy.payment === undefined || (copy.node === "failed" && later.node === "settled");
  const mayLack = isLost || copy.payment === "resolving" || copy.payment === "ready";
  if (journal === "whole" && mayLack && later.node !== undefined) return endOfImport(later);
  if (isLost)
    return unexplained.length === 0
      ? ended("restore release", "not made in this ledger; a repeated key makes it", left)
      : ended("reconcile <hash> --to wallet", "booked to the wallet that paid", left, { byHand: true });
  if (copy.payment === "over") return ended("-", `${copy.state} already`, left);

  const isFree = waiting === undefined || freeOf([waiting], unexplained).includes(waiting);
  if (copy.payment === "resolving") {
    if (isFree) return ended("restore release", "an invoice is asked for, and it is sent", left + 1);
    return ended("reconcile <hash> --to payment <id>", "completed by the node's proof", left, { byHand: true });
  }
  const onHoldFor = isFree ? undefined : ("restore" as const);
  const payment = copy.payment === "ready" ? ready({ onHoldFor }) : sent({ kind: "unknown" }, { onHoldFor });
  return endOfStep(step(payment, report, HOUR / 2), later, isFree ? "restore release" : "reconcile");
}

/** What the journal tells is brought back, and followed by its hash. */
function endOfImport(later: Standing): Ended {
  const status = later.node === undefined || later.node === "nothing" ? "not_found" : later.node;
  const decision = decideDeparted(DEPARTED, { status, amount: paidBy(later) ? AMOUNT : undefined }, [DEPARTED]);
  if (decision.kind !== "bring_back") return ended("reconcile", decision.kind, paidBy(later), { byHand: true });
  return endOfStep(step(sent({}, { isBroughtBack: true }), reportOf(later.node), HOUR / 2), later, "restore import");
}

function endOfStep(next: ReturnType<typeof step>, later: Standing, command: string): Ended {
  const left = paidBy(later);
  switch (next.kind) {
    case "dispatch":
      return ended(command, later.node === "failed" ? "SENT AGAIN AFTER IT FAILED" : "it is sent", left + 1);
    case "complete":
      return ended(command, "completed by the node's proof", left);
    case "fail":
      return ended(command, "failed by the node's proof", left, { refunded: 1 });
    case "wait":
      return ended(command, `waits for the node (${next.state})`, left);
  }
}

function endOfVoucher(facts: Facts): Ended {
  const { copy, later, journal, noticed, unexplained, waiting } = facts;
  const left = paidBy(later);
  if (journal === "whole" && later.state === "given_back" && noticed !== "nothing left" && copy.state !== later.state)
    return ended("restore import", "revoked", left);
  if (copy.state === "absent") {
    if (later.state === "absent") return ended("-", "not issued", left);
    // without a restore it is not brought back to be taken before it is revoked again
    const isLeftOut = noticed === "nothing left" && later.state === "given_back";
    if (journal === "whole" && !isLeftOut)
      return later.node === undefined ? openAgain("restore import", left) : endOfImport(later);
    return left === 0
      ? ended("-", "its secret is worth nothing", left)
      : ended("reconcile <hash> --to wallet", "its secret is worth nothing; what left is booked", left, {
          byHand: true,
        });
  }
  if (!copy.isOwed) return ended("-", `${copy.state} already`, left);
  if (journal === "whole" && copy.payment === undefined && later.node !== undefined) return endOfImport(later);
  if (copy.payment === "sent")
    return endOfStep(step(sent({ kind: "unknown" }), reportOf(later.node), HOUR / 2), later, "restore release");
  if (waiting !== undefined && !freeOf([waiting], unexplained).includes(waiting)) {
    const fit = unexplained.map((payment) => fitOf(waiting, payment)).join();
    return ended("reconcile <hash> --to voucher <id>", `paid out before (${fit})`, left, { byHand: true });
  }
  return openAgain("restore release", left);
}

/** Also where it was redeemed into a wallet here: that is not made in this ledger. */
function openAgain(command: string, left: number): Ended {
  return ended(command, "open: whoever has its secret takes it once", left + 1);
}

function endOfCharge({ flow, copy, later, journal }: Facts): Ended {
  const isPaid = later.state === "paid";
  if (copy.state === "absent" && isPaid && journal === "none")
    return ended("suspense assign", "its money lies in suspense", 1, { byHand: true });
  if (copy.state === "absent" && isPaid) return ended("restore import", "brought back, then credited", 1);
  if (isPaid) return ended("-", "credited once, when the node's receipts are read", 1);
  if (copy.state !== "absent") return ended("-", "follows the node", 0);
  return journal === "whole" && later.state !== "absent" && !flow.isBrief
    ? ended("restore import", "follows the node", 0)
    : ended("-", "not given out in this ledger", 0);
}

function endOfPurchase(facts: Facts): Ended {
  const { flow, copy, later, journal, unexplained, waiting } = facts;
  const left = paidBy(later);
  const captured = later.card === "captured" || later.card === "refunded" ? 1 : 0;
  const refunded = later.card === "refunded" ? 1 : 0;
  const so = { captured, refunded };
  if (copy.progress === undefined) return endOfLost({ captured, refunded, left });
  if (isOver(copy.progress.kind)) return ended("-", `${copy.state} already`, left, so);
  if (journal === "whole" && copy.payment === undefined && later.node !== undefined)
    return { ...endOfImport(later), ...so };
  if (waiting?.onchain !== undefined && !freeOf([waiting], unexplained).includes(waiting))
    return endOnChain(facts, waiting.onchain, copy.progress, so);
  if (waiting !== undefined && !freeOf([waiting], unexplained).includes(waiting))
    return ended("reconcile <hash> --to purchase <id>", "delivered before", left, { ...so, byHand: true });
  const done = drive(flow, copy.progress, later);
  return ended("restore release", `goes on to ${done.state}`, left + done.sent, {
    captured: captured + done.captured,
    refunded: refunded + done.refunded,
  });
}

/** By the transaction that journal or wallet have; else by what the processor says, or the operator. */
function endOnChain(
  { flow, copy, later, journal }: Facts,
  purchase: ChainPurchase,
  progress: Progress,
  so: { readonly captured: number; readonly refunded: number },
): Ended {
  const script = ADDRESS.script;
  const outputs = [{ sats: AMOUNT / 1_000n, script }];
  const own = { txid: "", transaction: new Uint8Array(0), fee: AMOUNT, confirmations: 1 };
  const shown = later.isPublished ? [{ ...own, reference: ID, outputs }] : [];
  const isFound = matchPublished([purchase], shown, "regtest").length > 0;
  const isLetGo = copy.card === undefined && later.card !== "captured" && later.card !== "refunded";
  const done = drive(flow, progress, later);
  const total = { captured: so.captured + done.captured, refunded: so.refunded + done.refunded };
  if (isFound && journal === "whole")
    return ended("restore import", "followed to its end, by the journal", paidBy(later), total);
  if (isFound)
    return ended("restore release", "followed to its end, by the node's wallet", paidBy(later) + done.sent, total);
  if (isLetGo) return ended("restore release", `the card had not paid: goes on to ${done.state}`, done.sent, total);
  return ended("restore release --unpublished <id>", `goes on to ${done.state}`, done.sent, { ...total, byHand: true });
}

/** Nothing may be delivered or given back twice: what has left is only booked. The operator could also deliver it. */
function endOfLost({ captured, refunded, left }: Record<"captured" | "refunded" | "left", number>): Ended {
  if (captured === 0) return ended("-", "not begun in this ledger", left);
  if (refunded > 0) return ended("-", "given back before", left, { captured, refunded });
  if (left > 0)
    return ended("reconcile <hash> --to loss", "delivered before, and booked", left, { captured, byHand: true });
  return ended("ramp adopt <reference> --refund", "given back by the operator", 0, {
    captured,
    refunded: 1,
    byHand: true,
  });
}

type Driven = { readonly state: string; readonly sent: number; readonly captured: number; readonly refunded: number };

/** Takes a purchase of the copy to its end, by its real decisions, against a processor and a node that went on. */
function drive(flow: Flow, from: Progress, later: Standing): Driven {
  const done = { sent: 0, captured: 0, refunded: 0 };
  let progress = from;
  let last: LastStep | undefined;
  let processor = processorOf(later);
  let hasLeft = paidBy(later) === 1;
  const prepared = flow.isChain ? { kind: "onchain" } : { kind: "invoice", invoice: ANOTHER_INVOICE };
  for (let steps = 0; steps < 20; steps += 1) {
    const isDelivered = progress.kind === "delivering" && hasLeft;
    const next = nextOfPurchase({
      ...FACTS,
      purchase: purchaseIn(progress),
      processor,
      last,
      outcome: outcomeOf(progress, isDelivered),
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
