import { CURRENCIES, type Currency, decimalOf, type Minor, minor } from "#kernel/fiat.ts";
import { isUuid, type ProjectId, type UserId, type WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { OutgoingStatus } from "#lightning";
import type { ProcessorPayment } from "./ports.ts";
import type { PurchaseId } from "./purchase.ts";
import type { SessionId } from "./session.ts";

/** What the journal tells of a purchase that was lost with a copy; undefined: no line says it. */
export type ToldPurchase = {
  readonly begunAt: Date | undefined;
  readonly sessionId: SessionId | undefined;
  readonly projectId: ProjectId | undefined;
  readonly userId: UserId | undefined;
  /** The wallet of this service to which it was to be delivered. */
  readonly walletId: WalletId | undefined;
  readonly amount: Msats | undefined;
  readonly feeLimit: Msats | undefined;
  /** Payments that may have left to deliver it, by their hashes. */
  readonly paymentHashes: readonly Uint8Array[];
  /** Transactions of the chain that may have been published to deliver it. */
  readonly txids: readonly string[];
  /** Its person took it into the own wallet. */
  readonly isCredited: boolean;
  /** An operator gave the card its money back by hand. */
  readonly wasRefundedByHand: boolean;
};

/** What the node says of a payment; `silent`: it does not answer. */
export type NodeWord = OutgoingStatus["kind"] | "silent";

/**
 * Why nothing may be delivered or given back for a lost purchase; undefined: the journal has nothing against it. Only
 * the node's word that a payment has failed shows that it did not deliver. `isSure`: the operator knows that what the
 * node does not know of did not deliver it.
 */
export function departureOf(
  { txids, wasRefundedByHand }: Pick<ToldPurchase, "txids" | "wasRefundedByHand">,
  payments: readonly { readonly hash: string; readonly word: NodeWord }[],
  isSure: boolean,
): string | undefined {
  if (wasRefundedByHand) return "the journal says that an operator gave the card its money back by hand";
  const [txid] = txids;
  if (txid !== undefined) return `transaction ${txid} was published to deliver it`;
  const made = payments.find(({ word }) => word === "settled" || word === "in_flight");
  if (made !== undefined)
    return `payment ${made.hash} left to deliver it, and the node has it ${made.word.replace("_", " ")}`;
  const open = payments.find(({ word }) => word !== "failed");
  return open === undefined || isSure
    ? undefined
    : `the journal says that payment ${open.hash} may have left to deliver it, and the node does not say that it failed`;
}

/** What an operator has to look at of a payment without a purchase. `wasGivenBack`: an operator gave it back. */
export function lostIncidentOf(
  { reference, amount, currency, state, refund, dispute }: ProcessorPayment,
  wasGivenBack: boolean,
): { readonly kind: LostIncident; readonly detail: string } | undefined {
  if (state !== "captured") return undefined;
  const paid = `payment ${reference} of ${decimalOf(amount)} ${currency}, whose purchase is not in this database`;
  if (dispute !== "none")
    return wasGivenBack
      ? { kind: "disputed_after_refund", detail: `the card's bank takes back what you gave back: ${paid}` }
      : { kind: "lost_purchase_disputed", detail: `the card's bank takes back ${paid}` };
  if (refund === "failed")
    return { kind: "refund_returned", detail: `the card's bank sent back the refund of ${paid}` };
  if (refund !== "none" || wasGivenBack) return undefined;
  return { kind: "purchase_lost", detail: `${paid}: \`leyden ramp adopt ${reference} --deliver\`, or \`--refund\`` };
}

export type LostIncident = "purchase_lost" | "lost_purchase_disputed" | "disputed_after_refund" | "refund_returned";

/** Of one bitcoin. */
const MSATS = 100_000_000_000n;

export type LostTerms = { readonly currency: Currency; readonly source: Minor; readonly price: Minor };

/** What a card has paid, and the price of a bitcoin that follows, our fee in it; undefined: it cannot be a purchase. */
export function termsOf(payment: ProcessorPayment, bought: Msats): LostTerms | undefined {
  const { amount } = payment;
  const known = currencyOf(payment);
  if (known === undefined || amount === 0n || bought === 0n) return undefined;
  const price = (amount * MSATS) / bought; // down: no more is sold than is paid for
  return price === 0n ? undefined : { currency: known, source: amount, price: minor(price) };
}

/** Undefined: nothing can be bought with it here. */
export function currencyOf({ currency }: Pick<ProcessorPayment, "currency">): Currency | undefined {
  return CURRENCIES.find((one) => one === currency);
}

/** What an amount buys at a price, without any fee. Rounded down. */
export function worthOf(source: Minor, price: Minor): Msats {
  return msats((source * MSATS) / price);
}

/** Ours: of a small purchase the fee takes a tenth, and prices move until a restore is over. */
const OFF_MAX_PERCENT = 20n;

/** Whether an amount that an operator names may be what `source` has bought, by the price of now. */
export function isNearPrice(named: Msats, source: Minor, price: Minor): boolean {
  const worth = worthOf(source, price);
  const off = named > worth ? named - worth : worth - named;
  return off * 100n <= worth * OFF_MAX_PERCENT;
}

/** What a payment of the node may have paid to deliver a purchase, in msats. Its fee is not in it. */
export type Payable = { readonly least: bigint; readonly most: bigint };

/** What was bought. `isNamed`: an operator names it, and neither the journal nor a quote says it. */
export type Bought = { readonly amount: Msats; readonly isNamed: boolean };

/**
 * What may have been paid for it: just the amount, because nothing else is paid for a purchase. One that an operator
 * names is as near as a person remembers it, or was taken from the price: it and the real one may each be off by
 * `OFF_MAX_PERCENT`, to both sides. Rounded so that more is in it.
 */
export function payableOf({ amount, isNamed }: Bought): Payable {
  if (!isNamed) return { least: amount, most: amount };
  const [less, more] = [100n - OFF_MAX_PERCENT, 100n + OFF_MAX_PERCENT];
  return { least: (amount * less) / more, most: (amount * more + less - 1n) / less };
}

/** The purchase that the processor names for a payment. */
export function purchaseIdIn({ purchaseId }: Pick<ProcessorPayment, "purchaseId">): PurchaseId | undefined {
  return purchaseId !== undefined && isUuid(purchaseId) ? (purchaseId as PurchaseId) : undefined;
}
