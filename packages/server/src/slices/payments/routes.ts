import { hexToBytes } from "@noble/hashes/utils.js";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { idRange, isUuid, type PaymentId, type WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  amount,
  cursorOf,
  envelope,
  hungUp,
  idParams,
  isoTime,
  list,
  markReplayed,
  moneyPostHeaders,
  msatsText,
  optionalText,
  optionalWebAddress,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
  whenAnswered,
} from "#platform/http/index.ts";
import { type PayDeps, payLightningAddress } from "./accept/pay-lightning-address.ts";
import { releaseCallback } from "./accept/release-callback.ts";
import {
  isFailed,
  isFinished,
  PAYMENT_FAILURE_CODES,
  type Payment,
  PaymentFailed,
  PaymentNotFound,
  WIRE_STATUSES,
} from "./model/payment.ts";
import { presentPayment } from "./present-payment.ts";
import { findPaymentByHash, findPaymentOfWallet, listPayments } from "./store/payments.ts";

const TAGS = ["Payments"];
const id = uuidText<PaymentId>();
const cursor = cursorOf(id);

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

/** The same payment while the recipient holds it back. */
const PROCESSING = {
  ...EXAMPLE,
  fee: "0",
  preimage: null,
  processedAt: null,
  status: "processing",
  statusDetail: {
    reason: "the node was asked to pay",
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
  failure: { code: "no_route", message: "no route to the recipient was found" },
};

export const payment = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    fee: msatsText.meta({ description: "What the route took; `0` until the payment has completed." }),
    unit: z.literal("msats"),
    amount: msatsText,
    invoice: z
      .string()
      .nullable()
      .meta({ description: "BOLT 11; null until it is known and for an internal recipient." }),
    preimage: z
      .string()
      .nullable()
      .meta({ description: "Proof of payment, 64 hexadecimal digits; its SHA-256 is the payment hash." }),
    walletId: z.string().meta({ format: "uuid" }),
    transactionId: z.string().meta({ format: "uuid" }),
    lnAddress: z.string(),
    callbackUrl: z.string().nullable(),
    internalId: z.string().nullable(),
    comment: z.string().nullable(),
    processedAt: isoTime.nullable(),
    createdAt: isoTime,
    status: z.enum(WIRE_STATUSES),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: "Why nothing was paid; only when `status` is `failed`." }),
    statusDetail: z
      .object({ reason: z.string(), nextCheckAt: isoTime, finishedBy: isoTime.nullable() })
      .optional()
      .meta({
        description:
          "Only while the payment is processing: why, when it is checked next, and when it is finished at the latest if the " +
          "Lightning node answers (null: before the recipient's invoice is known).",
      }),
  })
  .meta({ id: "Payment", examples: [EXAMPLE, PROCESSING, FAILED] });

const { lnAddress, amount: exampleAmount, comment } = EXAMPLE;
const payBody = z
  .object({
    lnAddress: z
      .string()
      .min(1)
      .max(2_000)
      .meta({ description: "Lightning address, or an LNURL in bech32.", examples: [lnAddress] }),
    amount,
    comment: optionalText(1_000).meta({ description: "Sent to recipients that take comments (LUD-12)." }),
    internalId: optionalText(255).meta({ description: "Yours; echoed." }),
    callbackUrl: optionalWebAddress(2_048),
    maxFee: amount.optional().meta({ description: "The most the route may cost, up to the project's ceiling." }),
  })
  .meta({ examples: [{ lnAddress, amount: exampleAmount, comment }] });

type Deps = PayDeps & { readonly db: Db };

