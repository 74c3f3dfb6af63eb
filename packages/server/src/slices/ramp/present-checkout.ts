import { cardBrandName } from "#kernel/card-brand.ts";
import { decimalOf } from "#kernel/fiat.ts";
import type { Checkout } from "./checkout/read-checkout.ts";
import { deliveryOf, failureCodeOf, type Purchase, type PurchaseFailureCode } from "./model/purchase.ts";
import { endOf, purchaseNumber } from "./model/receipt.ts";
import { browserOf, isOfWallet } from "./model/session.ts";
import { waitingOf } from "./model/waiting.ts";

/** A session's state as its page reads it. */
export function presentCheckout({
  step,
  now,
  session,
  project,
  currencies,
  limits,
  purchase,
  customer,
  challengeUrl,
  txid,
  proof,
  seller,
  terms,
  isPaused,
  isSandbox,
}: Checkout) {
  return {
    step,
    now: now.toISOString(),
    session: {
      id: session.id,
      state: session.progress.kind,
      expires_at: session.expiresAt.toISOString(),
      email: session.email,
      destination: session.destination ?? null,
      quote_currency: session.quoteCurrency ?? null,
      project,
      of_wallet: isOfWallet(session),
      return_url: session.returnUrl ?? null,
      /** It is known who buys. */
      proved: browserOf(session)?.userId !== undefined,
      chosen:
        session.chosen === undefined
          ? null
          : { amount: decimalOf(session.chosen.source), currency: session.chosen.currency },
    },
    currencies,
    limits: limits === undefined ? null : presentLimits(limits),
    purchase:
      purchase === undefined
        ? null
        : {
            ...presentPurchase(purchase, now),
            challenge_url: challengeUrl ?? null,
            txid: txid ?? null,
            proof: proof ?? null,
          },
    identity: customer === undefined ? null : { state: customer.identity, reason: customer.reason ?? null },
    seller: { name: seller.name, address: seller.address ?? null, support: seller.support ?? null },
    terms: terms === undefined ? null : { url: terms.url, version: terms.version },
    paused: isPaused,
    sandbox: isSandbox,
  };
}

export function presentLimits({ currency, minimum, week, month, unverified }: NonNullable<Checkout["limits"]>) {
  return {
    currency,
    minimum: decimalOf(minimum),
    week_left: decimalOf(week),
    month_left: decimalOf(month),
    needs_identity_above: unverified === undefined ? null : decimalOf(unverified),
  };
}

function presentPurchase(purchase: Purchase, now: Date) {
  const failureCode = failureCodeOf(purchase);
  const { card } = purchase;
  const waiting = waitingOf(purchase, now);
  return {
    id: purchase.id,
    number: purchaseNumber(purchase.id),
    at: (endOf(purchase) ?? purchase.changedAt).toISOString(),
    state: purchase.progress.kind,
    /** The payment that delivers it is decided. */
    prepared: deliveryOf(purchase) !== undefined,
    waiting: waiting === undefined ? null : { on: waiting.on, until: waiting.until.toISOString() },
    destination: purchase.destination,
    ...presentQuote(purchase.quote),
    card: card === undefined ? null : { brand: cardBrandName(card.brand), last4: card.last4 },
    declines: purchase.declines,
    failure: failureCode === undefined ? null : { code: failureCode, message: FAILURES[failureCode] },
  };
}

export function presentQuote(quote: Purchase["quote"]) {
  return {
    source_amount: decimalOf(quote.source),
    source_currency: quote.currency,
    fee_amount: decimalOf(quote.fee),
    network_fee: quote.networkFee === undefined ? null : String(quote.networkFee),
    amount: String(quote.amount),
    price: decimalOf(quote.price),
    price_source: quote.priceSource,
    quote_expires_at: quote.until.toISOString(),
  };
}

const FAILURES: Readonly<Record<PurchaseFailureCode, string>> = {
  declined: "The card was declined.",
  amount_differs: "The processor had another amount. Nothing was paid.",
  ramp_unavailable: "Bitcoin could not be sold. Nothing was paid.",
  limit_exceeded: "This card has reached its limit. Nothing was paid.",
  destination_failed: "The recipient took no payment. What was paid is given back.",
  delivery_failed: "The bitcoin could not be delivered. What was paid is given back.",
  not_delivered_in_time: "The bitcoin could not be delivered in time. What was paid is given back.",
  processor_gave_up: "The card's bank gave the payment up. Nothing was paid.",
};
