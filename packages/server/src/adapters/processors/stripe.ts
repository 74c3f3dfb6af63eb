import { Stripe } from "stripe";
import {
  type PaymentProcessor,
  type ProcessorEvent,
  type ProcessorMessage,
  type ProcessorPayment,
  type ProcessorRequest,
  ProcessorUnavailable,
  type PurchaseId,
  WebhookRefused,
} from "#ramp";
import {
  amountOf,
  BadAnswer,
  checkIntent,
  currencyOf,
  type Fields,
  fieldsOf,
  paymentOf,
  purchaseIdOf,
  REFERENCE,
  textOf,
} from "./stripe-answers.ts";
import { createStripeClient, type StripeClient, type StripeDeps, type StripeKeys } from "./stripe-client.ts";
import { listChangedPayments, subjectOf } from "./stripe-events.ts";
import { listPaymentsSince } from "./stripe-since.ts";

/** Of a signature. Stripe's own default. */
const TOLERANCE_SECONDS = 300;

/**
 * Cards by Stripe: PaymentIntents that are captured by hand. The card goes from the browser to Stripe; we never see
 * it.
 */
export function stripeProcessor(keys: StripeKeys, deps: StripeDeps): PaymentProcessor {
  const client = createStripeClient(keys, deps);
  const isLive = isLiveKey(keys.secretKey);
  const get = (reference: string) => read(client, reference, isLive);

  /** Reads, acts where there is something to do, and reads again. What Stripe refused to do must show in the state. */
  async function change(
    reference: string,
    purchaseId: PurchaseId,
    act: { readonly isToDo: (payment: ProcessorPayment) => boolean; readonly name: string; readonly work: Work },
  ): Promise<ProcessorPayment> {
    const before = await get(reference);
    if (before.purchaseId !== purchaseId) throw new ProcessorUnavailable();
    if (!act.isToDo(before)) return before;
    const { kind } = await client.act(act.name, `${purchaseId}:${act.name}`, act.work);
    const after = await get(reference);
    if (kind === "refused" && act.isToDo(after)) throw new ProcessorUnavailable();
    return after;
  }

  return {
    name: "stripe",
    isLive,
    get,
    begin: (draft) => begin(client, draft, { isLive, publishableKey: keys.publishableKey }),
    capture: (reference, purchaseId) =>
      change(reference, purchaseId, {
        name: "capture",
        isToDo: ({ state }) => state === "authorized",
        work: (stripe, idempotencyKey) => stripe.paymentIntents.capture(reference, {}, { idempotencyKey }),
      }),
    cancel: (reference, purchaseId) =>
      change(reference, purchaseId, {
        name: "cancel",
        isToDo: ({ state }) => state !== "captured" && state !== "canceled",
        work: (stripe, idempotencyKey) => stripe.paymentIntents.cancel(reference, {}, { idempotencyKey }),
      }),
    refund: (reference, purchaseId) =>
      change(reference, purchaseId, {
        name: "refund",
        isToDo: ({ state, refund, dispute }) =>
          state === "captured" && refund === "none" && (dispute === "none" || dispute === "won"),
        work: (stripe, idempotencyKey) =>
          stripe.refunds.create(
            { payment_intent: reference, metadata: { purchase_id: purchaseId } },
            { idempotencyKey },
          ),
      }),
    readWebhook: (message) => readWebhook(message, { secret: keys.webhookSecret, now: deps.clock.now(), isLive }),
    listChanged: (cursor) => listChangedPayments(client, cursor, deps.clock.now()),
    listSince: (since) => listPaymentsSince(client, since),
  };
}

type Work = (stripe: Stripe, idempotencyKey: string) => Promise<unknown>;

/** Of a secret or restricted key. */
export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}

async function begin(
  client: StripeClient,
  draft: ProcessorRequest,
  { isLive, publishableKey }: { readonly isLive: boolean; readonly publishableKey: string },
) {
  const suffix = statementOf(draft.description);
  const answer = await client.act("begin", draft.purchaseId, async (stripe, idempotencyKey) => {
    const created: unknown = await stripe.paymentIntents.create(
      {
        // The library writes it into the form by its digits; its types know no bigint.
        amount: draft.amount as unknown as number,
        currency: draft.currency.toLowerCase(),
        capture_method: "manual",
        allowed_payment_method_types: ["card"],
        payment_method_options: { card: { request_three_d_secure: "automatic" } },
        receipt_email: draft.email,
        description: draft.description,
        ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
        metadata: { purchase_id: draft.purchaseId },
      },
      { idempotencyKey },
    );
    const intent = checkIntent(created, { isLive });
    if (amountOf(intent["amount"], "amount") !== draft.amount) throw new BadAnswer("amount");
    if (currencyOf(intent["currency"]) !== draft.currency) throw new BadAnswer("currency");
    if (purchaseIdOf(intent) !== draft.purchaseId) throw new BadAnswer("metadata.purchase_id");
    return { reference: textOf(intent["id"], "id"), clientSecret: textOf(intent["client_secret"], "client_secret") };
  });
  if (answer.kind === "refused") throw new ProcessorUnavailable();
  const { reference, clientSecret } = answer.value;
  return { reference, page: { kind: "stripe", publishableKey, clientSecret } } as const;
}

/**
 * What stands behind the account's name on a statement: ten characters beside it, a letter among them (Stripe,
 * "Statement descriptors").
 */
function statementOf(description: string): string | undefined {
  const suffix = description
    .replaceAll(/[^A-Za-z0-9 .-]/g, "")
    .slice(0, 10)
    .trim();
  return /[A-Za-z]/.test(suffix) ? suffix : undefined;
}

async function read(client: StripeClient, reference: string, isLive: boolean): Promise<ProcessorPayment> {
  if (!REFERENCE.test(reference)) throw new ProcessorUnavailable();
  return await client.ask("get", async (stripe) => {
    const [intent, charges] = await Promise.all([
      stripe.paymentIntents.retrieve(reference, {
        expand: ["latest_charge.refunds", "latest_charge.balance_transaction"],
      }),
      stripe.charges.list({ payment_intent: reference, limit: 100 }),
    ]);
    const isDisputed = wasDisputed(intent);
    const disputes = isDisputed ? await stripe.disputes.list({ payment_intent: reference, limit: 100 }) : undefined;
    const payment = paymentOf({ intent, charges, disputes }, { isLive });
    if (payment.reference !== reference) throw new BadAnswer("id");
    return payment;
  });
}

function wasDisputed(intent: unknown): boolean {
  const { latest_charge: charge } = fieldsOf(intent, "payment_intent");
  return typeof charge === "object" && charge !== null && (charge as Fields)["disputed"] === true;
}

/** The library looks at the age alone. Of several times it takes the last one, as we do. */
function signedAtSeconds(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number(times.at(-1)?.slice("t=".length));
}

function readWebhook(
  { body, headers }: ProcessorMessage,
  { secret, now, isLive }: { readonly secret: string; readonly now: Date; readonly isLive: boolean },
): ProcessorEvent {
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") throw new WebhookRefused();
  let event: Fields;
  try {
    const bytes = Buffer.from(body);
    const signed: unknown = Stripe.webhooks.constructEvent(
      bytes,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    event = fieldsOf(signed, "event");
    if (signedAtSeconds(signature) - now.getTime() / 1000 > TOLERANCE_SECONDS) throw new BadAnswer("t");
    if (event["livemode"] !== isLive) throw new BadAnswer("livemode");
    return { id: textOf(event["id"], "id"), type: textOf(event["type"], "type"), subject: subjectOf(event) };
  } catch {
    throw new WebhookRefused();
  }
}