/** `POST /v0/ln-address/send-payment`, `GET /v0/payments/{id}`, `GET /v0/payments` (docs/contract.md, "Payments"). */
export function paymentRoutes(deps: Deps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/ln-address/send-payment",
      { schema: payRoute, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const answer = await payLightningAddress(deps, {
          caller: request.caller,
          lnAddress: body.lnAddress,
          amount: body.amount,
          maxFee: body.maxFee,
          comment: body.comment,
          internalId: body.internalId,
          callbackUrl: body.callbackUrl,
          idempotencyKey: headers["idempotency-key"],
          waitMs: headers.prefer * 1_000,
          hungUp: () => hungUp(reply),
        });
        markReplayed(reply, answer);
        const { payment: made } = answer;
        if (made.callbackUrl) releaseWhenAnswered(deps, reply, made.id);
        const shown = presentPayment(made, deps.clock.now());
        if (isFailed(made)) throw new PaymentFailed(made).withData(shown);
        return success(shown, isFinished(made) ? "Payment done." : "Payment is processing.");
      },
    );

    api.get("/v0/payments/:id", { schema: readRoute }, async (request) => {
      const found = await find(deps.db, request.caller.wallet.id, request.params.id);
      if (found === undefined) throw new PaymentNotFound();
      return success(presentPayment(found, deps.clock.now()), "Payment found.");
    });

    api.get("/v0/payments", { schema: listRoute }, async (request) => {
      const { limit, cursor: before, ...filter } = request.query;
      const range = idRange({ ...filter, before });
      const rows = await listPayments(deps.db, { wallet: request.caller.wallet.id, range, limit: limit + 1 }, filter);
      const now = deps.clock.now();
      const shape = {
        limit,
        present: (row: Payment) => presentPayment(row, now),
        cursorOf: (row: Payment) => z.encode(cursor, row.id),
      };
      return page(rows, shape, "Payments listed.");
    });
  };
}

const payRoute = {
  operationId: "sendLightningAddressPayment",
  summary: "Pay a Lightning address",
  description:
    "Reserves amount and fee limit, asks the recipient's server for an invoice and pays it. Waits up to 25 s until it is finished " +
    "(`Prefer: wait=N`); a payment that is still `processing` finishes by itself: read it until it is final, and do not " +
    "pay again. With an `Idempotency-Key` a repeated request answers the same payment.\n\nA recipient's server on a private " +
    "address is called only when `LEYDEN_OUTBOUND_ALLOW` names its `host:port`.",
  tags: TAGS,
  headers: moneyPostHeaders,
  body: payBody,
  response: { 200: envelope(payment, "Payment done.", "Payment is processing.") },
  errors: [
    "invalid_amount",
    "insufficient_funds",
    "limit_exceeded",
    "too_many_pending",
    "receive_limit_exceeded",
    "sending_paused",
    "callback_host_claimed",
    "idempotency_mismatch",
    "over_key_cap",
    "over_key_budget",
    "destination_not_allowed",
  ],
  failures: PAYMENT_FAILURE_CODES,
  failureData: payment,
} as const;

const readRoute = {
  operationId: "getPayment",
  summary: "Read a payment",
  description: "By its id or by its payment hash (64 hexadecimal digits).",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(payment, "Payment found.") },
  errors: ["payment_not_found"],
} as const;

const listRoute = {
  operationId: "listPayments",
  summary: "List payments",
  description: "Newest first.",
  tags: TAGS,
  querystring: pageQuery(id).extend({
    status: z.enum(WIRE_STATUSES).optional().meta({ description: "Only payments with this status." }),
    internalId: z.string().min(1).max(255).optional().meta({ description: "Only payments with this `internalId`." }),
    from: timeText.optional().meta({ description: "Only payments made at this time or later." }),
    to: timeText.optional().meta({ description: "Only payments made before this time." }),
  }),
  response: { 200: list(payment, "Payments listed.") },
} as const;

/** What the callbackUrl gets comes after the answer, which tells the caller the payment's id. */
function releaseWhenAnswered(deps: Deps, reply: FastifyReply, payment: PaymentId): void {
  whenAnswered(reply, () => deps.scheduler.spawn("payments.release_callback", () => releaseCallback(deps, payment)));
}

async function find(db: Db, wallet: WalletId, text: string): Promise<Payment | undefined> {
  const lower = text.toLowerCase();
  if (isUuid(lower)) return await findPaymentOfWallet(db, wallet, lower as PaymentId);
  if (/^[0-9a-f]{64}$/.test(lower)) return await findPaymentByHash(db, wallet, hexToBytes(lower));
  return undefined;
}
