import type { Stripe } from "stripe";
import { type Minor, minor } from "#kernel/fiat.ts";
import type { Card, ProcessorPayment, PurchaseId } from "#ramp";

/**
 * An answer that is not as Stripe's reference says, or not to what was asked. Its message names the field and no
 * value.
 */
export class BadAnswer extends Error {
  constructor(field: string) {
    super(`the answer is wrong in ${field}`);
    this.name = "BadAnswer";
  }
}

/** Fields of an answer: input from outside, whatever the library's types say. */
export type Fields = Readonly<Record<string, unknown>>;

/** As Stripe's library says that a field may have other words than those that are documented. */
type AnyOther = string & Record<never, never>;
/** The words of a field that Stripe documents. */
export type Documented<Word> = Word extends AnyOther ? (AnyOther extends Word ? never : Word) : Word;

const LIST_MAX = 100;
const TEXT_MAX = 5_000;

export function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadAnswer(field);
  return value as Fields;
}

export function textOf(value: unknown, field: string): string {
  if (typeof value !== "string" || value === "" || value.length > TEXT_MAX) throw new BadAnswer(field);
  return value;
}

export function optionalTextOf(value: unknown, field: string): string | undefined {
  return value === null || value === undefined ? undefined : textOf(value, field);
}

/** The items of a list of Stripe's, at most a hundred. */
export function itemsOf(value: unknown, field: string): readonly Fields[] {
  const { data } = fieldsOf(value, field);
  if (!Array.isArray(data) || data.length > LIST_MAX) throw new BadAnswer(field);
  return data.map((item) => fieldsOf(item, field));
}

export function amountOf(value: unknown, field: string): Minor {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw new BadAnswer(field);
  try {
    return minor(BigInt(value));
  } catch {
    throw new BadAnswer(field);
  }
}

export type PaymentAnswers = {
  /** A PaymentIntent, its latest charge, the charge's refunds and balance transaction expanded. */
  readonly intent: unknown;
  /** All its charges, as a list. */
  readonly charges: unknown;
  /** Its disputes, as a list; undefined when its charge was not disputed. */
  readonly disputes: unknown;
};

export const REFERENCE = /^pi_[A-Za-z0-9]{1,100}$/;

/** The checks of every PaymentIntent that is answered. @throws {BadAnswer} */
export function checkIntent(value: unknown, { isLive }: { readonly isLive: boolean }): Fields {
  const intent = fieldsOf(value, "payment_intent");
  if (!REFERENCE.test(textOf(intent["id"], "id"))) throw new BadAnswer("id");
  if (intent["object"] !== "payment_intent") throw new BadAnswer("object");
  if (intent["livemode"] !== isLive) throw new BadAnswer("livemode");
  if (intent["capture_method"] !== "manual") throw new BadAnswer("capture_method");
  return intent;
}

/** @throws {BadAnswer} */
export function paymentOf(
  { intent: value, charges, disputes }: PaymentAnswers,
  mode: { readonly isLive: boolean },
): ProcessorPayment {
  const intent = checkIntent(value, mode);
  const amount = amountOf(intent["amount"], "amount");
  const currency = currencyOf(intent["currency"]);
  const state = stateOf(textOf(intent["status"], "status"));
  const latest = intent["latest_charge"];
  const charge = latest === null || latest === undefined ? undefined : fieldsOf(latest, "latest_charge");
  const taken = charge?.["status"] === "failed" ? undefined : charge;
  const isCaptured = state === "captured";
  if (isCaptured && amountOf(intent["amount_received"], "amount_received") !== amount)
    throw new BadAnswer("amount_received");
  const error = intent["last_payment_error"];
  return {
    reference: textOf(intent["id"], "id"),
    purchaseId: purchaseIdOf(intent),
    amount,
    currency,
    state,
    declined: state === "waiting" && error ? declineOf(fieldsOf(error, "last_payment_error")) : undefined,
    declines: declinesIn(charges, error),
    refund: isCaptured && charge !== undefined ? refundOf(charge, amount) : "none",
    dispute: isCaptured && disputes !== undefined ? disputeOf(disputes) : "none",
    fee: isCaptured && charge !== undefined ? feeOf(charge, { amount, currency }) : undefined,
    card: taken === undefined ? undefined : cardOf(taken),
  };
}

export function purchaseIdOf(intent: Fields): PurchaseId | undefined {
  const { purchase_id } = fieldsOf(intent["metadata"] ?? {}, "metadata");
  return optionalTextOf(purchase_id, "metadata.purchase_id") as PurchaseId | undefined;
}

