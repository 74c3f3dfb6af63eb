import { randomUUID } from "node:crypto";

/**
 * What Stripe keeps: payments, charges, refunds, disputes, verification sessions, events. Fields as in its reference;
 * those that are read.
 */
export type FakeCard = {
  readonly last4: string;
  readonly declines?: string;
  readonly asks?: boolean;
  readonly refundFails?: boolean;
};

type Refund = { created: number; id: string; object: "refund"; amount: number; status: string; payment_intent: string };
type Charge = {
  id: string;
  object: "charge";
  status: "succeeded" | "failed";
  disputed: boolean;
  payment_intent: string;
  payment_method_details: { card: { fingerprint: string; brand: string; last4: string } };
  balance_transaction: { fee: number; amount: number; currency: string } | null;
  refunds: { object: "list"; data: Refund[] };
};
export type FakeIntent = {
  id: string;
  object: "payment_intent";
  created: number;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  capture_method: string;
  livemode: boolean;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: { code: string; decline_code?: string; charge?: string } | null;
  latest_charge: Charge | null;
};
type Dispute = { created: number; id: string; object: "dispute"; status: string; payment_intent: string };
type Session = {
  id: string;
  object: "identity.verification_session";
  status: string;
  livemode: boolean;
  client_secret: string | null;
  metadata: Record<string, string>;
  last_error: { code: string; reason: string } | null;
};
export type FakeEvent = {
  id: string;
  object: "event";
  type: string;
  created: number;
  livemode: boolean;
  data: { object: object };
};

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(code: string, status = 400) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;

const CREATE = [
  ...["amount", "currency", "capture_method", "allowed_payment_method_types[0]", "receipt_email", "description"],
  ...["payment_method_options[card][request_three_d_secure]", "statement_descriptor_suffix", "metadata[purchase_id]"],
];
const PAGED = ["limit", "starting_after", "created[gte]"];
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/payment_intents": CREATE,
  "GET /v1/payment_intents/:id": ["expand[0]", "expand[1]"],
  "POST /v1/payment_intents/:id/capture": [],
  "POST /v1/payment_intents/:id/cancel": [],
  "POST /v1/refunds": ["payment_intent", "metadata[purchase_id]"],
  "GET /v1/charges": ["payment_intent", "limit"],
  "GET /v1/disputes": ["payment_intent", ...PAGED],
  "GET /v1/refunds": PAGED,
  "GET /v1/payment_intents": PAGED,
  "GET /v1/events": ["limit", "ending_before", "starting_after", "created[gte]"],
  "POST /v1/identity/verification_sessions": [
    ...["type", "options[document][require_matching_selfie]", "provided_details[email]", "metadata[try_id]"],
    "metadata[user_id]",
  ],
  "GET /v1/identity/verification_sessions/:id": [],
};

export type FakeBook = ReturnType<typeof stripeBook>;

