import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { decimalOf, minor } from "#kernel/fiat.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Msats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { findPublishedFor } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import {
  type Bought,
  currencyOf,
  departureOf,
  isNearPrice,
  type NodeWord,
  payableOf,
  purchaseIdIn,
  type ToldPurchase,
  worthOf,
} from "../model/lost-purchase.ts";
import type { FoundPayment, PaymentProcessor, ProcessorPayment, Rates } from "../model/ports.ts";
import { type Purchase, type PurchaseId, referenceOf } from "../model/purchase.ts";
import { findPurchase, findPurchaseNamed } from "../store/purchases.ts";
import { countMaybeDelivered, insertStray, listUnknownReferences, updateStrayRefunded } from "../store/strays.ts";

export type StrayDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "append">;
  readonly processor: PaymentProcessor;
  readonly rates: Rates;
  /** Undefined: it does not answer. */
  readonly node: Pick<LightningNode, "lookupOutgoing" | "listOnchain" | "capabilities"> | undefined;
};

/** Payments at the processor since `since` that no purchase explains: their purchases were lost with a copy. */
export async function listStrays(
  { db, processor }: Pick<StrayDeps, "db" | "processor">,
  since: Date,
): Promise<readonly ProcessorPayment[]> {
  return await readStrays({ db, processor }, await processor.listSince(since));
}

/** Of these payments those that no purchase explains, as the processor has them now. */
export async function readStrays(
  { db, processor }: Pick<StrayDeps, "db" | "processor">,
  found: readonly FoundPayment[],
): Promise<readonly ProcessorPayment[]> {
  // Others may take money with the same account at the processor.
  const ours = found.filter((one) => purchaseIdIn(one) !== undefined);
  const references = ours.map(({ reference }) => reference);
  const payments: ProcessorPayment[] = [];
  for (const reference of await listUnknownReferences(db, { processor: processor.name, references }))
    payments.push(await processor.get(reference));
  return payments.filter(({ state }) => state !== "canceled");
}

/** An operator's decision about a payment whose purchase was lost. */
export type AdoptStray = {
  readonly reference: string;
  readonly reason: string;
  /** What the journal tells of its purchase. */
  readonly told: ToldPurchase;
  /** What the operator says was bought; of use where the journal does not say it. */
  readonly amount: Msats | undefined;
  /** The operator knows that it was bought at another price than that of now. */
  readonly despitePrice: boolean;
  /** The operator knows that no unexplained payment of the node has delivered it. */
  readonly despiteUnexplained: boolean;
};

/** `canceled`: nothing had been taken. `pending`: the processor gives it back. */
export type GivenBackAs = "refunded" | "pending" | "canceled";

/**
 * Gives back a payment at the processor whose purchase was lost with a copy: once, because the processor knows the
 * purchase as the key. Safe to repeat; of this and `deliverStray` at the same time one is done.
 *
 * @throws {OperatorError} when a purchase has it, it may have been delivered, or it cannot be given back.
 */
export async function refundStray(deps: StrayDeps, stray: AdoptStray): Promise<GivenBackAs> {
  const { db, clock, journal, processor } = deps;
  const { reference, reason } = stray;
  const payment = await processor.get(reference);
  const { id: purchaseId, ended } = await requireStray(deps, payment);
  if (payment.state === "canceled") return "canceled";
  if (payment.state !== "captured") {
    const after = await processor.cancel(reference, purchaseId);
    if (after.state === "canceled") return "canceled";
    throw new OperatorError(`the processor says that it is ${after.state}`, "Run this again.");
  }
  refuseDisputed(payment);
  if (stray.told.isCredited)
    throw new OperatorError(
      "the journal says that its person took it into the own wallet, and may have spent it",
      "Nothing was changed. Deliver it there: `ramp adopt <reference> --deliver`.",
    );
  const bought = await agreedAmount(deps, stray, { payment, ended });
  await refuseDelivered(deps, { ...stray, id: purchaseId, bought });
  const isWritten = await insertStray(db, {
    processor: processor.name,
    payment,
    purchaseId,
    reason,
    now: clock.now(),
  });
  if (!isWritten) throw hasPurchase(purchaseId);
  await journal.append({
    what: "purchase.refund",
    id: purchaseId,
    kind: "adopted",
    processorId: reference,
  });
  const { refund } = await processor.refund(reference, purchaseId);
  if (refund !== "succeeded" && refund !== "pending")
    throw new OperatorError(`the processor says of the refund: ${refund}`, "Look at it at the processor.");
  if (refund === "succeeded") await updateStrayRefunded(db, { processor: processor.name, reference }, clock.now());
  return refund === "succeeded" ? "refunded" : "pending";
}

export type Stray = {
  readonly id: PurchaseId;
  /** What this database has of it: it ended here before its payment was begun. */
  readonly ended: Purchase | undefined;
};

/** The purchase of a payment that this database does not have as paid. @throws {OperatorError} when it has it. */
export async function requireStray(
  { db }: Pick<StrayDeps, "db">,
  payment: Pick<ProcessorPayment, "reference" | "purchaseId">,
): Promise<Stray> {
  const purchaseId = purchaseIdIn(payment);
  if (purchaseId === undefined)
    throw new OperatorError("the processor names no purchase of ours for it", "Nothing was changed.");
  const purchase = (await findPurchaseNamed(db, payment.reference)) ?? (await findPurchase(db, purchaseId));
  if (purchase === undefined) return { id: purchaseId, ended: undefined };
  const { kind } = purchase.progress;
  if (referenceOf(purchase) !== undefined) throw hasPurchase(purchase.id);
  if (kind === "expired" || kind === "canceled") return { id: purchaseId, ended: purchase };
  throw new OperatorError(
    `it is that of purchase ${purchase.id}, which is ${kind} here, before its payment was begun`,
    "Nothing was changed. It ends by itself within an hour, or when it is let go after a restore: run this again then.",
  );
}

