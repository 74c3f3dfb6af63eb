import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Caller } from "#kernel/caller.ts";
import { idRange, type ProjectKeyId } from "#kernel/ids.ts";
import { POLICY_RULES } from "#payments";
import {
  answerList,
  cursorOf,
  envelope,
  filtersOf,
  given,
  idOf,
  idParams,
  type Listing,
  list,
  listQuery,
  markReplayed,
  optionalSeconds,
  optionalText,
  type RoutesPlugin,
  requireOneName,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { findFirstKey } from "#projects";
import { redeemVoucher } from "./claim/redeem-voucher.ts";
import { revokeVoucher } from "./issue/end-voucher.ts";
import { type IssueDeps, issueVouchers } from "./issue/issue-vouchers.ts";
import {
  BATCH_MAX,
  DESCRIPTION_LENGTH_MAX,
  EXPIRY_SECONDS_MAX,
  ISSUE_REFUSAL_CODES,
  VOUCHER_ENDED_CODES,
  VOUCHER_EXPIRY_SECONDS_DEFAULT,
  VOUCHER_STATUSES,
  type Voucher,
  type VoucherId,
  VoucherNotFound,
  voucherExpirySeconds,
} from "./model/voucher.ts";
import { presentIssued, presentVoucher, VOUCHER_COLUMNS } from "./present-voucher.ts";
import { findVoucherOfWallet, listVouchers } from "./store/vouchers.ts";
import { amountOfVoucher, EXAMPLE, REVOKED, TAKEN, voucherFields, voucherSchema } from "./wire.ts";

const TAGS = ["Vouchers"];

const cursor = cursorOf(uuidText<VoucherId>());

const ISSUED = {
  ...EXAMPLE,
  claimToken: "c4n1k6m2YdM0pXbW3vQe7A",
  claimUrl: "https://pay.example.com/claim#c4n1k6m2YdM0pXbW3vQe7A",
  lnurl: "lnurl1dp68gurn8ghj7urp0yhx27rpd4cxcefwvdhk6tmkxqhkcmn4wfkz7amfw35xgunpwuh…",
};
const issuedFields = voucherFields.extend({
  claimToken: z.string().nullable().meta({
    description: "Who has it can take the money. Shown once: null when a repeated request is answered again.",
  }),
  claimUrl: z.string().nullable().meta({
    description: "A page for the taker: what the voucher is worth, and a QR code for any wallet. The token is in it.",
  }),
  lnurl: z.string().nullable().meta({ description: "LNURL-withdraw, for any Lightning wallet. The token is in it." }),
});
const issuedVoucherSchema = issuedFields.meta({ id: "IssuedVoucher", examples: [ISSUED] });

const voucherRequestSchema = z.object({
  amount: amountOfVoucher.meta({ examples: [EXAMPLE.amount] }),
  description: optionalText(DESCRIPTION_LENGTH_MAX).meta({
    description: "Shown to those who redeem it.",
    examples: [EXAMPLE.description],
  }),
  expiresIn: optionalSeconds(voucherExpirySeconds, {
    description: "Seconds for which it can be redeemed.",
    maximum: EXPIRY_SECONDS_MAX,
    default: VOUCHER_EXPIRY_SECONDS_DEFAULT,
    example: 86_400,
  }),
  internalId: optionalText(255).meta({
    description: "Yours; echoed, and not shown to those who redeem it.",
    examples: [EXAMPLE.internalId],
  }),
});
const VOUCHER = { amount: EXAMPLE.amount, description: EXAMPLE.description, internalId: EXAMPLE.internalId };

const batchBody = z
  .object({ vouchers: z.array(voucherRequestSchema).min(1).max(BATCH_MAX) })
  .meta({ examples: [{ vouchers: [VOUCHER, { amount: EXAMPLE.amount }] }] });
/** A thousand vouchers with their descriptions. */
const BATCH_BYTES_MAX = 1_048_576;

const codeText = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: [EXAMPLE.code] });

export type VoucherRoutesDeps = IssueDeps & { readonly baseUrl: string };

