import { z } from "zod";
import { InvalidInput } from "#kernel/errors.ts";
import {
  amount,
  envelope,
  given,
  msatsText,
  optionalText,
  type RoutesPlugin,
  rateLimiter,
  success,
  takeShare,
} from "#platform/http/index.ts";
import type { PayParams } from "#protocol/lnurl.ts";
import { type AskAddressDeps, askAddress, fetchCharge, ownNameOf } from "./addresses/ask-address.ts";
import { ASKING_FAILURE_CODES } from "./model/failure-codes.ts";
import { EXAMPLE, INVOICE_EXAMPLE } from "./wire.ts";

const TAGS = ["Lightning addresses"];

const { lnAddress } = EXAMPLE;
const ADDRESS_CHARACTERS = 400;
/**
 * Invoices of one address of this service that one project may ask for in a minute, so that it cannot keep others from
 * paying. Ours.
 */
const PER_PROJECT_AND_ADDRESS = 60;

const ASKED = {
  valid: true,
  metadata: {
    tag: "payRequest",
    minSendable: 1_000,
    maxSendable: 10_000_000_000,
    commentAllowed: 280,
    metadata: `[["text/plain","Payment to alice@pay.example"],["text/identifier","alice@pay.example"]]`,
    callback: "https://pay.example/lnurl/pay/name/alice/callback",
    payerData: { name: { mandatory: false }, identifier: { mandatory: false }, email: { mandatory: false } },
    disposable: false,
  },
  reason: null,
};

const askedAddressSchema = z
  .object({
    valid: z.boolean(),
    metadata: z
      .object({
        tag: z.literal("payRequest"),
        minSendable: z.number().meta({ description: "Millisatoshis." }),
        maxSendable: z.number().meta({ description: "Millisatoshis." }),
        commentAllowed: z.number().meta({ description: "Characters of a comment; 0 when it takes none." }),
        metadata: z.string().meta({ description: "As its server wrote it (LUD-06). Escape it where you show it." }),
        callback: z.string(),
        payerData: z
          .record(z.string(), z.object({ mandatory: z.boolean() }))
          .meta({ description: "What it asks payers for (LUD-18)." }),
        disposable: z.boolean(),
      })
      .nullable()
      .meta({ description: "What its server answered; null when it is not valid." }),
    reason: z.string().nullable().meta({ description: "Why it is not valid." }),
  })
  .meta({ id: "AskedAddress", examples: [ASKED] });

const FETCHED = {
  lnaddress: lnAddress,
  amount: "10000",
  invoice: { request: INVOICE_EXAMPLE.invoice, uri: `lightning:${INVOICE_EXAMPLE.invoice}` },
};

const fetchedChargeSchema = z
  .object({
    lnaddress: z.string(),
    amount: msatsText,
    invoice: z.object({ request: z.string().meta({ description: "BOLT 11." }), uri: z.string() }),
  })
  .meta({ id: "FetchedCharge", examples: [FETCHED] });

const fetchBody = z
  .object({
    lnaddress: optionalText(ADDRESS_CHARACTERS).meta({
      description: "The Lightning address; `lnAddress` is read too.",
      examples: [lnAddress],
    }),
    lnAddress: optionalText(ADDRESS_CHARACTERS).meta({ description: "The same as `lnaddress`." }),
    amount: amount.meta({ examples: [FETCHED.amount] }),
    description: optionalText(1_000).meta({
      description: "Sent as the comment (LUD-12) where the recipient takes comments, and else left out.",
    }),
  })
  .meta({ examples: [{ lnaddress: lnAddress, amount: FETCHED.amount }] });

/** `GET /v0/ln-address/validate/{address}`, `POST /v0/ln-address/fetch-charge` (docs/contract.md). */
export function addressRoutes(deps: AskAddressDeps): RoutesPlugin {
  const askers = rateLimiter(deps.clock, PER_PROJECT_AND_ADDRESS);
  return (api) => {
    api.get("/v0/ln-address/validate/:address", { schema: validateRoute }, async ({ params }) => {
      const answer = await askAddress(deps, params.address);
      const data =
        answer.kind === "valid"
          ? { valid: true, metadata: presentParams(answer.payParams), reason: null }
          : { valid: false, metadata: null, reason: answer.reason };
      return success(data, answer.kind === "valid" ? "Lightning address found." : "Not a valid Lightning address.");
    });

    api.post(
      "/v0/ln-address/fetch-charge",
      { schema: fetchRoute, config: { scope: "read" } },
      async ({ body, caller }) => {
        const address = given(body.lnaddress) ?? given(body.lnAddress);
        if (address === undefined) throw new InvalidInput("lnaddress", "is required");
        const own = ownNameOf(deps, address);
        const asker = `${caller.wallet.id} ${own}`;
        if (own !== undefined) takeShare(askers, asker, "invoices of this address");
        const comment = given(body.description);
        const request = await fetchCharge(deps, { address, amount: body.amount, comment });
        const invoice = { request, uri: `lightning:${request}` };
        return success({ lnaddress: address, amount: String(body.amount), invoice }, "Charge fetched.");
      },
    );
  };
}

/** Amounts as JSON numbers, as in LUD-06. */
function presentParams({ minSendable, maxSendable, callback, ...params }: PayParams) {
  return {
    tag: "payRequest" as const,
    minSendable: Number(minSendable),
    maxSendable: Number(maxSendable),
    commentAllowed: params.commentAllowed,
    metadata: params.metadata,
    callback: callback.href,
    payerData: params.payerData,
    disposable: false,
  };
}

const validateRoute = {
  operationId: "validateLightningAddress",
  summary: "Validate a Lightning address",
  description: "Asks the server of the address what it takes. Nothing is paid or stored.",
  tags: TAGS,
  params: z.object({
    address: z
      .string()
      .max(ADDRESS_CHARACTERS)
      .meta({ examples: [lnAddress] }),
  }),
  response: { 200: envelope(askedAddressSchema, "Lightning address found.") },
  errors: ["address_unreachable", "receive_limit_exceeded"],
} as const;

const fetchRoute = {
  operationId: "fetchLightningAddressCharge",
  summary: "Fetch an invoice of a Lightning address",
  description:
    "Asks the server of the address for an invoice over exactly this amount, checks it and hands it out, for somebody else to pay. " +
    "To pay the address yourself, use `POST /v0/ln-address/send-payment`.",
  tags: TAGS,
  body: fetchBody,
  response: { 200: envelope(fetchedChargeSchema, "Charge fetched.") },
  errors: ["invalid_amount", ...ASKING_FAILURE_CODES, "receive_limit_exceeded"],
} as const;