/** ISO 4217: Stripe writes it small. */
export function currencyOf(value: unknown): string {
  const currency = textOf(value, "currency").toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new BadAnswer("currency");
  return currency;
}

/** Stripe, "How PaymentIntents work": the life of a payment that is captured by hand. */
function stateOf(status: string): ProcessorPayment["state"] {
  switch (status) {
    case "requires_payment_method":
    case "requires_confirmation":
    case "processing":
      return "waiting";
    case "requires_action":
      return "requires_action";
    case "requires_capture":
      return "authorized";
    case "succeeded":
      return "captured";
    case "canceled":
      return "canceled";
    default:
      throw new BadAnswer("status");
  }
}

/** In the same three words as the sandbox; banks have many more, and no page shows them. */
function declineOf(error: Fields): string {
  const reason = optionalTextOf(error["decline_code"], "decline_code") ?? optionalTextOf(error["code"], "code");
  if (reason === "insufficient_funds") return reason;
  return reason === "payment_intent_authentication_failure" || reason === "authentication_required"
    ? "authentication_failed"
    : "card_declined";
}

/**
 * Charges that failed, and a last card that was declined before there was a charge, as when its customer says no (3-D
 * Secure).
 */
function declinesIn(charges: unknown, error: unknown): number {
  const failed = itemsOf(charges, "charges").filter(({ status }) => status === "failed").length;
  const isWithoutCharge = typeof error === "object" && error !== null && !("charge" in error && error.charge);
  return failed + (isWithoutCharge ? 1 : 0);
}

function cardOf(charge: Fields): Card | undefined {
  const details = charge["payment_method_details"];
  if (details === null || details === undefined) return undefined;
  const { card } = fieldsOf(details, "payment_method_details");
  if (card === null || card === undefined) return undefined;
  const { fingerprint, brand, last4 } = fieldsOf(card, "card");
  return {
    fingerprint: textOf(fingerprint, "fingerprint"),
    brand: optionalTextOf(brand, "brand") ?? "unknown",
    last4: optionalTextOf(last4, "last4") ?? "",
  };
}

/** Refunds of a part do not count: who gives a part back by hand, on Stripe's page, settles that by hand. */
function refundOf(charge: Fields, amount: Minor): ProcessorPayment["refund"] {
  const refunds = itemsOf(charge["refunds"] ?? { data: [] }, "refunds");
  const sumOf = (...states: readonly string[]) =>
    refunds
      .filter(({ status }) => states.includes(String(status)))
      .reduce((sum, refund) => sum + amountOf(refund["amount"], "refund.amount"), 0n);
  if (sumOf("succeeded") >= amount) return "succeeded";
  if (sumOf("succeeded", "pending", "requires_action") >= amount) return "pending";
  return sumOf("failed", "canceled") >= amount ? "failed" : "none";
}

const DISPUTES: Readonly<Record<Documented<Stripe.Dispute.Status>, ProcessorPayment["dispute"]>> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "won",
  lost: "lost",
  // The bank only asks, and has taken nothing.
  warning_needs_response: "none",
  warning_under_review: "none",
  warning_closed: "none",
  prevented: "none",
};

/** Of several disputes the worst counts. */
function disputeOf(disputes: unknown): ProcessorPayment["dispute"] {
  const states = itemsOf(disputes, "disputes").map(({ status }) => {
    if (typeof status !== "string" || !Object.hasOwn(DISPUTES, status)) throw new BadAnswer("dispute.status");
    return DISPUTES[status as keyof typeof DISPUTES];
  });
  return (["open", "lost", "won"] as const).find((state) => states.includes(state)) ?? "none";
}

/**
 * In the currency of the payment, rounded up. Stripe counts it in the currency of the account, at the rate of the
 * payment's own amount.
 */
function feeOf(charge: Fields, paid: { readonly amount: Minor; readonly currency: string }): Minor | undefined {
  const entry = charge["balance_transaction"];
  if (entry === null || entry === undefined) return undefined;
  const fields = fieldsOf(entry, "balance_transaction");
  const fee = amountOf(fields["fee"], "fee");
  if (currencyOf(fields["currency"]) === paid.currency) return fee;
  const amount = amountOf(fields["amount"], "balance_transaction.amount");
  if (amount === 0n) throw new BadAnswer("balance_transaction.amount");
  return minor((fee * paid.amount + amount - 1n) / amount);
}
