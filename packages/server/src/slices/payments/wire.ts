import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PaymentId } from "#kernel/ids.ts";
import {
  hungUp,
  isoTime,
  markReplayed,
  msatsText,
  optionalText,
  optionalWebAddress,
  whenAnswered,
} from "#platform/http/index.ts";
import { INVOICE_CHARACTERS_MAX } from "#protocol/bolt11.ts";
import { PAYMENT_WAITS, type PaymentWait } from "#texts/progress.ts";
import type { PayDeps } from "./accept/deps.ts";
import { pay } from "./accept/pay.ts";
import { releaseCallback } from "./accept/release-callback.ts";
import type { PayRequest } from "./accept/request.ts";
import { failureCodesOf, refusalCodesOf } from "./model/failure-codes.ts";
import { isFailed, type Payment, PaymentFailed, WIRE_STATUSES } from "./model/payment.ts";
import type { Destination } from "./model/target.ts";
import { presentPayment } from "./present-payment.ts";

/** What the routes of payments share. */

export const TAGS = ["Payments"];

/** The first payment of a new installation, as it was. docs/integrate.md shows it too. */
export const EXAMPLE = {
  id: "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
  fee: "1001",
  unit: "msats",
  amount: "10000",
  invoice: "lnbcrt100n1p4squgxhp5cr2dum5k255za7jnt6kz23aw9wdg4fgseta43d…",
  preimage: "a0b6d6edc4c4a0bd718321fff135793669570aa64240179ecc4c6571a3ecab5f",
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
  transactionId: "01a1f9ba-a0a8-716a-b2de-522ef9b5e182",
  lnAddress: "merchant@127.0.0.1:30906",
  callbackUrl: null,
  internalId: null,
  comment: "My first payment",
  processedAt: "2026-11-20T16:12:00.711Z",
  createdAt: "2026-11-20T16:12:00.043Z",
  status: "completed",
};

const { lnAddress: _, comment: __, ...OF_ANY } = EXAMPLE;
/** A payment of an invoice, which is whole: it can be decoded. */
export const INVOICE_EXAMPLE = {
  ...OF_ANY,
  id: "01a1f9bc-0f34-7a2e-9c11-3b7d5e0a8f42",
  invoice:
    "lnbcrt100n1p4squ2ssp56n3ejle0wzdvnr0d0gy3q7h0yem2zy5vxfstkys8a2tfht79d2wqpp5nm2wv3azpf3wcag3aejj4yjmzvp7ff0t3r4k5cxjxp3wtpd6wdgs" +
    "dqsfaexgetjyq6rwvf3xqrrss9qrsgqut4l0sngd3a7xn5gql6zs5a09pw6v9e820af4xur0h6ze5ldquv9ddxmy3cm3l9tqelrqhck2xv8m9ku82ewr6gdnxhpwawye25879cph40uca",
  preimage: "0e40a32f3f04d4070d1d1f552f78758e1defa67c8b1f3a040a912e9560d8ee20",
  transactionId: "01a1f9bc-0f34-7a2f-b1d0-6c2e9a4f7b35",
  comment: null,
  description: "Order 4711",
  processedAt: "2026-11-20T16:14:02.518Z",
  confirmedAt: "2026-11-20T16:14:02.518Z",
  createdAt: "2026-11-20T16:14:01.936Z",
};

/** The longest invoice, with a URI scheme before it. */
export const INVOICE_CHARACTERS = INVOICE_CHARACTERS_MAX + "lightning:".length;

/** The same payment while the recipient holds it back. */
export const PROCESSING = {
  ...EXAMPLE,
  fee: "0",
  preimage: null,
  processedAt: null,
  status: "processing",
  statusDetail: {
    code: "held",
    reason: "The recipient, or a node on the way, holds the payment.",
    nextCheckAt: "2026-11-20T16:13:40.000Z",
    finishedBy: "2026-11-27T17:12:00.043Z",
  },
};

/** The same payment when no route was found. */
export const FAILED = {
  ...EXAMPLE,
  fee: "0",
  preimage: null,
  status: "failed",
  failure: { code: "no_route", message: "no route to the recipient could carry the payment" },
};

