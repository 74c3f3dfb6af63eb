import type { Stripe } from "stripe";

/**
 * Objects of Stripe as its API reference documents them, with every field that they always have: "The PaymentIntent
 * object", "The Charge object", "The Refund object", "The Dispute object", "The balance transaction object", "The
 * VerificationSession object", "The Event object" (docs.stripe.com/api). The types are those that the pinned library
 * has of the reference, so that a field which is missing or has another form is an error of the compiler. The values
 * are made up.
 */

const CREATED = 1_767_225_600;
const METADATA = { purchase_id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20" };
const INTENT = "pi_3Documented";
const CHARGE = "ch_3Documented";

export function documentedIntent(changes: Partial<Stripe.PaymentIntent> = {}): Stripe.PaymentIntent {
  return {
    id: INTENT,
    object: "payment_intent",
    allowed_payment_method_types: ["card"],
    amount: 2_500,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "manual",
    client_secret: `${INTENT}_secret_x`,
    confirmation_method: "automatic",
    created: CREATED,
    currency: "eur",
    customer: null,
    customer_account: null,
    description: "Bitcoin for a shop",
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: METADATA,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: "alice@example.com",
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: "Bitcoin fo",
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
    ...changes,
  };
}

export function documentedCharge(changes: Partial<Stripe.Charge> = {}): Stripe.Charge {
  return {
    id: CHARGE,
    object: "charge",
    amount: 2_500,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "SHOP* BITCOIN FO",
    captured: false,
    created: CREATED,
    currency: "eur",
    customer: null,
    description: "Bitcoin for a shop",
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: METADATA,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: INTENT,
    payment_method: "pm_1Documented",
    payment_method_details: { card: documentedCard(), type: "card" },
    receipt_email: "alice@example.com",
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: listOf([]),
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: "Bitcoin fo",
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
    ...changes,
  };
}

export function documentedCard(
  changes: Partial<Stripe.Charge.PaymentMethodDetails.Card> = {},
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: 2_500,
    authorization_code: null,
    brand: "visa",
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "DE",
    electronic_commerce_indicator: null,
    exp_month: 8,
    exp_year: 2_030,
    fingerprint: "AOdocumented",
    funding: "credit",
    installments: null,
    last4: "4242",
    mandate: null,
    network: "visa",
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
    ...changes,
  };
}

export function documentedRefund(changes: Partial<Stripe.Refund> = {}): Stripe.Refund {
  return {
    id: "re_3Documented",
    object: "refund",
    amount: 2_500,
    balance_transaction: "txn_3Refund",
    charge: CHARGE,
    created: CREATED,
    currency: "eur",
    customer: null,
    customer_account: null,
    destination_details: { card: { type: "pending" }, type: "card" },
    metadata: METADATA,
    payment_intent: INTENT,
    payment_method: "pm_1Documented",
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    ...changes,
  };
}

export function documentedDispute(changes: Partial<Stripe.Dispute> = {}): Stripe.Dispute {
  return {
    id: "du_1Documented",
    object: "dispute",
    amount: 2_500,
    balance_transactions: [],
    charge: CHARGE,
    created: CREATED,
    currency: "eur",
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence, // 28 texts that the shop writes
    evidence_details: {
      due_by: CREATED + 604_800,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: INTENT,
    reason: "fraudulent",
    status: "needs_response",
    ...changes,
  };
}

export function documentedBalanceTransaction(
  changes: Partial<Stripe.BalanceTransaction> = {},
): Stripe.BalanceTransaction {
  return {
    id: "txn_3Documented",
    object: "balance_transaction",
    amount: 2_500,
    available_on: CREATED + 604_800,
    balance_type: "payments",
    created: CREATED,
    currency: "eur",
    description: null,
    exchange_rate: null,
    fee: 63,
    fee_details: [{ amount: 63, application: null, currency: "eur", description: null, type: "stripe_fee" }],
    net: 2_437,
    reporting_category: "charge",
    source: CHARGE,
    status: "pending",
    type: "charge",
    ...changes,
  };
}

export function documentedSession(
  changes: Partial<Stripe.Identity.VerificationSession> = {},
): Stripe.Identity.VerificationSession {
  return {
    id: "vs_1Documented",
    object: "identity.verification_session",
    client_reference_id: null,
    client_secret: null,
    created: CREATED,
    last_error: null,
    last_verification_report: null,
    livemode: false,
    metadata: { try_id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b21" },
    options: { document: { require_matching_selfie: true } },
    redaction: null,
    related_customer: null,
    related_customer_account: null,
    status: "requires_input",
    type: "document",
    url: null,
    ...changes,
  };
}

/** An event as an endpoint gets it: what the object names is not expanded in it. */
export function documentedEvent(type: Stripe.Event["type"], object: object): Readonly<Record<string, unknown>> {
  return {
    id: "evt_3Documented",
    object: "event",
    api_version: null,
    created: CREATED,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } satisfies Omit<Stripe.Event, "data" | "type"> & { readonly data: object; readonly type: string };
}

export function listOf<Item>(data: Item[]): Stripe.ApiList<Item> {
  return { object: "list", data, has_more: false, url: "/v1/list" };
}
