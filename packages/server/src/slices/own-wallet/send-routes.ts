import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import {
  amount,
  envelope,
  given,
  hungUp,
  idempotencyKey,
  idParams,
  isoTime,
  list,
  markReplayed,
  msatsText,
  networkOf,
  optionalField,
  optionalText,
  preferWait,
  type RoutesPlugin,
  rateLimiter,
  success,
  takeShare,
} from "#platform/http/index.ts";
import { type FindPaymentDeps, findByKey, findOwnPayment } from "./find-own-payment.ts";
import { listPeople } from "./list-people.ts";
import { RECIPIENT_KINDS } from "./model/own-payment.ts";
import { type PreviewDeps, previewRecipient } from "./preview-recipient.ts";
import { type SendDeps, sendPayment } from "./send-payment.ts";
import { EXAMPLE_ID, NOTE_CHARACTERS_MAX, ownPaymentSchema, reasonSchema, statusDetailSchema, TAGS } from "./wire.ts";

export type SendRoutesDeps = PreviewDeps & SendDeps & FindPaymentDeps & { readonly clock: Clock };

const RECIPIENT_CHARACTERS_MAX = 2_000;
/** So long the answer waits for the outcome at most; a payment takes a few seconds. */
const WAIT_SECONDS_MAX = 10;

/**
 * Servers of others that one person, and one network, may have asked in a minute: whoever has an account could make
 * this service ask any server that there is. They count for who asks, so that nobody can use up what others need. Ours.
 */
const ASKED_PER_PERSON = 20;
const ASKED_PER_NETWORK = 60;

const recipient = z
  .string()
  .min(1)
  .max(RECIPIENT_CHARACTERS_MAX)
  .meta({ examples: ["alice@pay.example"] });
const kind = z.enum(RECIPIENT_KINDS);

const previewSchema = z
  .object({
    kind,
    recipient: z.string().meta({ description: "Its one form: what a payment names." }),
    name: z.string().meta({ description: "What to call the recipient." }),
    description: z.string().nullable().meta({ description: "What the recipient says of the payment. Escape it." }),
    isHere: z.boolean().meta({ description: "The wallet is one of this service: paid at once, without a fee." }),
    amount: z.object({
      fixed: msatsText.nullable().meta({ description: "The invoice asks for it; null: the person chooses." }),
      least: msatsText,
      most: msatsText.nullable().meta({ description: "Null: the recipient sets none." }),
    }),
    commentCharactersMax: z.int().meta({ description: "0: the recipient takes no comment." }),
    cost: z
      .object({ amount: msatsText, feeLimit: msatsText, total: msatsText })
      .nullable()
      .meta({ description: "Of the amount asked about, the most that it costs; null: no amount is known." }),
    available: msatsText.meta({ description: "What can leave the wallet now, fee included." }),
    mostNow: msatsText.nullable().meta({ description: "The most that can be sent to this recipient now; null: none." }),
    repeatAmount: z.boolean().meta({ description: "The payment is to name the amount twice." }),
    lastPaidAt: isoTime.nullable().meta({ description: "Null: not paid before, as far as is known." }),
    pending: z
      .array(
        z.object({
          id: z.string().meta({ format: "uuid" }),
          amount: msatsText,
          createdAt: isoTime,
          statusDetail: statusDetailSchema.nullable(),
        }),
      )
      .meta({ description: "Payments to this recipient that are under way: say it before another one is sent." }),
    refusal: reasonSchema.nullable().meta({ description: "Why a payment would be refused as things stand." }),
    doubt: reasonSchema.nullable().meta({
      description:
        "Of an e-mail address whose server did not answer: it may have a Lightning address of this name when it does.",
    }),
  })
  .meta({ id: "PaymentPreview" });

export type WirePreview = z.input<typeof previewSchema>;

const personSchema = z
  .object({ kind, recipient: z.string(), name: z.string(), lastPaidAt: isoTime })
  .meta({ id: "PaidBefore" });

export type WirePerson = z.input<typeof personSchema>;

const payBody = z
  .object({
    kind,
    recipient,
    amount: optionalField(amount).meta({ description: "May be left out where the invoice says it." }),
    comment: optionalText(1_000).meta({ description: "Sent to the recipient." }),
    note: optionalText(NOTE_CHARACTERS_MAX).meta({ description: "For the person alone." }),
    repeatedAmount: optionalField(amount).meta({ description: "The same amount, typed again." }),
  })
  .meta({ examples: [{ kind: "address", recipient: "alice@pay.example", amount: "100000" }] });

const previewRoute = {
  operationId: "previewPayment",
  summary: "Look at a recipient",
  description:
    "What a text is: a Lightning address, an LNURL, an invoice, a gamertag, or an e-mail address where this service pays to some. " +
    "With what it would cost, and payments to the same recipient that are under way. Nothing is moved. The server of the recipient " +
    `is asked; one person may have ${ASKED_PER_PERSON} of them asked in a minute.`,
  tags: TAGS.sending,
  body: z.object({ recipient, amount: optionalField(amount) }),
  response: { 200: envelope(previewSchema, "This is who would be paid.") },
  errors: [
    "address_not_found",
    "address_unreachable",
    "user_not_found",
    "invoice_invalid",
    "invoice_expired",
    "recipient_is_voucher",
    "receive_limit_exceeded",
    "unavailable",
  ],
} as const;

