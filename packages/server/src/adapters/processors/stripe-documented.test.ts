import { createHmac } from "node:crypto";
import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { type ProcessorPayment, type PurchaseId, WebhookRefused } from "#ramp";
import { givenStripe } from "./stripe.harness.ts";
import { BadAnswer, type Documented, type PaymentAnswers, paymentOf } from "./stripe-answers.ts";
import {
  documentedBalanceTransaction,
  documentedCard,
  documentedCharge,
  documentedDispute,
  documentedEvent,
  documentedIntent,
  documentedRefund,
  documentedSession,
  listOf,
} from "./stripe-documented.harness.ts";
import { EVENT_TYPES, subjectOf } from "./stripe-events.ts";
import { FAKE_KEYS } from "./stripe-fake.harness.ts";

const TEST_MODE = { isLive: false } as const;
const read = (answers: Partial<PaymentAnswers>): ProcessorPayment =>
  paymentOf({ intent: documentedIntent(), charges: listOf([]), disputes: undefined, ...answers }, TEST_MODE);

const CAPTURED = { status: "succeeded", amount_received: 2_500 } as const;

/** A payment that was captured, with one charge. */
function captured(charge: Partial<Stripe.Charge>, disputes?: readonly Stripe.Dispute[]): ProcessorPayment {
  const latest_charge = documentedCharge({ captured: true, amount_captured: 2_500, ...charge });
  return read({
    intent: documentedIntent({ ...CAPTURED, latest_charge }),
    charges: listOf([latest_charge]),
    disputes: disputes && listOf([...disputes]),
  });
}

describe("a payment as Stripe documents it", () => {
  const STATES: Readonly<Record<Documented<Stripe.PaymentIntent.Status>, ProcessorPayment["state"]>> = {
    requires_payment_method: "waiting",
    requires_confirmation: "waiting",
    requires_action: "requires_action",
    processing: "waiting",
    requires_capture: "authorized",
    canceled: "canceled",
    succeeded: "captured",
  };
  it.each(Object.entries(STATES))("of status %s is %s", (status, state) => {
    const amount_received = state === "captured" ? 2_500 : 0;
    expect(read({ intent: documentedIntent({ status, amount_received }) })).toEqual({
      reference: "pi_3Documented",
      purchaseId: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20",
      amount: 2_500n,
      currency: "EUR",
      state,
      declined: undefined,
      declines: 0,
      refund: "none",
      dispute: "none",
      fee: undefined,
      card: undefined,
    });
  });

  it("has the card of its charge as soon as it is authorized, and what Stripe keeps once that is known", () => {
    const charge = documentedCharge();
    const intent = documentedIntent({ status: "requires_capture", amount_capturable: 2_500, latest_charge: charge });
    expect(read({ intent, charges: listOf([charge]) })).toMatchObject({
      state: "authorized",
      declines: 0,
      card: { fingerprint: "AOdocumented", brand: "visa", last4: "4242" },
      fee: undefined,
    });
    expect(captured({ balance_transaction: documentedBalanceTransaction() }).fee).toBe(63n);
    const inDollars = documentedBalanceTransaction({ currency: "usd", amount: 2_703, fee: 70, exchange_rate: 1.0812 });
    expect(captured({ balance_transaction: inDollars }).fee).toBe(65n);
  });

  it("has a card whose brand and last digits Stripe may leave out, and not its fingerprint: limits count by it", () => {
    const of = (card: Partial<Stripe.Charge.PaymentMethodDetails.Card>) =>
      captured({ payment_method_details: { card: documentedCard(card), type: "card" } }).card;
    expect(of({ brand: null, last4: null })).toEqual({ fingerprint: "AOdocumented", brand: "unknown", last4: "" });
    expect(() => of({ fingerprint: null })).toThrow(BadAnswer);
  });

  it.each([
    ["insufficient_funds", "insufficient_funds"],
    ["generic_decline", "card_declined"],
    ["lost_card", "card_declined"],
    ["authentication_required", "authentication_failed"],
  ])("whose bank said %s was declined: %s, once for each charge that failed", (decline_code, declined) => {
    const failed = documentedCharge({ status: "failed", paid: false, failure_code: "card_declined" });
    const last_payment_error = {
      type: "card_error",
      code: "card_declined",
      decline_code,
      charge: failed.id,
      doc_url: "https://docs.stripe.com/error-codes/card-declined",
      message: "Your card was declined.",
    } as const;
    const found = read({
      intent: documentedIntent({ last_payment_error, latest_charge: failed }),
      charges: listOf([failed, { ...failed, id: "ch_3Second" }]),
    });
    expect(found).toMatchObject({ state: "waiting", declined, declines: 2, card: undefined });
  });

  it("whose customer failed to show who it is was declined without a charge", () => {
    const last_payment_error = {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
    } as const;
    expect(read({ intent: documentedIntent({ last_payment_error }) })).toMatchObject({
      declined: "authentication_failed",
      declines: 1,
    });
  });

  // Stripe, "Refunds": a refund may fail days after it has succeeded, when the bank returns the money.
  it.each([
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["succeeded", "succeeded"],
    ["failed", "failed"],
    ["canceled", "failed"],
    [null, "none"],
  ] as const)("with a refund of status %s has a refund that is %s", (status, refund) => {
    expect(captured({ refunds: listOf([documentedRefund({ status })]) }).refund).toBe(refund);
  });

  const DISPUTES: Readonly<Record<Documented<Stripe.Dispute.Status>, ProcessorPayment["dispute"]>> = {
    needs_response: "open",
    under_review: "open",
    appeal_needs_response: "open",
    appeal_under_review: "open",
    won: "won",
    lost: "lost",
    warning_needs_response: "none",
    warning_under_review: "none",
    warning_closed: "none",
    prevented: "none",
  };
  it.each(Object.entries(DISPUTES))("with a dispute of status %s is disputed: %s", (status, dispute) => {
    expect(captured({ disputed: true }, [documentedDispute({ status })]).dispute).toBe(dispute);
  });

  it("with several disputes has the worst of them", () => {
    const of = (...all: readonly string[]) =>
      captured(
        { disputed: true },
        all.map((status) => documentedDispute({ status })),
      ).dispute;
    expect([of("won", "lost"), of("lost", "needs_response"), of("won", "prevented"), of()]).toEqual([
      ...["lost", "open", "won", "none"],
    ]);
  });
});

