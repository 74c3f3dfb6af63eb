import { decimalOf } from "#kernel/fiat.ts";
import type { Columns } from "#protocol/csv.ts";
import { deliveryOf, failureCodeOf, type Purchase } from "./model/purchase.ts";
import { purchaseNumber } from "./model/receipt.ts";
import type { Begun } from "./model/timeline.ts";

/** A purchase as its project sees it: not with which card, nor from where. */
export function presentPurchaseOfProject(purchase: Purchase & Begun) {
  const { id, quote, progress } = purchase;
  return {
    purchase_id: id,
    number: purchaseNumber(id),
    session_id: purchase.sessionId,
    user_id: purchase.userId,
    state: progress.kind,
    amount: String(quote.amount),
    unit: "msats" as const,
    source_amount: decimalOf(quote.source),
    source_currency: quote.currency,
    fee_amount: decimalOf(quote.fee),
    network_fee: quote.networkFee === undefined ? null : String(quote.networkFee),
    price: decimalOf(quote.price),
    price_source: quote.priceSource,
    destination: purchase.destination,
    payment_id: deliveryOf(purchase)?.paymentId ?? null,
    failure_code: failureCodeOf(purchase) ?? null,
    created_at: purchase.createdAt.toISOString(),
    begun_at: purchase.begunAt.toISOString(),
    changed_at: purchase.changedAt.toISOString(),
    ended_at: purchase.endedAt?.toISOString() ?? null,
  };
}

/** Of a purchase, as a line of a file. */
export const PURCHASE_COLUMNS: Columns<ReturnType<typeof presentPurchaseOfProject>> = {
  purchase_id: (purchase) => purchase.purchase_id,
  number: (purchase) => purchase.number,
  begun_at: (purchase) => purchase.begun_at,
  state: (purchase) => purchase.state,
  amount: (purchase) => purchase.amount,
  unit: (purchase) => purchase.unit,
  source_amount: (purchase) => purchase.source_amount,
  source_currency: (purchase) => purchase.source_currency,
  fee_amount: (purchase) => purchase.fee_amount,
  network_fee: (purchase) => purchase.network_fee,
  price: (purchase) => purchase.price,
  destination: (purchase) => purchase.destination,
  failure_code: (purchase) => purchase.failure_code,
  user_id: (purchase) => purchase.user_id,
  session_id: (purchase) => purchase.session_id,
  payment_id: (purchase) => purchase.payment_id,
  ended_at: (purchase) => purchase.ended_at,
};
