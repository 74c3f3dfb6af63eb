import { z } from "zod";
import {
  amount,
  envelope,
  given,
  idParams,
  isoTime,
  msatsText,
  networkOf,
  optionalText,
  type RoutesPlugin,
  success,
  writeHeaders,
} from "#platform/http/index.ts";
import { type AskDeps, askToBePaid, readOwnCharge } from "./ask-to-be-paid.ts";
import { lookAtVoucher, type TakeDeps, takeVoucher } from "./take-voucher.ts";
import { EXAMPLE_ID, NOTE_CHARACTERS_MAX, noteText, reasonSchema, TAGS } from "./wire.ts";

export type ReceiveRoutesDeps = AskDeps & TakeDeps;

const chargeSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    amount: msatsText,
    received: msatsText.meta({ description: "What came in for it; more than `amount` when somebody paid too much." }),
    description: z.string(),
    status: z.enum(["pending", "completed", "expired"]),
    invoice: z.string().meta({ description: "BOLT 11." }),
    uri: z.string().meta({ description: "The same, for a link or a QR code." }),
    note: noteText.nullable(),
    createdAt: isoTime,
    expiresAt: isoTime,
    paidAt: isoTime.nullable(),
  })
  .meta({ id: "OwnCharge" });

export type WireCharge = z.input<typeof chargeSchema>;

const voucherSchema = z
  .object({
    kind: z.enum(["voucher", "withdrawal", "code"]).meta({
      description:
        "`code`: what a code alone is worth is not shown, and only who proved the address that it was sent to can take it. `withdrawal`: only a Lightning wallet can take it.",
    }),
    status: z.enum(["open", "claiming", "redeemed", "revoked", "expired"]).nullable(),
    amount: msatsText.nullable(),
    sender: z.string().nullable(),
    description: z.string().nullable().meta({ description: "Escape it." }),
    expiresAt: isoTime.nullable(),
    isYours: z.boolean().meta({ description: "It is in this wallet already." }),
    refusal: reasonSchema.nullable().meta({ description: "Why it cannot be taken as things stand." }),
  })
  .meta({ id: "VoucherPreview" });

export type WireVoucher = z.input<typeof voucherSchema>;

const takenSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    amount: msatsText,
    description: z.string(),
    takenAt: isoTime,
    transactionId: z.string().meta({ format: "uuid" }),
  })
  .meta({ id: "TakenVoucher" });

export type WireTaken = z.input<typeof takenSchema>;

const codeOrLink = z
  .string()
  .min(1)
  .max(2_000)
  .meta({ description: "A claim link, its LNURL, or a code of 8 digits and letters.", examples: ["0A1B2C3D"] });

const chargeRoute = {
  operationId: "askToBePaid",
  summary: "Make an invoice",
  description: "For an amount; without one show the address of the wallet. It can be paid for an hour.",
  tags: TAGS.receiving,
  headers: writeHeaders,
  body: z.object({
    amount,
    description: z
      .string()
      .max(639)
      .meta({ description: "Shown to the payer.", examples: ["Lunch"] }),
    note: optionalText(NOTE_CHARACTERS_MAX).meta({ description: "For the person alone." }),
  }),
  response: { 200: envelope(chargeSchema, "Invoice made.") },
  errors: ["invalid_amount", "receive_limit_exceeded", "service_full", "idempotency_mismatch", "unavailable"],
} as const;

const readChargeRoute = {
  operationId: "getOwnCharge",
  summary: "Read an invoice of this wallet",
  description: "With what came in so far.",
  tags: TAGS.receiving,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(chargeSchema, "Invoice found.") },
  errors: ["charge_not_found"],
} as const;

const lookRoute = {
  operationId: "previewVoucher",
  summary: "Look at a voucher",
  description: "Nothing is taken. Links that lead nowhere are counted.",
  tags: TAGS.receiving,
  body: z.object({ codeOrLink }),
  response: { 200: envelope(voucherSchema, "Voucher found.") },
  errors: ["voucher_not_found", "too_many_wrong_codes"],
} as const;

const takeRoute = {
  operationId: "takeVoucher",
  summary: "Take a voucher into the wallet",
  description:
    "With its whole value. A link is taken once: taken again by the same person it answers the same. A code does so with the same `Idempotency-Key`. Codes and links that lead nowhere are counted.",
  tags: TAGS.receiving,
  headers: writeHeaders,
  body: z.object({ codeOrLink }),
  response: { 200: envelope(takenSchema, "Voucher taken.") },
  errors: [
    "voucher_not_found",
    "voucher_claiming",
    "voucher_redeemed",
    "voucher_revoked",
    "voucher_expired",
    "voucher_for_lightning",
    "too_many_wrong_codes",
    "idempotency_mismatch",
    "receive_limit_exceeded",
    "sending_paused",
  ],
} as const;

/** `/charges`, `/vouchers`: what comes into the wallet. */
export function receiveRoutes(deps: ReceiveRoutesDeps): RoutesPlugin {
  return (api) => {
    api.post("/charges", { schema: chargeRoute, config: { action: "receive" } }, async ({ body, caller, headers }) => {
      const { amount, description, note } = body;
      const idempotencyKey = headers["idempotency-key"];
      const asked = { caller, amount, description, note: given(note), idempotencyKey };
      return success(await askToBePaid(deps, asked), "Invoice made.");
    });

    api.get("/charges/:id", { schema: readChargeRoute, config: { action: "read" } }, async ({ params, caller }) =>
      success(await readOwnCharge(deps, caller, params.id), "Invoice found."),
    );

    api.post("/vouchers/preview", { schema: lookRoute, config: { action: "vouchers" } }, async (request) => {
      const { body, person, caller, ip } = request;
      const asked = { text: body.codeOrLink, person, caller, network: networkOf(ip) };
      return success(await lookAtVoucher(deps, asked), "Voucher found.");
    });

    api.post("/vouchers/redeem", { schema: takeRoute, config: { action: "vouchers" } }, async (request) => {
      const { body, person, caller, ip, headers } = request;
      const idempotencyKey = headers["idempotency-key"];
      const asked = { text: body.codeOrLink, person, caller, network: networkOf(ip), idempotencyKey };
      return success(await takeVoucher(deps, asked), "Voucher taken.");
    });
  };
}
