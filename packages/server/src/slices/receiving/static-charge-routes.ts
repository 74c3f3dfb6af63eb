import { z } from "zod";
import type { Clock } from "#kernel/clock.ts";
import { idRange } from "#kernel/ids.ts";
import {
  amount,
  answerList,
  codec,
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
  optionalField,
  optionalText,
  optionalWebAddress,
  type RoutesPlugin,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { staticChargeDescription } from "./model/description.ts";
import {
  allowedSlots,
  STATIC_CHARGE_STATUSES,
  type StaticCharge,
  type StaticChargeId,
  StaticChargeNotFound,
  successMessage,
} from "./model/static-charge.ts";
import { changeStaticCharge } from "./offer/change-static-charge.ts";
import { createStaticCharge, type StaticChargeDeps } from "./offer/create-static-charge.ts";
import { presentStaticCharge, STATIC_CHARGE_COLUMNS } from "./present-static-charge.ts";
import { findStaticCharge, listStaticCharges } from "./store/static-charges.ts";

const TAGS = ["Static charges"];

const id = uuidText<StaticChargeId>();
const cursor = cursorOf(id);

const LNURL = "lnurl1dp68gup69uhkcmmrv9kxsmmnwsarsvpcxqhkcmn4wfkz7urp0yhhxarpw35kxtmsxyc…";

const EXAMPLE = {
  id: "01a1f9ba-a42f-71e3-a134-0a9b28d69203",
  unit: "msats",
  minAmount: "10000",
  maxAmount: "20000",
  description: "Tips for the band",
  successMessage: "Thank you!",
  status: "active",
  slots: "0",
  allowedSlots: "100",
  invoice: { request: LNURL, uri: `lightning:${LNURL}` },
  fee: "0",
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
  callbackUrl: null,
  internalId: null,
  createdAt: "2026-11-20T16:12:00.943Z",
  expiresAt: null,
  confirmedAt: null,
};

const staticChargeSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    unit: z.literal("msats"),
    minAmount: msatsText,
    maxAmount: msatsText,
    description: z.string(),
    successMessage: z.string(),
    status: z
      .enum(STATIC_CHARGE_STATUSES)
      .meta({ description: "`full`: it has taken all its payments and gives out no further invoice." }),
    slots: z.string().meta({ description: "How many payments it has taken.", examples: ["0"] }),
    allowedSlots: z.string().nullable().meta({ description: "How many payments it takes; null: any number." }),
    invoice: z.object({
      request: z.string().meta({ description: "LNURL-pay, in bech32 (LUD-01)." }),
      uri: z.string().meta({ description: "The same, for a link or a QR code.", examples: [EXAMPLE.invoice.uri] }),
    }),
    fee: msatsText,
    walletId: z.string().meta({ format: "uuid" }),
    callbackUrl: z.string().nullable(),
    internalId: z.string().nullable(),
    createdAt: isoTime,
    expiresAt: isoTime.nullable().meta({ description: "Always null: it does not expire." }),
    confirmedAt: isoTime.nullable().meta({ description: "Always null: each of its payments is a charge of its own." }),
  })
  .meta({ id: "StaticCharge", examples: [EXAMPLE] });

const description = codec(
  z.string().meta({
    description: "Shown to the payer; at most 639 bytes of UTF-8, and not empty.",
    minLength: 1,
    examples: [EXAMPLE.description],
  }),
  staticChargeDescription,
  (text) => text,
);
const message = codec(
  z.string().meta({
    description: "Shown to the payer after the payment (LUD-09); at most 144 characters.",
    examples: [EXAMPLE.successMessage],
  }),
  successMessage,
  (text) => text,
);
const slots = codec(
  z.custom<string | number>().meta({
    description: "How many payments it takes. A string of digits; an integer is accepted too. Without it any number.",
    anyOf: [
      { type: "string", pattern: "^[1-9][0-9]{0,9}$" },
      { type: "integer", minimum: 1, maximum: 1_000_000_000 },
    ],
    examples: [EXAMPLE.allowedSlots],
  }),
  allowedSlots,
  String,
);
const texts = {
  successMessage: message.nullish(),
  internalId: optionalText(255).meta({ description: "Yours; echoed, also in each of its charges." }),
  callbackUrl: optionalWebAddress(2_048),
  allowedSlots: optionalField(slots),
};

const REQUEST = {
  minAmount: EXAMPLE.minAmount,
  maxAmount: EXAMPLE.maxAmount,
  description: EXAMPLE.description,
  successMessage: EXAMPLE.successMessage,
  allowedSlots: EXAMPLE.allowedSlots,
};
const createBody = z
  .object({
    minAmount: amount.meta({ examples: [EXAMPLE.minAmount] }),
    maxAmount: amount.meta({ examples: [EXAMPLE.maxAmount] }),
    description,
    ...texts,
  })
  .meta({ examples: [REQUEST] });
