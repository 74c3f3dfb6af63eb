import { z } from "zod";
import { type ChargeId, idRange } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import {
  amount,
  answerList,
  cursorOf,
  envelope,
  filtersOf,
  idOf,
  idParams,
  isoTime,
  type Listing,
  list,
  listQuery,
  markReplayed,
  msatsText,
  optionalSeconds,
  optionalText,
  optionalWebAddress,
  type RoutesPlugin,
  requireOneName,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { type CreateChargeDeps, createCharge } from "./issue/create-charge.ts";
import {
  CHARGE_STATUSES,
  type Charge,
  ChargeNotFound,
  EXPIRY_SECONDS_DEFAULT,
  EXPIRY_SECONDS_MAX,
  expirySeconds,
  seenBy,
} from "./model/charge.ts";
import type { StaticChargeId } from "./model/static-charge.ts";
import { CHARGE_COLUMNS, presentCharge } from "./present-charge.ts";
import { findReadableCharge, listCharges } from "./store/charges.ts";
import { descriptionField } from "./wire.ts";

export { gamertagChargeRoutes } from "./gamertag-charge-routes.ts";
export { payLinkRoutes } from "./pay-link-routes.ts";
export { staticChargeRoutes } from "./static-charge-routes.ts";

const TAGS = ["Charges"];

const cursor = cursorOf(uuidText<ChargeId>());

/** The first charge of a new installation, as it was. */
export const EXAMPLE = {
  id: "01a1f9ba-a42f-71e3-a134-0a9b28d69202",
  unit: "msats",
  amount: "50000",
  description: "Order 4711",
  status: "pending",
  invoice: {
    request: "lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…",
    uri: "lightning:lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…",
  },
  received: "0",
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
  staticChargeId: null,
  comment: null,
  payerData: null,
  callbackUrl: null,
  internalId: null,
  createdAt: "2026-11-20T16:12:00.943Z",
  expiresAt: "2026-11-20T17:12:00.000Z",
  confirmedAt: null,
};

/** What a payer says of itself and of the payment, where it came by a Lightning address or a static charge. */
const comment = z.string().nullable().meta({
  description: "What the payer wrote (LUD-12): at most 280 characters of plain text. Escape it where you show it.",
});
const payerData = z
  .object({ name: z.string().optional(), identifier: z.string().optional(), email: z.string().optional() })
  .nullable()
  .meta({ description: "What the payer says that it is (LUD-18). Nothing of it is checked. Escape it." });

export const chargeSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    unit: z.literal("msats"),
    amount: msatsText,
    description: z.string(),
    status: z.enum(CHARGE_STATUSES),
    invoice: z.object({
      request: z.string().meta({ description: "BOLT 11." }),
      uri: z.string().meta({ description: "The same, for a link or a QR code.", examples: [EXAMPLE.invoice.uri] }),
    }),
    received: msatsText.meta({
      description:
        "What came in, in millisatoshis: more than `amount` when the payer overpaid or paid twice. All of it is in the wallet.",
    }),
    walletId: z.string().meta({ format: "uuid" }),
    staticChargeId: z
      .string()
      .nullable()
      .meta({ format: "uuid", description: "The static charge that gave the invoice out." }),
    comment,
    payerData,
    callbackUrl: z.string().nullable(),
    internalId: z.string().nullable(),
    createdAt: isoTime,
    expiresAt: isoTime,
    confirmedAt: isoTime.nullable(),
  })
  .meta({ id: "Charge", examples: [EXAMPLE] });

const { id: CHARGE_ID, walletId: WALLET_ID } = EXAMPLE;

/** The same charge once it is paid, and when nobody has paid it. For the reference of events. */
export const COMPLETED = {
  ...EXAMPLE,
  status: "completed",
  received: "50000",
  confirmedAt: "2026-11-20T16:12:09.310Z",
};
export const EXPIRED = { ...EXAMPLE, status: "expired" };

/** What came in for it. */
export const RECEIPT = {
  id: "01a1f9ba-c3e0-7d02-b7a5-6f1d2c3b4a59",
  chargeId: CHARGE_ID,
  walletId: WALLET_ID,
  amount: "50000",
  unit: "msats",
  flags: [],
  comment: null,
  payerData: null,
  settledAt: "2026-11-20T16:12:09.000Z",
  createdAt: "2026-11-20T16:12:09.310Z",
};

/** What a wallet has received, as `receipt.credited` says it. */
export const receiptSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    chargeId: z.string().nullable().meta({
      description: "The charge that was paid; null for money that another wallet of the service sent without one.",
    }),
    walletId: z.string().meta({ format: "uuid" }),
    amount: msatsText,
    unit: z.literal("msats"),
    flags: z.array(z.string()).meta({
      description: "What is unusual about it: `late`, `overpaid`, `underpaid`, `second`, `no_slot`, `over_maximum`.",
    }),
    comment,
    payerData,
    settledAt: isoTime.meta({ description: "When the node had the money, or the wallet what another wallet sent." }),
    createdAt: isoTime,
  })
  .meta({ id: "Receipt", examples: [RECEIPT] });

