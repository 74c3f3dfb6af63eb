import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { idRange, isUuid, type PaymentId, type ProjectKeyId, type WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  amount,
  answerList,
  cursorOf,
  envelope,
  filtersOf,
  idParams,
  type Listing,
  list,
  listQuery,
  moneyPostHeaders,
  optionalField,
  optionalText,
  type RoutesPlugin,
  requireOneName,
  success,
  uuidText,
} from "#platform/http/index.ts";
import { findFirstKey } from "#projects";
import type { PayDeps } from "./accept/deps.ts";
import { isFinished, type Payment, PaymentNotFound, WIRE_STATUSES } from "./model/payment.ts";
import { PAYMENT_COLUMNS, presentPayment } from "./present-payment.ts";
import { listPayments } from "./store/lists.ts";
import { findPaymentByHash, findPaymentOfWallet } from "./store/payments.ts";
import {
  codesOf,
  EXAMPLE,
  INVOICE_CHARACTERS,
  INVOICE_EXAMPLE,
  OWN_FIELDS,
  payAsAsked,
  paymentSchema,
  TAGS,
} from "./wire.ts";

const id = uuidText<PaymentId>();
const cursor = cursorOf(id);

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
    ...OWN_FIELDS,
    maxFee: optionalField(amount).meta({ description: "The most the route may cost, up to the project's ceiling." }),
  })
  .meta({ examples: [{ lnAddress, amount: exampleAmount, comment }] });

const { invoice, description } = INVOICE_EXAMPLE;
const invoiceBody = z
  .object({
    invoice: z
      .string()
      .min(1)
      .max(INVOICE_CHARACTERS)
      .meta({ description: "BOLT 11.", examples: [invoice] }),
    amount: optionalField(amount).meta({
      description: "Needed for an invoice without an amount; else that of the invoice.",
    }),
    description: optionalText(1_000).meta({ description: "For your own use; echoed, not sent." }),
    ...OWN_FIELDS,
    maxFee: optionalField(amount).meta({ description: "The most the route may cost, up to the project's ceiling." }),
  })
  .meta({ examples: [{ invoice, description }] });

/**
 * `POST /v0/ln-address/send-payment`, `POST /v0/payments`, `GET /v0/payments/{id}`, `GET /v0/payments`
 * (docs/contract.md, "Payments").
 */
export function paymentRoutes(deps: PayDeps): RoutesPlugin {
  const answer = (payment: Payment) =>
    success(presentPayment(payment, deps), isFinished(payment) ? "Payment done." : "Payment is processing.");
  return (api) => {
    api.post(
      "/v0/ln-address/send-payment",
      { schema: addressRoute, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const payment = await payAsAsked(
          deps,
          { request, reply, headers },
          {
            destination: { kind: "address", lnAddress: body.lnAddress },
            amount: body.amount,
            maxFee: body.maxFee,
            comment: body.comment,
            internalId: body.internalId,
            callbackUrl: body.callbackUrl,
          },
        );
        return answer(payment);
      },
    );

    api.post(
      "/v0/payments",
      { schema: invoiceRoute, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const payment = await payAsAsked(
          deps,
          { request, reply, headers },
          {
            destination: { kind: "invoice", invoice: body.invoice },
            amount: body.amount,
            maxFee: body.maxFee,
            comment: body.description,
            internalId: body.internalId,
            callbackUrl: body.callbackUrl,
          },
        );
        return answer(payment);
      },
    );

    api.get("/v0/payments/:id", { schema: readRoute }, async (request) => {
      const payment = await find(deps.db, request.caller.wallet.id, request.params.id);
      if (payment === undefined) throw new PaymentNotFound();
      return success(presentPayment(payment, deps), "Payment found.");
    });

    api.get("/v0/payments", { schema: listRoute }, async ({ caller, query }, reply) => {
      const { limit, cursor: before, format, keyId, ...rest } = query;
      requireOneName(query, ["internalId", "keyId", "recipient"]);
      const filter = { ...rest, key: keyId && (await findFirstKey(deps.db, keyId)) };
      const listing: Listing<Payment, ReturnType<typeof presentPayment>, PaymentId> = {
        name: "payments",
        message: "Payments listed.",
        read: async (at) =>
          await listPayments(
            deps.db,
            { wallet: caller.wallet.id, range: idRange({ ...filter, before: at.before }), limit: at.limit },
            filter,
          ),
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present: (row) => presentPayment(row, deps),
        columns: PAYMENT_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });
  };
}

const addressRoute = {
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
  response: { 200: envelope(paymentSchema, "Payment done.", "Payment is processing.") },
  ...codesOf("address"),
} as const;

const invoiceRoute = {
  operationId: "payInvoice",
  summary: "Pay an invoice",
  description:
    "Reserves amount and fee limit and pays a BOLT 11 invoice. While another payment of the invoice is pending, and once it is paid, " +
    "nothing is reserved: 409. Waits up to 25 s until it is finished (`Prefer: wait=N`); a payment that is still `processing` " +
    "finishes by itself: read it until it is final, and do not pay again. With an `Idempotency-Key` a repeated request answers " +
    "the same payment.\n\nAn invoice of this service is paid inside the ledger, without a fee; one that was paid over Lightning " +
    "before fails with 400 `invoice_already_paid`.",
  tags: TAGS,
  headers: moneyPostHeaders,
  body: invoiceBody,
  response: { 200: envelope(paymentSchema.meta({ examples: [INVOICE_EXAMPLE] }), "Payment done.") },
  ...codesOf("invoice"),
} as const;

const readRoute = {
  operationId: "getPayment",
  summary: "Read a payment",
  description: "By its id or by its payment hash (64 hexadecimal digits).",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(paymentSchema, "Payment found.") },
  errors: ["payment_not_found"],
} as const;

const listRoute = {
  operationId: "listPayments",
  summary: "List payments",
  description: "Newest first. Of `internalId`, `keyId` and `recipient` one can be asked for at a time.",
  tags: TAGS,
  querystring: listQuery(id).extend({
    ...filtersOf("payments", WIRE_STATUSES),
    keyId: uuidText<ProjectKeyId>().optional().meta({
      description:
        "Only payments that this key asked for, or one that took over from it or it from; none of a key without a policy.",
    }),
    recipient: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({
        description:
          "Only payments to this address or LNURL, to the wallet or node with this id, or to the gamertag of the user with this id.",
        examples: [lnAddress],
      }),
  }),
  response: { 200: list(paymentSchema, "Payments listed.") },
  textType: "text/csv",
} as const;

async function find(db: Db, wallet: WalletId, text: string): Promise<Payment | undefined> {
  const lower = text.toLowerCase();
  if (isUuid(lower)) return await findPaymentOfWallet(db, wallet, lower as PaymentId);
  if (/^[0-9a-f]{64}$/.test(lower)) return await findPaymentByHash(db, wallet, hexToBytes(lower));
  return undefined;
}
