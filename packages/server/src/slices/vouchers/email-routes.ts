import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { POLICY_RULES } from "#payments";
import {
  amount,
  codec,
  envelope,
  isoTime,
  markReplayed,
  msatsText,
  type RoutesPlugin,
  success,
  writeHeaders,
} from "#platform/http/index.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { type EmailDeps, payToEmail } from "./email/pay-to-email.ts";
import type { EmailPayment } from "./model/email-payment.ts";
import { DESCRIPTION_LENGTH_MAX, ISSUE_REFUSAL_CODES } from "./model/voucher.ts";

/** After it the operation need not be there (RFC 8594). This service goes on until its operator switches it off. */
const SUNSET = "Sat, 28 Feb 2026 23:59:59 GMT";

const EXAMPLE = {
  id: "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
  code: "0A1B2C3D",
  amount: "500000",
  fee: "5000",
  unit: "msats",
  description: "Thank you",
  createdAt: "2026-11-20T16:12:00.943Z",
  createTransactionId: "01a1f9c4-51d1-7a3d-8a55-7f2f0e6c9b10",
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
};

const CREDITED = {
  ...EXAMPLE,
  code: null,
  receiverId: "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3",
  settledAt: "2026-11-20T16:12:00.943Z",
  transactionId: "01a1f9c4-51d1-7a3e-9c21-0e4b5a7d6f82",
  status: "completed",
};

const uuid = z.string().meta({ format: "uuid" });
const OF_CREDITED = " Only when the wallet of a user was credited.";

const emailPaymentSchema = z
  .object({
    id: uuid.meta({ description: "Of the voucher; one that was credited at once can be read as a voucher, too." }),
    code: z.string().nullable().meta({
      description:
        "Of the voucher that was mailed: it revokes, and redeems nothing alone. Null when the wallet of a user was credited.",
    }),
    amount: msatsText,
    fee: msatsText.meta({ description: "On top of the amount: 1 % of it, rounded up, and at least 1,000 msats." }),
    unit: z.literal("msats"),
    description: z.string().meta({ description: "The comment." }),
    createdAt: isoTime,
    createTransactionId: uuid,
    walletId: uuid.meta({ description: "The wallet that paid." }),
    receiverId: uuid.optional().meta({ description: `The user who has the address.${OF_CREDITED}` }),
    settledAt: isoTime.optional().meta({ description: `When the wallet was credited.${OF_CREDITED}` }),
    transactionId: uuid.optional().meta({ description: `Of the credit.${OF_CREDITED}` }),
    status: z
      .literal("completed")
      .optional()
      .meta({ description: `${OF_CREDITED.trim()}` }),
  })
  .meta({ id: "EmailPayment", examples: [EXAMPLE, CREDITED] });

const email = codec(
  z
    .string()
    .min(1)
    .max(320)
    .meta({ examples: ["alice@example.com"] }),
  (address) => emailAddress(address),
  (address) => address,
);

const body = z
  .object({
    email,
    amount: amount.meta({ examples: [EXAMPLE.amount], description: "Msats that arrive." }),
    comment: z
      .string()
      .max(DESCRIPTION_LENGTH_MAX)
      .meta({
        description: "Shown to the recipient as plain text, without links. It may be empty.",
        examples: [EXAMPLE.description],
      }),
  })
  .meta({ examples: [{ email: "alice@example.com", amount: EXAMPLE.amount, comment: EXAMPLE.description }] });

const route = {
  operationId: "payToEmail",
  summary: "Pay to an e-mail address",
  description:
    "Deprecated: pay to a Lightning address or a gamertag instead. Credits the wallet of the user who has this address, verified; " +
    "otherwise mails a voucher to it, which anybody takes with any Lightning wallet within 30 days. What is not taken comes back; the fee does " +
    "not. The operator may have all answered with a voucher, or have switched the operation off (410).",
  tags: ["Payments"],
  deprecated: true,
  headers: writeHeaders,
  body,
  response: { 200: envelope(emailPaymentSchema, "Voucher sent to the e-mail address.", "Payment done.") },
  errors: [
    "invalid_amount",
    ...ISSUE_REFUSAL_CODES,
    ...POLICY_RULES,
    "receive_limit_exceeded",
    "mail_not_configured",
    "recipient_unsubscribed",
    "mail_limit_exceeded",
    "endpoint_removed",
    "idempotency_mismatch",
  ],
} as const;

/** `POST /v0/email/send-payment` (docs/contract.md, "Payments"). */
export function emailRoutes(deps: EmailDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/email/send-payment",
      { schema: route, config: { movesMoney: true, scope: "send" }, onRequest: sayDeprecated },
      async ({ body, caller, headers }, reply) => {
        const { actor } = caller;
        if (actor.kind !== "project") throw new AppError("invalid_key", "only a project can pay to an e-mail address");
        const { payment, replayed } = await payToEmail(deps, {
          caller,
          ...body,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        const isCredited = payment.receiver !== undefined;
        return success(present(payment), isCredited ? "Payment done." : "Voucher sent to the e-mail address.");
      },
    );
  };
}

/** On the answers of the operation, refusals too: `Deprecation: true` as clients know it, `Sunset` of RFC 8594. */
async function sayDeprecated(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("Deprecation", "true").header("Sunset", SUNSET);
}

function present({ voucher, fee, receiver }: EmailPayment) {
  const { id, origin, amount, description, createdAt, walletId, state } = voucher;
  if (origin.kind !== "voucher") throw new Error(`the payment ${id} is a withdrawal request`);
  const shared = {
    id,
    code: receiver === undefined ? origin.code : null,
    amount: String(amount),
    fee: String(fee),
    unit: "msats" as const,
    description,
    createdAt: createdAt.toISOString(),
    createTransactionId: origin.transfer,
    walletId,
  };
  if (receiver === undefined) return shared;
  if (state.kind !== "redeemed") throw new Error(`the payment ${id} to a user is ${state.kind}`);
  const settledAt = state.at.toISOString();
  return { ...shared, receiverId: receiver, settledAt, transactionId: state.transfer, status: "completed" as const };
}