const payRoute = {
  operationId: "sendPayment",
  summary: "Send a payment",
  description:
    "Waits up to 10 s for the outcome (less with `Prefer: wait=N`) and answers the payment as it stands: one that is `processing` finishes by itself. The page makes the key " +
    "and keeps it until it has read the answer: the same key answers the same payment, also after a crash on either side. It asks for a login of the last 10 minutes. " +
    "Above a tenth of the daily limit `repeatedAmount` is the amount once more.",
  tags: TAGS.sending,
  headers: z.object({ "idempotency-key": idempotencyKey, prefer: preferWait }),
  body: payBody,
  response: { 200: envelope(ownPaymentSchema, "Payment done.", "Payment is processing.", "Payment failed.") },
  errors: [
    "idempotency_key_missing",
    "idempotency_mismatch",
    "amount_not_repeated",
    "invalid_amount",
    "insufficient_funds",
    "limit_exceeded",
    "sending_paused",
    "too_many_pending",
    "over_service_payment",
    "over_service_day",
    "maybe_paid",
    "not_supported",
    "address_not_found",
    "user_not_found",
    "self_payment",
    "comment_too_long",
    "invoice_invalid",
    "invoice_expired",
    "invoice_in_use",
    "invoice_already_paid",
    "receive_limit_exceeded",
    "endpoint_removed",
    "mail_not_configured",
    "mail_limit_exceeded",
    "recipient_unsubscribed",
    "unavailable",
  ],
} as const;

const byKeyRoute = {
  operationId: "findPaymentByKey",
  summary: "Find the payment of a key",
  description: "For a page that has sent a payment and lost the answer. Keys are remembered for 30 days or more.",
  tags: TAGS.sending,
  params: z.object({ key: z.string().min(1).max(255) }),
  response: { 200: envelope(ownPaymentSchema, "Payment found.") },
  errors: ["payment_not_found"],
} as const;

const readRoute = {
  operationId: "getOwnPayment",
  summary: "Read a payment",
  description: "One that this wallet has sent.",
  tags: TAGS.sending,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(ownPaymentSchema, "Payment found.") },
  errors: ["payment_not_found"],
} as const;

const peopleRoute = {
  operationId: "listPeople",
  summary: "Whom this wallet has paid before",
  description: "Each recipient once, the one paid last first; of the newest 500 payments.",
  tags: TAGS.sending,
  response: { 200: list(personSchema, "People listed.") },
} as const;

/** `/preview`, `/payments`, `/people`: what leaves the wallet. */
export function sendRoutes(deps: SendRoutesDeps): RoutesPlugin {
  const people = rateLimiter(deps.clock, ASKED_PER_PERSON);
  const networks = rateLimiter(deps.clock, ASKED_PER_NETWORK);
  const admitAsking = ({ person, ip }: FastifyRequest) => {
    takeShare(people, person.userId, "recipients");
    takeShare(networks, networkOf(ip), "recipients");
  };
  return (api) => {
    api.post("/preview", { schema: previewRoute, config: { action: "read" } }, async (request) => {
      const { body, caller } = request;
      const asked = { caller, recipient: body.recipient, amount: body.amount, admitAsking: () => admitAsking(request) };
      return success(await previewRecipient(deps, asked), "This is who would be paid.");
    });

    api.post("/payments", { schema: payRoute, config: { action: "send" } }, async (request, reply) => {
      const { body, caller, headers } = request;
      const key = headers["idempotency-key"];
      if (key === undefined) throw new AppError("idempotency_key_missing", "the header `Idempotency-Key` is missing");
      const { comment, note, ...asked } = body;
      const { payment, replayed } = await sendPayment(deps, {
        ...asked,
        caller,
        comment: given(comment),
        note: given(note),
        idempotencyKey: key,
        waitMs: Math.min(headers.prefer, WAIT_SECONDS_MAX) * 1_000,
        hungUp: () => hungUp(reply),
      });
      markReplayed(reply, { replayed });
      return success(payment, SAID[payment.status]);
    });

    api.get("/payments/by-key/:key", { schema: byKeyRoute, config: { action: "read" } }, async ({ params, caller }) =>
      success(await findByKey(deps, caller, params.key), "Payment found."),
    );

    api.get("/payments/:id", { schema: readRoute, config: { action: "read" } }, async ({ params, caller }) =>
      success(await findOwnPayment(deps, caller, params.id), "Payment found."),
    );

    api.get("/people", { schema: peopleRoute, config: { action: "read" } }, async ({ caller }) => ({
      success: true as const,
      data: await listPeople(deps, caller),
      next_cursor: null,
      message: "People listed.",
    }));
  };
}

const SAID = {
  processing: "Payment is processing.",
  waiting: "Voucher sent to the e-mail address.",
  completed: "Payment done.",
  failed: "Payment failed.",
  returned: "The voucher was not taken.",
} as const;
