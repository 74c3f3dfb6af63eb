import { z } from "zod";
import type { RAMP_NAMES } from "#kernel/error-codes.ts";
import type { AppError } from "#kernel/errors.ts";
import { isoTime } from "#platform/http/index.ts";
import { SESSION_STATES } from "./model/session.ts";

/** Sessions and events of the ramp on the wire, and examples of them. */

/** By field; all other mistakes are those of the catalogue. */
const OF_FIELDS: Readonly<Record<string, keyof typeof RAMP_NAMES>> = {
  email: "INVALID_EMAIL",
  webhook_url: "INVALID_WEBHOOK_URL",
};

/** The code of a refusal as clients of the ramp know it (docs/contract.md, "On-ramp"). */
export function rampErrorName({ code, status, details: [first] }: AppError): string {
  if (status === 401) return "UNAUTHORIZED" satisfies keyof typeof RAMP_NAMES;
  if (code === "rate_limited") return "RATE_LIMITED" satisfies keyof typeof RAMP_NAMES;
  return (code === "invalid_input" && first !== undefined && OF_FIELDS[first.field]) || code;
}

export const RAMP = { scope: "ramp", refusedAs: rampErrorName } as const;

const SESSION_ID = "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11";
const USER_ID = "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3";

export const EXAMPLE = {
  session_id: SESSION_ID,
  state: "open",
  email: "alice@example.com",
  webhook_url: "https://shop.example/hooks/ramp",
  destination: "alice@wallet.example",
  quote_currency: "EUR",
  base_currency: "BTC",
  reference_id: "order-7",
  metadata: { player: "7" },
  return_url: null,
  user_id: null,
  created_at: "2026-11-22T16:12:00.943Z",
  expires_at: "2026-11-22T16:27:00.943Z",
  ended_at: null,
};

/** Ended by its project. */
export const ENDED = { ...EXAMPLE, state: "canceled", ended_at: "2026-11-22T16:15:00.943Z" };

export const CREATED = {
  session_token: "rst_01a1f9c451d17a3c9f0e5d1f7c2b8e11_c4n1k6m2YdM0pXbW3vQe7Ac4n1k6m2YdM0pXbW3vQe7A",
  session_id: SESSION_ID,
  widget_url: `https://pay.example.com/ramp/${SESSION_ID}`,
  hosted_url: `https://pay.example.com/ramp/${SESSION_ID}#token=rst_01a1f9c451d17a3c9f0e5d1f7c2b8e11_c4n1k6m2YdM0pXbW3vQe7Ac4n1k6m2YdM0pXbW3vQe7A`,
  expires_at: EXAMPLE.expires_at,
};

export const sessionSchema = z
  .object({
    session_id: z.string().meta({ format: "uuid" }),
    state: z.enum(SESSION_STATES).meta({ description: "`active`: a browser has opened it." }),
    email: z.string(),
    webhook_url: z.string(),
    destination: z.string().nullable().meta({ description: "Null: the person's own wallet." }),
    quote_currency: z.string().nullable().meta({ description: "Null: the person chooses." }),
    base_currency: z.literal("BTC"),
    reference_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    return_url: z.string().nullable(),
    user_id: z.string().nullable().meta({ description: "As soon as it is known who buys." }),
    created_at: isoTime,
    expires_at: isoTime,
    ended_at: isoTime.nullable(),
  })
  .meta({ id: "RampSession", examples: [EXAMPLE] });

const NAMED = { reference_id: EXAMPLE.reference_id, session_id: SESSION_ID, metadata: EXAMPLE.metadata };
const PAID = { source_amount: "25.00", source_currency: "EUR" };
const PURCHASE = { purchase_id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20", user_id: USER_ID };

export const COMPLETED = {
  amount: "26630000",
  currency: "BTC",
  unit: "msats",
  ...PAID,
  ...NAMED,
  ...PURCHASE,
};
export const FAILED = { code: "delivery_failed", ...PAID, ...NAMED, ...PURCHASE };
export const VERIFIED = { ...NAMED, user_id: USER_ID };

const named = {
  reference_id: z.string().nullable(),
  session_id: z.string().meta({ format: "uuid" }),
  metadata: z.record(z.string(), z.unknown()).nullable(),
};
const paid = {
  source_amount: z.string().meta({ description: "What the card was asked for, our fee included." }),
  source_currency: z.string(),
};
const ids = { purchase_id: z.string().meta({ format: "uuid" }), user_id: z.string().meta({ format: "uuid" }) };

export const completedPurchaseSchema = z
  .object({
    amount: z.string().meta({ description: "Delivered, in millisatoshis." }),
    currency: z.literal("BTC"),
    unit: z.literal("msats"),
    ...paid,
    ...named,
    ...ids,
  })
  .meta({ id: "RampPurchaseCompleted", examples: [COMPLETED] });

export const failedPurchaseSchema = z
  .object({ code: z.string().nullable(), ...paid, ...named, ...ids })
  .meta({ id: "RampPurchaseFailed", examples: [FAILED] });

export const verifiedUserSchema = z
  .object({ ...named, user_id: z.string().meta({ format: "uuid" }) })
  .meta({ id: "RampKycCompleted", examples: [VERIFIED] });