const createBody = z
  .object({
    amount: amount.meta({ examples: [EXAMPLE.amount] }),
    description: descriptionField(EXAMPLE.description),
    expiresIn: optionalSeconds(expirySeconds, {
      description: "Seconds for which the invoice can be paid.",
      maximum: EXPIRY_SECONDS_MAX,
      default: EXPIRY_SECONDS_DEFAULT,
      example: 600,
    }),
    internalId: optionalText(255).meta({ description: "Yours; echoed." }),
    callbackUrl: optionalWebAddress(2_048),
  })
  .meta({ examples: [{ amount: EXAMPLE.amount, description: EXAMPLE.description }] });

/** `POST /v0/charges`, `GET /v0/charges/{id}`, `GET /v0/charges` (docs/contract.md). */
export function chargeRoutes(deps: CreateChargeDeps & { readonly receivable: () => Msats | undefined }): RoutesPlugin {
  return (api) => {
    api.post("/v0/charges", { schema: createRoute, config: { scope: "receive" } }, async (request, reply) => {
      const { body, caller, headers } = request;
      const { charge, replayed } = await createCharge(deps, {
        caller,
        amount: body.amount,
        description: body.description,
        expirySeconds: body.expiresIn ?? EXPIRY_SECONDS_DEFAULT,
        internalId: body.internalId,
        callbackUrl: body.callbackUrl,
        idempotencyKey: headers["idempotency-key"],
      });
      markReplayed(reply, { replayed });
      const most = deps.receivable();
      if (most !== undefined && charge.amount > most)
        request.warnings = [...(request.warnings ?? []), { field: "amount", issue: notReceivable(most) }];
      return success(presentCharge(charge), "Charge created.");
    });

    api.get("/v0/charges/:id", { schema: readRoute }, async (request) => {
      const id = idOf<ChargeId>(request.params.id, () => new ChargeNotFound());
      const { wallet } = request.caller;
      const charge = await findReadableCharge(deps.db, wallet, id);
      if (charge === undefined) throw new ChargeNotFound();
      return success(presentCharge(seenBy(wallet.owner.id, charge)), "Charge found.");
    });

    api.get("/v0/charges", { schema: listRoute }, async ({ caller: { wallet }, query }, reply) => {
      const { limit, cursor: before, format, staticChargeId: staticCharge, ...rest } = query;
      requireOneName(query, ["internalId", "staticChargeId"]);
      const filter = { ...rest, staticCharge };
      const listing: Listing<Charge, ReturnType<typeof presentCharge>, ChargeId> = {
        name: "charges",
        message: "Charges listed.",
        read: async (at) =>
          await listCharges(
            deps.db,
            { wallet: wallet.id, range: idRange({ ...filter, before: at.before }), limit: at.limit },
            filter,
          ),
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present: (row) => presentCharge(seenBy(wallet.owner.id, row)),
        columns: CHARGE_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });
  };
}

const createRoute = {
  operationId: "createCharge",
  summary: "Make an invoice",
  description:
    "Makes a BOLT 11 invoice and watches it. What is paid is credited to the project's wallet, also when it is too much, " +
    "too late, or a second time. With an `Idempotency-Key` a repeated request answers the same charge.",
  tags: TAGS,
  headers: writeHeaders,
  body: createBody,
  response: { 200: envelope(chargeSchema, "Charge created.") },
  errors: [
    "invalid_amount",
    "receive_limit_exceeded",
    "service_full",
    "callback_host_claimed",
    "idempotency_mismatch",
    "unavailable",
  ],
} as const;

const readRoute = {
  operationId: "getCharge",
  summary: "Read a charge",
  description: "With what came in so far.",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(chargeSchema, "Charge found.") },
  errors: ["charge_not_found"],
} as const;

const listRoute = {
  operationId: "listCharges",
  summary: "List charges",
  description: "Newest first. Of `internalId` and `staticChargeId` one can be asked for at a time.",
  tags: TAGS,
  querystring: listQuery(uuidText<ChargeId>()).extend({
    ...filtersOf("charges", CHARGE_STATUSES),
    staticChargeId: uuidText<StaticChargeId>()
      .optional()
      .meta({ description: "Only charges that this static charge gave out." }),
  }),
  response: { 200: list(chargeSchema, "Charges listed.") },
  textType: "text/csv",
} as const;

function notReceivable(most: Msats): string {
  return `is more than the service's Lightning channels can receive now (${most} msats): a payer may find no route`;
}