export function stripeBook() {
  const intents = new Map<string, FakeIntent>();
  const charges: Charge[] = [];
  const disputes: Dispute[] = [];
  const sessions = new Map<string, Session>();
  const cards = new Map<string, FakeCard>();
  const events: FakeEvent[] = [];
  /** How often something was done to a payment. */
  const made: { readonly id: string; readonly what: string }[] = [];
  /** Seconds by which the next events are older. */
  const age = { seconds: 0 };

  const now = () => Math.floor(Date.now() / 1000) - age.seconds;
  const emit = (type: string, object: object) => {
    events.push({
      id: newId("evt"),
      object: "event",
      type,
      created: now(),
      livemode: false,
      data: { object: structuredClone(object) },
    });
  };
  const intentOf = (id: string): FakeIntent => {
    const intent = intents.get(id);
    if (intent === undefined) throw new Refusal("resource_missing", 404);
    return intent;
  };
  const charge = (intent: FakeIntent, card: FakeCard, status: Charge["status"]): Charge => {
    const made: Charge = {
      id: newId("ch"),
      object: "charge",
      status,
      disputed: false,
      payment_intent: intent.id,
      payment_method_details: { card: { fingerprint: `print${card.last4}`, brand: "visa", last4: card.last4 } },
      balance_transaction: null,
      refunds: { object: "list", data: [] },
    };
    charges.push(made);
    intent.latest_charge = made;
    return made;
  };
  const authorize = (intent: FakeIntent, card: FakeCard) => {
    charge(intent, card, "succeeded");
    intent.status = "requires_capture";
    intent.last_payment_error = null;
    emit("payment_intent.amount_capturable_updated", intent);
  };

  const routes: Record<string, (id: string, params: Readonly<Record<string, string>>) => object> = {
    "POST /v1/payment_intents": (_, params) => {
      if (params["capture_method"] !== "manual" || params["allowed_payment_method_types[0]"] !== "card")
        throw new Refusal("parameter_missing");
      const id = newId("pi");
      const intent: FakeIntent = {
        id,
        object: "payment_intent",
        created: now(),
        amount: Number(params["amount"]),
        amount_received: 0,
        currency: params["currency"] ?? "",
        status: "requires_payment_method",
        capture_method: "manual",
        livemode: false,
        client_secret: `${id}_secret_x`,
        metadata: { purchase_id: params["metadata[purchase_id]"] ?? "" },
        last_payment_error: null,
        latest_charge: null,
      };
      intents.set(id, intent);
      emit("payment_intent.created", intent);
      return intent;
    },
    "GET /v1/payment_intents/:id": (id) => intentOf(id),
    "POST /v1/payment_intents/:id/capture": (id) => {
      const intent = intentOf(id);
      if (intent.status !== "requires_capture") throw new Refusal("payment_intent_unexpected_state");
      intent.status = "succeeded";
      intent.amount_received = intent.amount;
      if (intent.latest_charge !== null)
        intent.latest_charge.balance_transaction = { fee: 63, amount: intent.amount, currency: intent.currency };
      made.push({ id, what: "captured" });
      emit("payment_intent.succeeded", intent);
      return intent;
    },
    "POST /v1/payment_intents/:id/cancel": (id) => {
      const intent = intentOf(id);
      if (["succeeded", "canceled"].includes(intent.status)) throw new Refusal("payment_intent_unexpected_state");
      intent.status = "canceled";
      made.push({ id, what: "canceled" });
      emit("payment_intent.canceled", intent);
      return intent;
    },
    "POST /v1/refunds": (_, params) => {
      const intent = intentOf(params["payment_intent"] ?? "");
      const charge = intent.latest_charge;
      if (intent.status !== "succeeded" || charge === null) throw new Refusal("charge_not_refundable");
      if (disputes.some(({ payment_intent, status }) => payment_intent === intent.id && status !== "won"))
        throw new Refusal("charge_disputed");
      const left = charge.refunds.data.filter(({ status }) => status !== "failed");
      const amount = left.reduce((rest, refund) => rest - refund.amount, intent.amount);
      if (amount === 0) throw new Refusal("charge_already_refunded");
      const status = cards.get(intent.id)?.refundFails === true ? "pending" : "succeeded";
      const refund: Refund = {
        created: now(),
        id: newId("re"),
        object: "refund",
        amount,
        status,
        payment_intent: intent.id,
      };
      charge.refunds.data.push(refund);
      made.push({ id: intent.id, what: "refunded" });
      emit("refund.created", refund);
      return refund;
    },
    "GET /v1/charges": (_, params) => listOf(charges.filter((one) => one.payment_intent === params["payment_intent"])),
    "GET /v1/disputes": (_, params) =>
      params["payment_intent"] === undefined
        ? listPage(disputes, params)
        : listOf(disputes.filter((one) => one.payment_intent === params["payment_intent"])),
    "GET /v1/refunds": (_, params) =>
      listPage(
        charges.flatMap(({ refunds }) => refunds.data),
        params,
      ),
    "GET /v1/payment_intents": (_, params) => listPage([...intents.values()], params),
    "GET /v1/events": (_, params) => listEvents(events, params),
    "POST /v1/identity/verification_sessions": (_, params) => {
      const id = newId("vs");
      const metadata = { try_id: params["metadata[try_id]"] ?? "", user_id: params["metadata[user_id]"] ?? "" };
      const session: Session = {
        id,
        object: "identity.verification_session",
        status: "requires_input",
        livemode: false,
        client_secret: `${id}_secret_x`,
        metadata,
        last_error: null,
      };
      sessions.set(id, session);
      return session;
    },
    "GET /v1/identity/verification_sessions/:id": (id) => {
      const session = sessions.get(id);
      if (session === undefined) throw new Refusal("resource_missing", 404);
      return session;
    },
  };

  return {
    intents,
    disputes,
    sessions,
    events,
    made,
    age,
    emit,
    work(call: string, path: string, params: Readonly<Record<string, string>>): object {
      const route = routes[call];
      if (route === undefined) throw new Refusal("url_invalid", 404);
      for (const name of Object.keys(params))
        if (!KNOWN[call]?.includes(name) && !/^types\[1?\d\]$/.test(name)) throw new Refusal("parameter_unknown");
      return structuredClone(route(/\/((?:pi|vs)_[^/]+)/.exec(path)?.[1] ?? "", params));
    },
    /** In the customer's browser. */
    confirm(id: string, card: FakeCard) {
      const intent = intentOf(id);
      if (!["requires_payment_method", "requires_action"].includes(intent.status))
        throw new Refusal("unexpected_state");
      cards.set(id, card);
      if (card.asks === true) {
        intent.status = "requires_action";
        intent.last_payment_error = null;
        emit("payment_intent.requires_action", intent);
      } else if (card.declines !== undefined) {
        const failed = charge(intent, card, "failed");
        intent.status = "requires_payment_method";
        intent.last_payment_error = { code: "card_declined", decline_code: card.declines, charge: failed.id };
        emit("payment_intent.payment_failed", intent);
      } else authorize(intent, card);
    },
    answer(id: string, isYes: boolean) {
      const intent = intentOf(id);
      if (isYes) return authorize(intent, cards.get(id) ?? { last4: "0000" });
      intent.status = "requires_payment_method";
      intent.last_payment_error = { code: "payment_intent_authentication_failure" };
      emit("payment_intent.payment_failed", intent);
    },
    dispute(id: string, status = "needs_response") {
      const { latest_charge: charge } = intentOf(id);
      if (charge !== null) charge.disputed = true;
      disputes.push({ created: now(), id: newId("dp"), object: "dispute", status, payment_intent: id });
      emit("charge.dispute.created", disputes.at(-1) ?? {});
    },
    endDispute(id: string, end: string) {
      const dispute = disputes.find(({ payment_intent }) => payment_intent === id);
      if (dispute !== undefined) dispute.status = end;
      emit("charge.dispute.closed", dispute ?? {});
    },
    failRefund(id: string) {
      const refund = intentOf(id).latest_charge?.refunds.data[0];
      if (refund !== undefined) refund.status = "failed";
      emit("refund.failed", refund ?? {});
    },
  };
}