describe("messages of Stripe as it documents them", () => {
  const aboutPayment = { kind: "payment", reference: "pi_3Documented" } as const;
  // In an event nothing is expanded.
  const intent = documentedIntent({ latest_charge: "ch_3Documented" });
  const { refunds: _, ...charge } = documentedCharge({ balance_transaction: "txn_3Documented" });
  const OBJECTS: Readonly<Record<(typeof EVENT_TYPES)[number], object>> = {
    "payment_intent.amount_capturable_updated": intent,
    "payment_intent.canceled": intent,
    "payment_intent.payment_failed": intent,
    "payment_intent.requires_action": intent,
    "payment_intent.succeeded": intent,
    "charge.refunded": charge,
    "charge.updated": charge,
    "refund.created": documentedRefund(),
    "refund.updated": documentedRefund(),
    "refund.failed": documentedRefund({ status: "failed", failure_reason: "expired_or_canceled_card" }),
    "charge.dispute.created": documentedDispute(),
    "charge.dispute.updated": documentedDispute(),
    "charge.dispute.closed": documentedDispute({ status: "lost" }),
    "charge.dispute.funds_reinstated": documentedDispute({ status: "won" }),
    "charge.dispute.funds_withdrawn": documentedDispute(),
  };
  it.each(EVENT_TYPES)("%s name the payment", (type) => {
    expect(subjectOf(documentedEvent(type, OBJECTS[type]))).toEqual(aboutPayment);
  });

  it.each(["canceled", "processing", "requires_input", "verified"] as const)(
    "identity.verification_session.%s name the session",
    (status) => {
      const event = documentedEvent(`identity.verification_session.${status}`, documentedSession({ status }));
      expect(subjectOf(event)).toEqual({ kind: "identity", reference: "vs_1Documented" });
    },
  );

  /**
   * Stripe, "Verify webhook signatures manually": `t` and one or more signatures; `v1` is the HMAC-SHA256 of
   * "{t}.{body}" under the endpoint's secret. While a secret is rolled there is a `v1` for each; `v0` is of test mode
   * and is ignored.
   */
  it("are believed by their signature: any one of `v1`, none of another scheme, for five minutes", async () => {
    const { processor, deps } = await givenStripe();
    const body = JSON.stringify(documentedEvent("payment_intent.succeeded", intent), undefined, 2);
    const seconds = Math.floor(deps.clock.now().getTime() / 1_000);
    const macOf = (at: number, secret: string) => createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    const own = (at: number) => macOf(at, FAKE_KEYS.webhookSecret);
    const [rolled, other] = [macOf(seconds, "whsec_rolled"), "a1".repeat(32)];
    const readBy = (signature: string, sent = body) =>
      processor.readWebhook({ body: Buffer.from(sent), headers: { "stripe-signature": signature } });

    for (const good of [
      `t=${seconds},v1=${own(seconds)}`,
      `t=${seconds},v1=${own(seconds)},v0=${other}`,
      `t=${seconds},v1=${rolled},v1=${own(seconds)}`,
      `t=${seconds - 290},v1=${own(seconds - 290)}`,
    ])
      expect(readBy(good)).toEqual({ id: "evt_3Documented", type: "payment_intent.succeeded", subject: aboutPayment });
    for (const bad of [
      `t=${seconds},v0=${own(seconds)}`,
      `t=${seconds},v1=${rolled}`,
      `t=${seconds + 1},v1=${own(seconds)}`,
      `t=${seconds - 310},v1=${own(seconds - 310)}`,
      `v1=${own(seconds)}`,
      "",
    ])
      expect(() => readBy(bad)).toThrow(WebhookRefused);
    expect(() => readBy(`t=${seconds},v1=${own(seconds)}`, `${body} `)).toThrow(WebhookRefused);
  });
});

describe("our fake of Stripe", () => {
  it("answers with fields that Stripe documents, and no other", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const purchaseId = draft().purchaseId as PurchaseId;
    const { reference } = await processor.begin(draft({ purchaseId }));
    stripe.confirm(reference, { last4: "4242" });
    await processor.capture(reference, purchaseId);
    await processor.refund(reference, purchaseId);
    stripe.dispute(reference);
    const intent = stripe.intents.get(reference);
    const latest = intent?.latest_charge;
    const strange = (given: object | null | undefined, documented: object) =>
      Object.keys(given ?? { nothing: true }).filter((name) => !Object.hasOwn(documented, name));
    expect([
      strange(intent, documentedIntent()),
      strange(latest, documentedCharge()),
      strange(latest?.payment_method_details.card, documentedCard()),
      strange(latest?.balance_transaction, documentedBalanceTransaction()),
      strange(latest?.refunds.data[0], documentedRefund()),
      strange(stripe.disputes[0], documentedDispute()),
      strange(stripe.events[0], documentedEvent("charge.updated", {})),
    ]).toEqual(Array(7).fill([]));
  });
});