export function hasPurchase(id: PurchaseId): OperatorError {
  return new OperatorError(
    `it is that of purchase ${id}, which goes on by itself`,
    "Nothing was changed. `npm run leyden -- ramp show <purchase>` shows it.",
  );
}

/** @throws {OperatorError} while the card's bank decides, and when it has the money. */
export function refuseDisputed({ dispute }: ProcessorPayment): void {
  if (dispute === "open" || dispute === "lost")
    throw new OperatorError(
      "it is disputed: the card's bank decides, and nothing can be delivered or given back",
      "Answer the bank.",
    );
}

type NamedAmount = Pick<AdoptStray, "told" | "amount" | "despitePrice">;

/**
 * What was bought, if it is known.
 * @throws {OperatorError} when the operator names another amount than the journal, or one that the card's money cannot
 *   have bought: a digit too many would be given away.
 */
export async function agreedAmount(
  { rates }: Pick<StrayDeps, "rates">,
  { told, amount, despitePrice }: NamedAmount,
  { payment, ended }: { readonly payment: ProcessorPayment; readonly ended: Purchase | undefined },
): Promise<Bought | undefined> {
  const known = told.amount ?? ended?.quote.amount;
  if (known !== undefined && amount !== undefined && known !== amount)
    throw new OperatorError(
      `${told.amount === undefined ? "its quote" : "the journal"} says that it was ${known} msats`,
      "Leave --msats out.",
    );
  if (known !== undefined) return { amount: known, isNamed: false };
  const named = amount === undefined ? undefined : { amount, isNamed: true };
  if (named === undefined || despitePrice) return named;
  const currency = currencyOf(payment);
  const rate = currency && (await rates.read(currency));
  if (rate === undefined) throw priceUnknown("If you know that the amount is right, add --although-the-price-differs.");
  if (isNearPrice(named.amount, payment.amount, minor(rate.minorPerBtc))) return named;
  throw new OperatorError(
    `for ${decimalOf(payment.amount)} ${currency} one buys about ${worthOf(payment.amount, minor(rate.minorPerBtc))} msats now, and not ${named.amount}`,
    "Nothing was changed. If it was bought at another price, add --although-the-price-differs.",
  );
}

export function priceUnknown(advice: string): OperatorError {
  return new OperatorError("the price of a bitcoin is not known now", `Nothing was changed. ${advice}`);
}

/** Clocks of machines differ. */
const CLOCKS_MS = 3_600_000;

/**
 * What left before the restore may have delivered it: then it would be delivered twice, or both delivered and given
 * back.
 * @throws {OperatorError} while that may be.
 */
export async function refuseDelivered(
  { db, node }: Pick<StrayDeps, "db" | "node">,
  {
    id,
    told,
    bought,
    despiteUnexplained,
  }: Pick<AdoptStray, "told" | "despiteUnexplained"> & {
    readonly id: PurchaseId;
    readonly bought: Bought | undefined;
  },
): Promise<void> {
  const payments = await Promise.all(
    told.paymentHashes.map(async (hash) => ({ hash: bytesToHex(hash), word: await askNode(node, hash) })),
  );
  const published = await listTxids(node, id);
  const txids = [...told.txids, ...(published ?? [])];
  const { wasRefundedByHand } = told;
  const departure = departureOf({ txids, wasRefundedByHand }, payments, despiteUnexplained);
  if (departure !== undefined)
    throw new OperatorError(
      departure,
      "Nothing was changed. `restore import` and `reconcile <hash> --to …` say what became of what left.",
    );
  // Also when the operator is sure: only the node's wallet knows what it has published, and it can be asked.
  if (published === undefined)
    throw new OperatorError(
      "the node does not answer, so what it has published to deliver it is not known",
      "Nothing was changed. Start the node, then run this again.",
    );
  if (despiteUnexplained) return;
  const open = await countUnexplained(db, told, bought);
  if (open > 0)
    throw new OperatorError(
      `${open} payments of the node are not explained, and one of them may have delivered it`,
      "Say what they were first (`reconcile <hash> --to …`). If you know that none delivered it, add --although-the-node-paid.",
    );
}

/** By amount and time where they are known; otherwise any of them may be it, whatever it was booked as. */
async function countUnexplained(db: Db, { begunAt }: ToldPurchase, bought: Bought | undefined): Promise<number> {
  const from = new Date((begunAt?.getTime() ?? CLOCKS_MS) - CLOCKS_MS);
  return await countMaybeDelivered(db, { from, payable: bought && payableOf(bought) });
}

/** What the node's wallet has published under the purchase's id; undefined: it does not answer. */
async function listTxids(node: StrayDeps["node"], id: PurchaseId): Promise<readonly string[] | undefined> {
  if (node === undefined) return undefined;
  try {
    const published = await findPublishedFor({ node }, { id, since: new Date(0) });
    return published.map(({ txid }) => txid);
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

async function askNode(node: StrayDeps["node"], hash: Uint8Array): Promise<NodeWord> {
  try {
    return node === undefined ? "silent" : (await node.lookupOutgoing(hash)).kind;
  } catch (error) {
    if (error instanceof NodeUnavailable) return "silent";
    throw error;
  }
}