const changeBody = z
  .object({
    minAmount: optionalField(amount),
    maxAmount: optionalField(amount),
    description: description.nullish(),
    ...texts,
  })
  .meta({ examples: [{ maxAmount: EXAMPLE.maxAmount }] });

type Deps = StaticChargeDeps & { readonly clock: Clock; readonly baseUrl: string };

/** `POST`, `GET /v0/static-charges`, `GET`, `PATCH /v0/static-charges/{id}` (docs/contract.md). */
export function staticChargeRoutes(deps: Deps): RoutesPlugin {
  const present = (row: StaticCharge) => presentStaticCharge(row, deps.baseUrl);
  return (api) => {
    api.post(
      "/v0/static-charges",
      { schema: createRoute, config: { scope: "receive" } },
      async ({ body, caller, headers }, reply) => {
        const { staticCharge, replayed } = await createStaticCharge(deps, {
          caller,
          minAmount: body.minAmount,
          maxAmount: body.maxAmount,
          description: body.description,
          successMessage: body.successMessage ?? "",
          internalId: body.internalId,
          callbackUrl: body.callbackUrl,
          allowedSlots: body.allowedSlots,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(present(staticCharge), "Static charge created.");
      },
    );

    api.get("/v0/static-charges/:id", { schema: readRoute }, async ({ caller, params }) => {
      const staticCharge = await findStaticCharge(deps.db, caller.wallet.id, idOf(params.id, missing));
      if (staticCharge === undefined) throw missing();
      return success(present(staticCharge), "Static charge found.");
    });

    api.get("/v0/static-charges", { schema: listRoute }, async ({ caller, query }, reply) => {
      const { limit, cursor: before, format, ...filter } = query;
      const listing: Listing<StaticCharge, ReturnType<typeof presentStaticCharge>, StaticChargeId> = {
        name: "static-charges",
        message: "Static charges listed.",
        read: async (at) =>
          await listStaticCharges(
            deps.db,
            { wallet: caller.wallet.id, range: idRange({ ...filter, before: at.before }), limit: at.limit },
            filter,
          ),
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present,
        columns: STATIC_CHARGE_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });

    api.patch(
      "/v0/static-charges/:id",
      { schema: changeRoute, config: { scope: "receive" } },
      async ({ body, caller, params }) => {
        const staticCharge = await changeStaticCharge(deps, {
          caller,
          id: idOf<StaticChargeId>(params.id, missing),
          minAmount: body.minAmount,
          maxAmount: body.maxAmount,
          description: body.description ?? undefined,
          successMessage: body.successMessage ?? undefined,
          internalId: body.internalId,
          callbackUrl: body.callbackUrl,
          allowedSlots: body.allowedSlots,
        });
        return success(present(staticCharge), "Static charge changed.");
      },
    );
  };
}

const missing = () => new StaticChargeNotFound();

const createRoute = {
  operationId: "createStaticCharge",
  summary: "Make a static charge",
  description:
    "Makes an LNURL that any Lightning wallet can pay, again and again. Each payment is a charge of its own, with the " +
    "static charge's `callbackUrl` and `internalId`. With `allowedSlots` it gives out no further invoice once so many were paid; " +
    "what is paid with an invoice from before is credited and has the flag `no_slot`.",
  tags: TAGS,
  headers: writeHeaders,
  body: createBody,
  response: { 200: envelope(staticChargeSchema, "Static charge created.") },
  errors: ["invalid_amount", "callback_host_claimed", "idempotency_mismatch"],
} as const;

const readRoute = {
  operationId: "getStaticCharge",
  summary: "Read a static charge",
  description: "With the number of payments that it has taken. The payments are charges with its `staticChargeId`.",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(staticChargeSchema, "Static charge found.") },
  errors: ["static_charge_not_found"],
} as const;

const listRoute = {
  operationId: "listStaticCharges",
  summary: "List static charges",
  description: "Newest first.",
  tags: TAGS,
  querystring: listQuery(id).extend(filtersOf("static charges", STATIC_CHARGE_STATUSES)),
  response: { 200: list(staticChargeSchema, "Static charges listed.") },
  textType: "text/csv",
} as const;

const changeRoute = {
  operationId: "changeStaticCharge",
  summary: "Change a static charge",
  description:
    "What is left out stays; an empty text removes the one there was, but not the description. Invoices that were given out before stay as they are. " +
    "The LNURL stays the same.",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  body: changeBody,
  response: { 200: envelope(staticChargeSchema, "Static charge changed.") },
  errors: ["static_charge_not_found", "invalid_amount", "callback_host_claimed"],
} as const;
