import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { envelope, isoTime, msatsText, type RoutesPlugin, success } from "#platform/http/index.ts";
import type { BitcoinNetwork, Invoice } from "#protocol/bolt11.ts";
import { readInvoice } from "./model/invoice.ts";
import { INVOICE_CHARACTERS, INVOICE_EXAMPLE, TAGS } from "./shared-routes.ts";

const hex = z.string().meta({ description: "Hexadecimal digits." });

const DECODED = {
  amount: "10000",
  lnRequest: INVOICE_EXAMPLE.invoice,
  lnExpiresAt: "2026-11-20T17:12:00.000Z",
  network: "regtest",
  description: "Order 4711",
  descriptionHash: null,
  paymentHash: "56951aaff209a9ea683d524925086ddcd4b988a3bca95b6d50f358f0f43162ec",
  paymentSecret: "30b3fba9d15b9752418ceab88e2adfe0f63ffa763deba32af85dd25c33395564",
  payee: "036ff83834666d3ebfe61c2a7d1f8fc5d6b339a26559a61819e2b0d1b5f540fdfc",
  signature:
    "d76655c92b91372cdbf91cb6e3e195c60306354c170469d38159611f5e6e50de27ce9869f0001e40a67707bd7c42e929ba929be2b19ea5ad26dd4ab78261cf58",
};

/** Names of networks on the wire. */
const NETWORKS = {
  mainnet: "bitcoin",
  testnet: "testnet",
  signet: "signet",
  regtest: "regtest",
} as const satisfies Record<BitcoinNetwork, string>;

const decoded = z
  .object({
    amount: msatsText.nullable().meta({ description: "Millisatoshis; null when the payer chooses." }),
    lnRequest: z.string().meta({ description: "The invoice, in lower case." }),
    lnExpiresAt: isoTime,
    network: z.enum(Object.values(NETWORKS)),
    description: z.string().nullable(),
    descriptionHash: hex.nullable().meta({ description: "SHA-256 of a description that is not in the invoice." }),
    paymentHash: hex,
    paymentSecret: hex,
    payee: hex.meta({ description: "Public key of the node that made it." }),
    signature: hex,
  })
  .meta({ id: "DecodedInvoice", examples: [DECODED] });

const body = z.object({
  invoice: z
    .string()
    .min(1)
    .max(INVOICE_CHARACTERS)
    .meta({ description: "BOLT 11, of any Bitcoin network.", examples: [INVOICE_EXAMPLE.invoice] }),
});

/** `POST /v0/decode-invoice` (docs/contract.md, "Payments"). It changes nothing. */
export function decodeRoutes(): RoutesPlugin {
  return (api) => {
    api.post("/v0/decode-invoice", { schema: route, config: { scope: "read" } }, async ({ body }) =>
      success(presentInvoice(readInvoice(body.invoice)), "Invoice decoded."),
    );
  };
}

const route = {
  operationId: "decodeInvoice",
  summary: "Decode an invoice",
  description: "Verifies a BOLT 11 invoice, of whatever node, and says what is in it. Nothing is paid or stored.",
  tags: TAGS,
  body,
  response: { 200: envelope(decoded, "Invoice decoded.") },
  errors: ["invoice_invalid"],
} as const;

function presentInvoice(invoice: Invoice) {
  const { description, amount } = invoice;
  return {
    amount: amount === undefined ? null : String(amount),
    lnRequest: invoice.text,
    lnExpiresAt: invoice.expiresAt.toISOString(),
    network: NETWORKS[invoice.network],
    description: description.kind === "text" ? description.text : null,
    descriptionHash: description.kind === "hash" ? bytesToHex(description.sha256) : null,
    paymentHash: bytesToHex(invoice.paymentHash),
    paymentSecret: bytesToHex(invoice.paymentSecret),
    payee: invoice.payee,
    signature: bytesToHex(invoice.signature),
  };
}