const listOf = (data: readonly object[]) => ({ object: "list", data, has_more: false });

/** The newest first, those right before `starting_after`. */
function listPage(
  all: readonly { readonly id: string; readonly created: number }[],
  params: Readonly<Record<string, string>>,
) {
  const fit = all.filter(({ created }) => created >= Number(params["created[gte]"] ?? 0));
  const { starting_after: after } = params;
  const before = after === undefined ? fit.length : fit.findIndex(({ id }) => id === after);
  if (before < 0) throw new Refusal("resource_missing");
  const start = Math.max(0, before - Number(params["limit"]));
  return { ...listOf(fit.slice(start, before).toReversed()), has_more: start > 0 };
}

/** The newest first. `ending_before` gives those right after it, `starting_after` those right before it. */
function listEvents(events: readonly FakeEvent[], params: Readonly<Record<string, string>>) {
  const types = Object.entries(params)
    .filter(([name]) => name.startsWith("types["))
    .map(([, type]) => type);
  const from = Number(params["created[gte]"] ?? 0);
  const fit = events.filter(({ type, created }) => types.includes(type) && created >= from);
  const placeOf = (id: string) => {
    const found = events.find((event) => event.id === id);
    if (found === undefined) throw new Refusal("resource_missing");
    return fit.indexOf(found);
  };
  const limit = Number(params["limit"]);
  const { ending_before: newer, starting_after: older } = params;
  const after = newer === undefined ? undefined : placeOf(newer) + 1;
  if (after !== undefined)
    return { ...listOf(fit.slice(after, after + limit).toReversed()), has_more: fit.length > after + limit };
  const before = older === undefined ? fit.length : placeOf(older);
  const start = Math.max(0, before - limit);
  return { ...listOf(fit.slice(start, before).toReversed()), has_more: start > 0 };
}
