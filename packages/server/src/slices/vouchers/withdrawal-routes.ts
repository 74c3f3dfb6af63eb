import { z } from "zod";
import { type Caller, restrictedKeyOf } from "#kernel/caller.ts";
import { idRange } from "#kernel/ids.ts";
import { POLICY_RULES } from "#payments";
import {
  cursorOf,
  envelope,
  filtersOf,
  idOf,
  idParams,
  isoTime,
  list,
  markReplayed,
  msatsText,
  optionalSeconds,
  optionalText,
  optionalWebAddress,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { issueVouchers } from "./issue/issue-vouchers.ts";
import {
  DESCRIPTION_LENGTH_MAX,
  EXPIRY_SECONDS_MAX,
  type Voucher,
  type VoucherId,
  voucherExpirySeconds,
  WITHDRAWAL_EXPIRY_SECONDS_DEFAULT,
  WithdrawalNotFound,
} from "./model/voucher.ts";
import {
  presentWithdrawal,
  presentWithInvoice,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from "./present-voucher.ts";
import { findVoucherOfWallet, listVouchers } from "./store/vouchers.ts";
import type { VoucherRoutesDeps } from "./voucher-routes.ts";
import { amountOfVoucher } from "./wire.ts";

const TAGS = ["Withdrawal requests"];

const cursor = cursorOf(uuidText<VoucherId>());

const STATUSES = Object.keys(WITHDRAWAL_STATUSES) as [WithdrawalStatus, ...WithdrawalStatus[]];

const LNURL = "lnurl1dp68gurn8ghj7urp0yhx27rpd4cxcefwvdhk6tmkxqhkcmn4wfkz7amfw35xgunpwuh…";
const FAST_LNURL = "lnurl1dp68gurn8ghj7urp0yhx27rpd4cxcefwvdhk6tmkxqhkcmn4wfkz7amfw35xgunpwuhkgetwd4…";

export const EXAMPLE = {
  id: "01a1f9d0-0c4e-7b11-a6d2-41f0c9e7d35a",
  unit: "msats",
  amount: "100000",
  fee: "0",
  description: "Prize of round 7",
  status: "pending",
  invoice: { request: LNURL, fastRequest: FAST_LNURL, uri: `lightning:${LNURL}`, fastUri: `lightning:${FAST_LNURL}` },
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
  callbackUrl: null,
  internalId: "round-7",
  createdAt: "2026-11-20T16:25:00.110Z",
  expiresAt: "2026-11-20T17:25:00.110Z",
  confirmedAt: null,
  paymentId: null,
};

/** As events have them. */
export const COMPLETED = {
  ...EXAMPLE,
  status: "completed",
  invoice: null,
  fee: "1000",
  confirmedAt: "2026-11-20T16:26:31.502Z",
  paymentId: "01a1f9d1-5a30-7c44-8b1e-6d2f9c0e7a15",
};
export const EXPIRED = { ...EXAMPLE, status: "expired", invoice: null };

export const withdrawalSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    unit: z.literal("msats"),
    amount: msatsText.meta({
      description: "Millisatoshis that leave the wallet at most: what is paid out, and its fee.",
    }),
    fee: msatsText.meta({ description: "Millisatoshis that the route took; 0 before it is completed." }),
    description: z.string(),
    status: z.enum(STATUSES).meta({
      description: "`processing`: it is being paid out; `pending` again if that fails.",
    }),
    invoice: z
      .object({
        request: z.string().meta({ description: "LNURL-withdraw. Who has it can take the money." }),
        fastRequest: z
          .string()
          .meta({ description: "The same with its terms in it (LUD-08), which saves wallets a request." }),
        uri: z.string(),
        fastUri: z.string(),
      })
      .nullable()
      .meta({
        description:
          "For a QR code or a link. Null in events, and for a key that has a policy in all but the answer that creates the request.",
      }),
    walletId: z.string().meta({ format: "uuid" }),
    callbackUrl: z.string().nullable(),
    internalId: z.string().nullable(),
    createdAt: isoTime,
    expiresAt: isoTime,
    confirmedAt: isoTime.nullable(),
    paymentId: z
      .string()
      .nullable()
      .meta({ format: "uuid", description: "That pays it out; null as long as no wallet has claimed it." }),
  })
  .meta({ id: "WithdrawalRequest", examples: [EXAMPLE] });

