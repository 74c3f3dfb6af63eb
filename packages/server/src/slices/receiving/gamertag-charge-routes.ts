import { z } from "zod";
import {
  amount,
  envelope,
  isoTime,
  markReplayed,
  msatsText,
  optionalText,
  optionalWebAddress,
  type RoutesPlugin,
  success,
  writeHeaders,
} from "#platform/http/index.ts";
import type { CreateChargeDeps } from "./issue/create-charge.ts";
import { createGamertagCharge } from "./issue/create-gamertag-charge.ts";
import { CHARGE_STATUSES, type Charge } from "./model/charge.ts";
import { descriptionField } from "./wire.ts";

const EXAMPLE = {
  id: "01a1f9ba-a42f-71e3-a134-0a9b28d69204",
  unit: "msats",
  status: "pending",
  amount: "50000",
  description: "Thanks for the stream",
  internalId: null,
  callbackUrl: null,
  invoiceRequest: "lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…",
  invoiceExpiresAt: "2026-11-20T17:12:00.000Z",
  invoiceDescriptionHash: null,
  createdAt: "2026-11-20T16:12:00.943Z",
};

const gamertagChargeSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Of the charge: `GET /v0/charges/{id}` reads it." }),
    unit: z.literal("msats"),
    status: z.enum(CHARGE_STATUSES),
    amount: msatsText,
    description: z.string(),
    internalId: z.string().nullable(),
    callbackUrl: z.string().nullable(),
    invoiceRequest: z.string().meta({ description: "BOLT 11." }),
    invoiceExpiresAt: isoTime,
    invoiceDescriptionHash: z.null().meta({ description: "Always null: the description is in the invoice." }),
    createdAt: isoTime,
  })
  .meta({ id: "GamertagCharge", examples: [EXAMPLE] });

const body = z
  .object({
    gamertag: z
      .string()
      .max(64)
      .meta({ description: "Of the user that gets the money; upper and lower case are one.", examples: ["alice"] }),
    amount: amount.meta({ examples: [EXAMPLE.amount] }),
    description: descriptionField(EXAMPLE.description),
    internalId: optionalText(255).meta({ description: "Yours; echoed." }),
    callbackUrl: optionalWebAddress(2_048),
  })
  .meta({ examples: [{ gamertag: "alice", amount: EXAMPLE.amount, description: EXAMPLE.description }] });

/** `POST /v0/gamertag/charges` (docs/contract.md). */
export function gamertagChargeRoutes(deps: CreateChargeDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/v0/gamertag/charges",
      { schema: route, config: { scope: "receive" } },
      async ({ body, caller, headers }, reply) => {
        const { charge, replayed } = await createGamertagCharge(deps, {
          caller,
          gamertag: body.gamertag,
          amount: body.amount,
          description: body.description,
          internalId: body.internalId,
          callbackUrl: body.callbackUrl,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(presentGamertagCharge(charge), "Charge created.");
      },
    );
  };
}

const route = {
  operationId: "createGamertagCharge",
  summary: "Make an invoice for a gamertag",
  description:
    "Makes a BOLT 11 invoice whose money goes to the wallet of the user with this gamertag. Your project gets the charge's events " +
    "and may read it; the invoice can be paid for an hour.",
  tags: ["Charges"],
  headers: writeHeaders,
  body,
  response: { 200: envelope(gamertagChargeSchema, "Charge created.") },
  errors: [
    "invalid_amount",
    "user_not_found",
    "receive_limit_exceeded",
    "service_full",
    "callback_host_claimed",
    "idempotency_mismatch",
    "unavailable",
  ],
} as const;

function presentGamertagCharge(charge: Charge) {
  return {
    id: charge.id,
    unit: "msats" as const,
    status: charge.state.kind,
    amount: String(charge.amount),
    description: charge.description,
    internalId: charge.internalId ?? null,
    callbackUrl: charge.callbackUrl ?? null,
    invoiceRequest: charge.invoice,
    invoiceExpiresAt: charge.expiresAt.toISOString(),
    invoiceDescriptionHash: null,
    createdAt: charge.createdAt.toISOString(),
  };
}
