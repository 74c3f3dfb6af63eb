import { z } from "zod";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import {
  amount,
  envelope,
  idOf,
  idParams,
  isoTime,
  moneyPostHeaders,
  msatsText,
  optionalText,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import type { PayDeps } from "./accept/deps.ts";
import { PaymentNotFound, WIRE_STATUSES } from "./model/payment.ts";
import { presentGamertagTransaction, presentPayment } from "./present-payment.ts";
import { findGamertagPayment } from "./store/payments.ts";
import { codesOf, EXAMPLE, OWN_FIELDS, payAsAsked, paymentSchema, TAGS } from "./wire.ts";

const { lnAddress: _, ...OF_ANY } = EXAMPLE;
const GAMERTAG_EXAMPLE = {
  ...OF_ANY,
  id: "01a1f9be-2d16-7c08-9b3e-6a1f4d8c7e25",
  fee: "0",
  amount: "1000",
  invoice: "",
  preimage: null,
  transactionId: "01a1f9be-2d16-7c09-8e52-1b7d3f9a6c40",
  comment: "Well played",
  processedAt: "2026-11-20T16:17:20.118Z",
  createdAt: "2026-11-20T16:17:20.118Z",
  receiverId: "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3",
  gamertag: "alice",
};

const TRANSACTION_EXAMPLE = {
  id: GAMERTAG_EXAMPLE.id,
  receivedId: GAMERTAG_EXAMPLE.receiverId,
  receiverId: GAMERTAG_EXAMPLE.receiverId,
  transactionId: GAMERTAG_EXAMPLE.transactionId,
  amount: GAMERTAG_EXAMPLE.amount,
  fee: GAMERTAG_EXAMPLE.fee,
  unit: GAMERTAG_EXAMPLE.unit,
  comment: GAMERTAG_EXAMPLE.comment,
  status: GAMERTAG_EXAMPLE.status,
  confirmedAt: GAMERTAG_EXAMPLE.processedAt,
  processedAt: GAMERTAG_EXAMPLE.processedAt,
};

const gamertagPaymentSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Of the payment: `GET /v0/payments/{id}` reads it too." }),
    receivedId: z.string().meta({ format: "uuid", description: "The same as `receiverId`." }),
    receiverId: z.string().meta({ format: "uuid", description: "The user that was paid." }),
    transactionId: z.string().meta({ format: "uuid" }),
    amount: msatsText,
    fee: msatsText,
    unit: z.literal("msats"),
    comment: z.string().nullable().meta({ description: "`description` of the request." }),
    status: z.enum(WIRE_STATUSES),
    confirmedAt: isoTime.nullable(),
    processedAt: isoTime.nullable(),
  })
  .meta({ id: "GamertagTransaction", examples: [TRANSACTION_EXAMPLE] });

const { gamertag, comment: description, amount: exampleAmount } = GAMERTAG_EXAMPLE;
const body = z
  .object({
    gamertag: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: "Present gamertag of a user, upper and lower case alike.", examples: [gamertag] }),
    amount,
    description: optionalText(1_000).meta({ description: "For your own use; answered as `comment`." }),
    ...OWN_FIELDS,
  })
  .meta({ examples: [{ gamertag, amount: exampleAmount, description }] });

/** `POST /v0/gamertag/send-payment`, `GET /v0/gamertag/transaction/{id}` (docs/contract.md, "Payments"). */
export function gamertagRoutes(deps: PayDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/gamertag/send-payment",
      { schema: payRoute, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const { gamertag, amount, description: comment, internalId, callbackUrl } = body;
        const payment = await payAsAsked(
          deps,
          { request, reply, headers },
          {
            destination: { kind: "gamertag", gamertag },
            amount,
            comment,
            internalId,
            callbackUrl,
          },
        );
        return success(presentPayment(payment, deps), "Payment done.");
      },
    );

    api.get("/v0/gamertag/transaction/:id", { schema: readRoute }, async (request) => {
      const id = idOf<PaymentId | TransferId>(request.params.id, () => new PaymentNotFound());
      const payment = await findGamertagPayment(deps.db, request.caller.wallet.id, id);
      if (payment === undefined) throw new PaymentNotFound();
      return success(presentGamertagTransaction(payment), "Payment found.");
    });
  };
}

const payRoute = {
  operationId: "payGamertag",
  summary: "Pay a gamertag",
  description:
    "Pays the wallet of the user who has this gamertag now, inside the ledger and without a fee. The payment belongs to the user, " +
    "`receiverId`, whatever the gamertag becomes. A former gamertag and a project's handle find no user: 404. With an " +
    "`Idempotency-Key` a repeated request answers the same payment.",
  tags: TAGS,
  headers: moneyPostHeaders,
  body,
  response: { 200: envelope(paymentSchema.meta({ examples: [GAMERTAG_EXAMPLE] }), "Payment done.") },
  ...codesOf("gamertag"),
} as const;

const readRoute = {
  operationId: "getGamertagTransaction",
  summary: "Read a payment to a gamertag",
  description:
    "By the id of the payment or by its `transactionId`. Payments to others than gamertags are not found here.",
  tags: TAGS,
  params: idParams(GAMERTAG_EXAMPLE.id),
  response: { 200: envelope(gamertagPaymentSchema, "Payment found.") },
  errors: ["payment_not_found"],
} as const;