export const paymentSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    fee: msatsText.meta({ description: "What the route took; `0` until the payment has completed." }),
    unit: z.literal("msats"),
    amount: msatsText,
    invoice: z
      .string()
      .meta({ description: "BOLT 11; empty until it is known, and for a wallet, a gamertag or a node." }),
    preimage: z
      .string()
      .nullable()
      .meta({ description: "Proof of payment, 64 hexadecimal digits; its SHA-256 is the payment hash." }),
    walletId: z.string().meta({ format: "uuid" }),
    transactionId: z.string().meta({ format: "uuid" }),
    lnAddress: z.string().optional().meta({ description: "Only of a payment to an address or LNURL." }),
    callbackUrl: z.string().nullable(),
    internalId: z.string().nullable(),
    comment: z.string().nullable(),
    processedAt: isoTime.nullable(),
    createdAt: isoTime,
    status: z.enum(WIRE_STATUSES),
    description: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Only of a payment of an invoice: your description of it." }),
    confirmedAt: isoTime
      .nullable()
      .optional()
      .meta({ description: "Only of a payment of an invoice: when it was paid." }),
    receiverWalletId: z
      .string()
      .optional()
      .meta({ format: "uuid", description: "Only of a payment to a wallet of this service." }),
    receiverId: z.string().optional().meta({
      format: "uuid",
      description: "Only of a payment to a gamertag, as the next one: the user that was paid.",
    }),
    gamertag: z.string().optional().meta({ description: "As the request had it: it may have changed since." }),
    pubkey: z.string().optional().meta({ description: "Only of a payment to a node, as the next two." }),
    tlvRecords: z
      .array(z.object({ type: z.int(), value: z.string() }))
      .readonly()
      .optional(),
    metadata: z.record(z.string(), z.unknown()).nullable().optional(),
    restored: z
      .literal(true)
      .optional()
      .meta({
        description:
          "Only of a payment that was brought back after a restore of the service's database: the record that it was " +
          "brought back from may lack its recipient, invoice, comment and `callbackUrl`, and its `transactionId` is new.",
      }),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: "Why nothing was paid; only when `status` is `failed`." }),
    statusDetail: z
      .object({
        code: z.enum(Object.keys(PAYMENT_WAITS) as [PaymentWait, ...PaymentWait[]]),
        reason: z.string().meta({ description: "The same in plain words, for people." }),
        nextCheckAt: isoTime,
        finishedBy: isoTime.nullable(),
      })
      .optional()
      .meta({
        description:
          "Only while the payment is processing: why, when it is checked next, and when it is finished at the latest if the " +
          "Lightning node answers, also where the recipient holds it (null: before the recipient's invoice is known, or where the " +
          "node sets no limit).",
      }),
  })
  .meta({ id: "Payment", examples: [EXAMPLE, PROCESSING, FAILED] });

type Headers = {
  readonly "idempotency-key"?: string | undefined;
  readonly "leyden-pay-anyway"?: string | undefined;
  readonly prefer: number;
};

/** A request to pay, without what all of them have. */
type Asked = Omit<PayRequest, "caller" | "idempotencyKey" | "payAnyway" | "waitMs" | "hungUp">;

/**
 * Pays what a request asks for, and lets the callbackUrl be called once the answer is out, which names the payment.
 * @throws {PaymentFailed} with the payment in wire form.
 */
export async function payAsAsked(
  deps: PayDeps,
  { request, reply, headers }: { request: FastifyRequest; reply: FastifyReply; headers: Headers },
  asked: Asked,
): Promise<Payment> {
  const answer = await pay(deps, {
    ...asked,
    caller: request.caller,
    idempotencyKey: headers["idempotency-key"],
    payAnyway: headers["leyden-pay-anyway"],
    waitMs: headers.prefer * 1_000,
    hungUp: () => hungUp(reply),
  });
  markReplayed(reply, answer);
  const { payment } = answer;
  if (payment.callbackUrl) releaseWhenAnswered(deps, reply, payment.id);
  if (isFailed(payment)) throw new PaymentFailed(payment).withData(presentPayment(payment, deps));
  return payment;
}

function releaseWhenAnswered(deps: PayDeps, reply: FastifyReply, payment: PaymentId): void {
  whenAnswered(reply, () => deps.scheduler.spawn("payments.release_callback", () => releaseCallback(deps, payment)));
}

/** Fields that every request to pay has beside whom, how much and a comment. */
export const OWN_FIELDS = {
  internalId: optionalText(255).meta({ description: "Yours; echoed." }),
  callbackUrl: optionalWebAddress(2_048),
};

/** With which codes a request to pay such a destination is answered. */
export function codesOf(kind: Destination["kind"]) {
  const failures = failureCodesOf(kind);
  return {
    errors: ["invalid_amount", ...refusalCodesOf(kind)],
    failures,
    failureData: failures.length > 0 ? paymentSchema : undefined,
  } as const;
}
