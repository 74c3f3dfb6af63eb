import { z } from "zod";
import type { WalletId } from "#kernel/ids.ts";
import {
  amount,
  envelope,
  isoTime,
  moneyPostHeaders,
  msatsText,
  optionalText,
  type RoutesPlugin,
  success,
  uuidText,
} from "#platform/http/index.ts";
import type { PayDeps } from "./accept/deps.ts";
import { presentTransfer, TRANSFER_STATUS } from "./present-transfer.ts";
import { codesOf, EXAMPLE, OWN_FIELDS, payAsAsked, TAGS } from "./wire.ts";

const RECEIVER = "01a1f9bc-7e20-7d14-8a3f-0c5b9e6d2f71";

const TRANSFER = {
  id: "01a1f9bc-8a11-7b60-a2c4-5d1e7f3b9c08",
  senderWalletId: EXAMPLE.walletId,
  receiverWalletId: RECEIVER,
  receivedWalletId: RECEIVER,
  userId: "01a1f9b9-814b-72a6-9b0d-2e4f6a8c1d35",
  sendTxId: "01a1f9bc-8a11-7b61-b3d5-7f2a9c4e6b18",
  receiveTxId: "01a1f9bc-8a11-7b61-b3d5-7f2a9c4e6b18",
  status: TRANSFER_STATUS,
  amount: "1000",
  createdAt: "2026-11-20T16:15:00.401Z",
  updatedAt: "2026-11-20T16:15:00.401Z",
};

const transferSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Of the payment: `GET /v0/payments/{id}` reads it." }),
    senderWalletId: z.string().meta({ format: "uuid" }),
    receiverWalletId: z.string().meta({ format: "uuid" }),
    receivedWalletId: z.string().meta({ format: "uuid", description: "The same as `receiverWalletId`." }),
    userId: z.string().meta({ format: "uuid", description: "The owner of the wallet that sends." }),
    sendTxId: z.string().meta({ format: "uuid", description: "The transfer." }),
    receiveTxId: z.string().meta({ format: "uuid", description: "The same transfer: one moves the money." }),
    status: z.literal(TRANSFER_STATUS).meta({ description: "A transfer is final in the answer, or refused." }),
    amount: msatsText,
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: "InternalTransfer", examples: [TRANSFER] });

const body = z
  .object({
    receiverWalletId: uuidText<WalletId>().meta({ description: "`walletId` of the recipient." }),
    amount,
    comment: optionalText(1_000).meta({ description: "For your own use; echoed." }),
    ...OWN_FIELDS,
  })
  .meta({ examples: [{ receiverWalletId: RECEIVER, amount: "1000" }] });

/** `POST /v0/internal-transfer` (docs/contract.md, "Payments"). */
export function transferRoutes(deps: PayDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/internal-transfer",
      { schema: route, config: { movesMoney: true, scope: "send" } },
      async (request, reply) => {
        const { body, headers } = request;
        const { receiverWalletId: walletId, amount, comment, internalId, callbackUrl } = body;
        const payment = await payAsAsked(
          deps,
          { request, reply, headers },
          {
            destination: { kind: "wallet", walletId },
            amount,
            comment,
            internalId,
            callbackUrl,
          },
        );
        return success(presentTransfer(payment), "Internal Transfer done.");
      },
    );
  };
}

const route = {
  operationId: "transferInternally",
  summary: "Pay another wallet",
  description:
    "Moves money to another wallet of this service, inside the ledger and without a fee. With an `Idempotency-Key` a repeated request " +
    "answers the same transfer.",
  tags: TAGS,
  headers: moneyPostHeaders,
  body,
  response: { 200: envelope(transferSchema, "Internal Transfer done.") },
  ...codesOf("wallet"),
} as const;