/** `POST /v1/create-voucher` and the calls about vouchers beside it (docs/contract.md, "Vouchers"). */
export function voucherRoutes(deps: VoucherRoutesDeps): RoutesPlugin {
  return (api) => {
    for (const [path, schema] of [
      ["/v1/create-voucher", createRoute],
      ["/v0/create-voucher", { ...createRoute, hide: true }],
    ] as const)
      api.post(
        path,
        { config: { movesMoney: true, scope: "vouchers" }, schema },
        async ({ body, caller, headers }, reply) => {
          const [voucher] = await issueAll(
            deps,
            { caller, operation: "create-voucher", headers, vouchers: [body] },
            reply,
          );
          if (voucher === undefined) throw new Error("one voucher was issued and is not there");
          return success(voucher, "Voucher created.");
        },
      );

    api.post(
      "/v0/vouchers/batch",
      { config: { movesMoney: true, scope: "vouchers" }, schema: batchRoute, bodyLimit: BATCH_BYTES_MAX },
      async ({ body, caller, headers }, reply) => {
        const request = {
          caller,
          operation: "vouchers/batch",
          headers,
          vouchers: body.vouchers,
          list: "vouchers",
        } as const;
        return success(await issueAll(deps, request, reply), "Vouchers created.");
      },
    );

    api.get("/v0/vouchers/:id", { schema: readRoute }, async ({ params, caller }) => {
      const id = idOf<VoucherId>(params.id, () => new VoucherNotFound());
      const voucher = await findVoucherOfWallet(deps.db, { wallet: caller.wallet.id, kind: "voucher", id });
      if (voucher === undefined) throw new VoucherNotFound();
      return success(presentVoucher(voucher), "Voucher found.");
    });

    api.get("/v0/vouchers", { schema: listRoute }, async ({ query, caller }, reply) => {
      const { limit, cursor: before, format, status, keyId, ...rest } = query;
      requireOneName(query, ["internalId", "keyId"]);
      const key = keyId && (await findFirstKey(deps.db, keyId));
      const filter = { ...rest, key, states: status === undefined ? undefined : [status] };
      const listing: Listing<Voucher, ReturnType<typeof presentVoucher>, VoucherId> = {
        name: "vouchers",
        message: "Vouchers listed.",
        read: async (at) => {
          const range = idRange({ ...filter, before: at.before });
          const part = { wallet: caller.wallet.id, kind: "voucher", range, limit: at.limit } as const;
          return await listVouchers(deps.db, part, filter);
        },
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present: presentVoucher,
        columns: VOUCHER_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });

    api.post(
      "/v0/revoke-voucher",
      { config: { movesMoney: true, scope: "vouchers" }, schema: revokeRoute },
      async (request, reply) => {
        const { body, caller, headers } = request;
        const idempotencyKey = headers["idempotency-key"];
        const { voucher, replayed } = await revokeVoucher(deps, { caller, code: body.code, idempotencyKey });
        markReplayed(reply, { replayed });
        return success(presentVoucher(voucher), "Voucher revoked.");
      },
    );

    api.post(
      "/v0/redeem-voucher",
      { config: { movesMoney: true, scope: "vouchers" }, schema: redeemRoute },
      async (request, reply) => {
        const { body, caller, headers } = request;
        const { voucher, replayed } = await redeemVoucher(deps, {
          caller,
          code: body.code,
          token: given(body.claimToken),
          network: networkOf(request.ip),
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(presentRedeemed(voucher), "Voucher redeemed.");
      },
    );
  };
}

type Issuing = {
  readonly caller: Caller;
  readonly operation: string;
  readonly headers: { readonly "idempotency-key"?: string | undefined };
  readonly vouchers: readonly z.output<typeof voucherRequestSchema>[];
  /** The field of the body that has them, when it is a list. */
  readonly list?: "vouchers";
};

async function issueAll(
  deps: VoucherRoutesDeps,
  { caller, operation, headers, vouchers, list: listField }: Issuing,
  reply: FastifyReply,
) {
  const { issued, replayed } = await issueVouchers(deps, {
    caller,
    kind: "voucher",
    operation,
    vouchers: vouchers.map((voucher) => ({
      amount: voucher.amount,
      description: voucher.description ?? "",
      expirySeconds: voucher.expiresIn ?? VOUCHER_EXPIRY_SECONDS_DEFAULT,
      internalId: voucher.internalId,
    })),
    list: listField,
    idempotencyKey: headers["idempotency-key"],
  });
  markReplayed(reply, { replayed });
  return issued.map(({ voucher, token }) => presentIssued(deps.baseUrl, voucher, token));
}

/** What the taker of a voucher sees: not whose it was. */
function presentRedeemed(redeemed: Voucher) {
  const { id, code, amount, unit, description, status, redeemedAt, redeemedById, redeemedTransactionId } =
    presentVoucher(redeemed);
  return { id, code, amount, unit, description, status, redeemedAt, redeemedById, redeemedTransactionId };
}

const redeemed = voucherFields
  .pick({
    id: true,
    code: true,
    amount: true,
    unit: true,
    description: true,
    status: true,
    redeemedAt: true,
    redeemedById: true,
    redeemedTransactionId: true,
  })
  .meta({ id: "RedeemedVoucher", examples: [TAKEN] });

const ISSUE_ERRORS = ["invalid_amount", ...ISSUE_REFUSAL_CODES, ...POLICY_RULES, "idempotency_mismatch"] as const;

const createRoute = {
  operationId: "createVoucher",
  summary: "Issue a voucher",
  description:
    "Takes the value out of the project's wallet and issues a voucher for it. Redeeming takes the claim token, which this call alone " +
    "shows. `/v0/create-voucher` is the same. With an `Idempotency-Key` a repeated request answers the same voucher, without its token.",
  tags: TAGS,
  headers: writeHeaders,
  body: voucherRequestSchema.meta({ examples: [VOUCHER] }),
  response: { 200: envelope(issuedVoucherSchema, "Voucher created.") },
  errors: ISSUE_ERRORS,
} as const;

const batchRoute = {
  operationId: "createVouchers",
  summary: "Issue up to 1,000 vouchers",
  description:
    "All of them, or none: also when the wallet holds too little for the last one. A mistake in one is named by its place, from 0: `vouchers.3.amount`. " +
    "The body may have 1 MiB.",
  tags: TAGS,
  headers: writeHeaders,
  body: batchBody,
  response: {
    200: envelope(z.array(issuedVoucherSchema).meta({ examples: [[ISSUED]] }), "Vouchers created."),
  },
  errors: ISSUE_ERRORS,
} as const;

const readRoute = {
  operationId: "getVoucher",
  summary: "Read a voucher",
  description: "One that the project has issued.",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(voucherSchema, "Voucher found.") },
  errors: ["voucher_not_found"],
} as const;

const listRoute = {
  operationId: "listVouchers",
  summary: "List vouchers",
  description: "Newest first. Of `internalId` and `keyId` one can be asked for at a time.",
  tags: TAGS,
  querystring: listQuery(uuidText<VoucherId>()).extend({
    ...filtersOf("vouchers", VOUCHER_STATUSES),
    keyId: uuidText<ProjectKeyId>().optional().meta({
      description:
        "Only vouchers that this key asked for, or one that took over from it or it from; none of a key without a policy.",
    }),
  }),
  response: { 200: list(voucherSchema, "Vouchers listed.") },
  textType: "text/csv",
} as const;

const revokeRoute = {
  operationId: "revokeVoucher",
  summary: "Revoke a voucher",
  description:
    "Takes back a voucher that the project has issued and that was not redeemed. Its value returns to the wallet.",
  tags: TAGS,
  headers: writeHeaders,
  body: z.object({ code: codeText }).meta({ examples: [{ code: EXAMPLE.code }] }),
  response: { 200: envelope(voucherSchema.meta({ examples: [REVOKED] }), "Voucher revoked.") },
  errors: ["voucher_not_found", ...VOUCHER_ENDED_CODES, "idempotency_mismatch"],
} as const;

const redeemRoute = {
  operationId: "redeemVoucher",
  summary: "Redeem a voucher into the project's wallet",
  description:
    "With its whole value. It takes the code and the claim token. After five wrong codes in an hour only a code with its own token is taken.",
  tags: TAGS,
  headers: writeHeaders,
  body: z
    .object({
      code: codeText,
      claimToken: optionalText(64).meta({
        description: "From the answer that issued the voucher.",
      }),
    })
    .meta({ examples: [{ code: ISSUED.code, claimToken: ISSUED.claimToken }] }),
  response: { 200: envelope(redeemed, "Voucher redeemed.") },
  errors: [
    "voucher_not_found",
    ...VOUCHER_ENDED_CODES,
    "too_many_wrong_codes",
    "receive_limit_exceeded",
    "sending_paused",
    "idempotency_mismatch",
  ],
} as const;