const createBody = z
  .object({
    amount: amountOfVoucher.meta({
      description: "Millisatoshis that leave the wallet at most: what is kept back for the route is part of it.",
      examples: [EXAMPLE.amount],
    }),
    description: optionalText(DESCRIPTION_LENGTH_MAX).meta({
      description: "Shown to the taker by the wallet.",
      examples: [EXAMPLE.description],
    }),
    expiresIn: optionalSeconds(voucherExpirySeconds, {
      description: "Seconds for which it can be claimed.",
      maximum: EXPIRY_SECONDS_MAX,
      default: WITHDRAWAL_EXPIRY_SECONDS_DEFAULT,
      example: 600,
    }),
    internalId: optionalText(255).meta({ description: "Yours; echoed." }),
    callbackUrl: optionalWebAddress(2_048),
  })
  .meta({ examples: [{ amount: EXAMPLE.amount, description: EXAMPLE.description, internalId: EXAMPLE.internalId }] });

/**
 * `POST /v0/withdrawal-requests`, `GET /v0/withdrawal-requests/{id}`, `GET /v0/withdrawal-requests` (docs/contract.md).
 */
export function withdrawalRoutes(deps: VoucherRoutesDeps): RoutesPlugin {
  /** A key with a policy may give out less than the LNURL takes: it sees none but in the answer that makes it. */
  const presentTo = ({ actor }: Caller, request: Voucher) =>
    restrictedKeyOf(actor) === undefined ? presentWithInvoice(deps, request) : presentWithdrawal(request);
  return (api) => {
    api.post(
      "/v0/withdrawal-requests",
      { config: { movesMoney: true, scope: "send" }, schema: createRoute },
      async ({ body, caller, headers }, reply) => {
        const { issued, replayed } = await issueVouchers(deps, {
          caller,
          kind: "withdrawal",
          operation: "withdrawal-requests",
          vouchers: [
            {
              amount: body.amount,
              description: body.description ?? "",
              expirySeconds: body.expiresIn ?? WITHDRAWAL_EXPIRY_SECONDS_DEFAULT,
              internalId: body.internalId,
              callbackUrl: body.callbackUrl,
            },
          ],
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        const [withdrawal] = issued;
        if (withdrawal === undefined) throw new Error("one withdrawal request was made and is not there");
        const shown = replayed ? presentTo(caller, withdrawal.voucher) : presentWithInvoice(deps, withdrawal.voucher);
        return success(shown, "Withdrawal request created.");
      },
    );

    api.get("/v0/withdrawal-requests/:id", { schema: readRoute }, async ({ params, caller }) => {
      const id = idOf<VoucherId>(params.id, () => new WithdrawalNotFound());
      const withdrawal = await findVoucherOfWallet(deps.db, { wallet: caller.wallet.id, kind: "withdrawal", id });
      if (withdrawal === undefined) throw new WithdrawalNotFound();
      return success(presentTo(caller, withdrawal), "Withdrawal request found.");
    });

    api.get("/v0/withdrawal-requests", { schema: listRoute }, async ({ query, caller }) => {
      const { limit, cursor: before, status, ...filter } = query;
      const range = idRange({ ...filter, before });
      const states = status === undefined ? undefined : WITHDRAWAL_STATUSES[status];
      const part = { wallet: caller.wallet.id, kind: "withdrawal", range, limit: limit + 1 } as const;
      const rows = await listVouchers(deps.db, part, { states, ...filter });
      const cursorOfRow = (row: Voucher) => z.encode(cursor, row.id);
      const present = (request: Voucher) => presentTo(caller, request);
      return page(rows, { limit, present, cursorOf: cursorOfRow }, "Withdrawal requests listed.");
    });
  };
}

const createRoute = {
  operationId: "createWithdrawalRequest",
  summary: "Let somebody withdraw from the wallet",
  description:
    "Makes an LNURL with which any Lightning wallet takes the amount, once. Nothing is reserved before it is claimed. What the route may " +
    "cost is kept back from the amount: the taker gets the rest.",
  tags: TAGS,
  headers: writeHeaders,
  body: createBody,
  response: { 200: envelope(withdrawalSchema, "Withdrawal request created.") },
  errors: ["invalid_amount", "callback_host_claimed", ...POLICY_RULES, "idempotency_mismatch"],
} as const;

const readRoute = {
  operationId: "getWithdrawalRequest",
  summary: "Read a withdrawal request",
  description: "With what became of it so far.",
  tags: TAGS,
  params: idParams(EXAMPLE.id),
  response: { 200: envelope(withdrawalSchema, "Withdrawal request found.") },
  errors: ["withdrawal_not_found"],
} as const;

const listRoute = {
  operationId: "listWithdrawalRequests",
  summary: "List withdrawal requests",
  description: "Newest first.",
  tags: TAGS,
  querystring: pageQuery(uuidText<VoucherId>()).extend(filtersOf("withdrawal requests", STATUSES)),
  response: { 200: list(withdrawalSchema, "Withdrawal requests listed.") },
} as const;
