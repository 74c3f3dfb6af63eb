import { z } from "zod";
import { InvalidInput } from "#kernel/errors.ts";
import {
  amount,
  codec,
  envelope,
  isoTime,
  moneyPostHeaders,
  msatsText,
  optionalField,
  optionalText,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import type { PayDeps } from "./accept/deps.ts";
import { checkRecords, RECORDS_MAX } from "./model/keysend.ts";
import { isFinished } from "./model/payment.ts";
import { KEYSEND_STATUSES, presentKeysend } from "./present-transfer.ts";
import { codesOf, EXAMPLE, OWN_FIELDS, payAsAsked, TAGS } from "./wire.ts";

const PUBKEY = "03864ef025fde8fb587d989186ce6a4a186895ee44a926bfc370e2c366597a3f8f";
const PAYMENT_ID = "01a1f9bd-1c05-7e33-8f1a-4b6d2e9c7a50";
const NODE_ID = /^0[23][0-9a-f]{64}$/;
const METADATA_CHARACTERS_MAX = 4_000;

const KEYSEND = {
  keysendId: PAYMENT_ID,
  paymentId: PAYMENT_ID,
  transaction: {
    id: "01a1f9bd-1c05-7e34-a07b-9d3f1c8e5b62",
    walletId: EXAMPLE.walletId,
    type: "KEYSEND_PAYMENT",
    totalAmount: "2001",
    fee: "1001",
    amount: "1000",
    description: "Keysend Payment",
    status: "TRANSACTION_STATUS_COMPLETED",
    confirmedAt: "2026-11-20T16:16:10.207Z",
  },
};

const keysendSchema = z
  .object({
    keysendId: z.string().meta({ format: "uuid", description: "The same as `paymentId`." }),
    paymentId: z.string().meta({ format: "uuid", description: "`GET /v0/payments/{id}` reads it." }),
    transaction: z.object({
      id: z.string().meta({ format: "uuid" }),
      walletId: z.string().meta({ format: "uuid" }),
      type: z.literal("KEYSEND_PAYMENT"),
      totalAmount: msatsText.meta({ description: "Amount and fee." }),
      fee: msatsText.meta({ description: "What the route took; `0` until the payment has completed." }),
      amount: msatsText,
      description: z.string(),
      status: z.enum(KEYSEND_STATUSES),
      confirmedAt: isoTime.nullable(),
    }),
  })
  .meta({ id: "Keysend", examples: [KEYSEND] });

const pubkey = codec(
  z.string().meta({ description: "Public key of the node, 66 hexadecimal digits.", examples: [PUBKEY] }),
  (text) => {
    const nodeId = text.toLowerCase();
    if (!NODE_ID.test(nodeId))
      throw new InvalidInput("pubkey", "must be a compressed public key, 66 hexadecimal digits");
    return nodeId;
  },
  (nodeId) => nodeId,
);

const recordSchema = z.object({
  type: z.int().meta({ description: "65536 or more.", examples: [7_629_169] }),
  value: z.string().meta({ description: "Hexadecimal digits.", examples: ["7b7d"] }),
});

const tlvRecords = codec(z.array(recordSchema).max(RECORDS_MAX), checkRecords, (records) => [...records]);

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= METADATA_CHARACTERS_MAX, {
    error: `must be at most ${METADATA_CHARACTERS_MAX} characters long`,
  });

const body = z
  .object({
    pubkey,
    amount,
    tlvRecords: optionalField(tlvRecords).meta({ description: "Sent to the recipient; each type once." }),
    metadata: optionalField(metadata).meta({ description: "Your own JSON object; echoed, not sent." }),
    comment: optionalText(1_000).meta({ description: "For your own use; echoed, not sent." }),
    ...OWN_FIELDS,
    maxFee: optionalField(amount).meta({ description: "The most the route may cost, up to the project's ceiling." }),
  })
  .meta({ examples: [{ pubkey: PUBKEY, amount: "1000" }] });

/** `POST /v0/keysend-payment` (docs/contract.md, "Payments"). */
export function keysendRoutes(deps: PayDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/keysend-payment",
      { schema: route, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const {
          pubkey: nodeId,
          tlvRecords: records = [],
          metadata,
          amount,
          comment,
          internalId,
          callbackUrl,
          maxFee,
        } = body;
        const payment = await payAsAsked(
          deps,
          { request, reply, headers },
          {
            destination: { kind: "node", nodeId, records, metadata },
            amount,
            comment,
            internalId,
            callbackUrl,
            maxFee,
          },
        );
        return success(presentKeysend(payment), isFinished(payment) ? "Payment done." : "Payment processing.");
      },
    );
  };
}

const route = {
  operationId: "sendKeysendPayment",
  summary: "Pay a node",
  description:
    "Pays a Lightning node by its public key, without an invoice (keysend). Reserves, waits and repeats as `POST /v0/payments` does. " +
    "400 `not_supported` where the connected node cannot do it.",
  tags: TAGS,
  headers: moneyPostHeaders,
  body,
  response: { 200: envelope(keysendSchema, "Payment done.") },
  ...codesOf("node"),
} as const;
