import { z } from "zod";
import { InvalidInput } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import {
  amount,
  envelope,
  isoTime,
  msatsText,
  optionalField,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import type { PayDeps } from "./accept/deps.ts";
import { type Quote, quoteAmount } from "./accept/quote-amount.ts";
import { readInvoice } from "./model/invoice.ts";
import type { AskedDestination } from "./model/target.ts";
import { INVOICE_CHARACTERS, INVOICE_EXAMPLE, TAGS } from "./wire.ts";

const KINDS = ["address", "invoice", "gamertag", "email"] as const;
type Kind = (typeof KINDS)[number];

export type QuoteRoutesDeps = PayDeps & {
  /** What a payment to an e-mail address costs. */
  readonly emailFee: (amount: Msats) => Msats;
};

const EXAMPLE = {
  unit: "msats" as const,
  amount: "10000",
  feeLimit: "10000",
  total: "20000",
  isHere: false,
  invoice: { description: "Order 4711", expiresAt: "2026-11-20T17:12:00.000Z" },
};

const quoteSchema = z
  .object({
    unit: z.literal("msats"),
    amount: msatsText,
    feeLimit: msatsText.meta({ description: "The most that it costs." }),
    total: msatsText.meta({ description: "Amount and `feeLimit`: what the wallet sets aside." }),
    isHere: z.boolean().meta({ description: "The wallet is one of this service: paid at once, without a fee." }),
    invoice: z
      .object({ description: z.string().nullable().meta({ description: "Escape it." }), expiresAt: isoTime })
      .nullable()
      .meta({ description: "What the invoice says; null: it is none." }),
  })
  .meta({ id: "PaymentQuote", examples: [EXAMPLE] });

const route = {
  operationId: "quotePayment",
  summary: "Ask what a payment would take",
  description:
    "The most that a payment costs, and what its invoice says, before it is made. Nothing is moved, and no server of others is asked.",
  tags: TAGS,
  querystring: z.object({
    kind: z.enum(KINDS),
    to: z
      .string()
      .min(1)
      .max(INVOICE_CHARACTERS)
      .meta({ examples: [INVOICE_EXAMPLE.invoice] }),
    amount: optionalField(amount).meta({ description: "May be left out where the invoice says it." }),
  }),
  response: { 200: envelope(quoteSchema, "This is what it would take.") },
  errors: [
    "address_not_found",
    "user_not_found",
    "self_payment",
    "invoice_invalid",
    "invoice_expired",
    "final_cltv_too_large",
    "not_supported",
    "unavailable",
  ],
} as const;

/** `GET /quote` of a project's pages. It is a read, so that no history of changes has it. */
export function quoteRoutes(deps: QuoteRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/quote", { schema: route, config: { action: "read" } }, async ({ caller, query }) => {
      const { kind, to } = query;
      const quote =
        kind === "email"
          ? quoteOfEmail(deps, query.amount)
          : await quoteAmount(deps, { caller, destination: destinationIn(kind, to), amount: query.amount });
      return success(present(quote, kind === "invoice" ? to : undefined), "This is what it would take.");
    });
  };
}

function quoteOfEmail({ emailFee }: QuoteRoutesDeps, amount: Msats | undefined): Quote {
  if (amount === undefined) throw new InvalidInput("amount", "is required");
  return { amount, feeLimit: emailFee(amount), isInternal: false };
}

function destinationIn(kind: Exclude<Kind, "email">, to: string): AskedDestination {
  switch (kind) {
    case "address":
      return { kind, lnAddress: to };
    case "invoice":
      return { kind, invoice: to };
    case "gamertag":
      return { kind, gamertag: to };
  }
}

function present({ amount, feeLimit, isInternal }: Quote, invoice: string | undefined) {
  return {
    unit: "msats" as const,
    amount: String(amount),
    feeLimit: String(feeLimit),
    total: String(amount + feeLimit),
    isHere: isInternal,
    invoice: invoice === undefined ? null : presentInvoice(readInvoice(invoice)),
  };
}

function presentInvoice({ description, expiresAt }: ReturnType<typeof readInvoice>) {
  return {
    description: description.kind === "text" ? description.text : null,
    expiresAt: expiresAt.toISOString(),
  };
}
