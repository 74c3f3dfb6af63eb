import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { envelope, isoTime, msatsText, type RoutesPlugin, success } from "#platform/http/index.ts";
import type { BitcoinNetwork, Invoice } from "#protocol/bolt11.ts";
import { readInvoice } from "./model/invoice.ts";
import { INVOICE_CHARACTERS, INVOICE_EXAMPLE, TAGS } from "./wire.ts";

const hex = z.string().meta({ description: "Hexadecimal digits." });

const DECODED = {
  amount: "10000",
  lnRequest: INVOICE_EXAMPLE.invoice,
  lnExpiresAt: "2026-11-20T17:12:00.000Z",
  network: "regtest",
  description: "Order 4711",
  descriptionHash: null,
  paymentHash: "9ed4e647a20a62ec7511ee652a925b1303e4a5eb88eb6a60d23062e585ba7351",
  paymentSecret: "d4e3997f2f709ac98ded7a09107aef2676a1128c3260bb1207ea969bafc56a9c",
  payee: "03baf77059501216d5cca36ca9abdb0b08848e250e52a76f817d9392c980bd3b9c",
  signature:
    "e2ebf7c2686c7be34e8807f42853af285da6172753fa9a9b837df42cd3ed071856b4db2471b8fcab067e305f1651987d96dc3ab2e1e90d99ae1775c4caa87f17",
};

/** Names of networks on the wire. */
const NETWORKS = {
  mainnet: "bitcoin",
  testnet: "testnet",
  signet: "signet",
  regtest: "regtest",
} as const satisfies Record<BitcoinNetwork, string>;

const decodedInvoiceSchema = z
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

const { invoice } = INVOICE_EXAMPLE;
const body = z
  .object({
    invoice: z
      .string()
      .min(1)
      .max(INVOICE_CHARACTERS)
      .meta({ description: "BOLT 11, of any Bitcoin network.", examples: [invoice] }),
  })
  .meta({ examples: [{ invoice }] });

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
  response: { 200: envelope(decodedInvoiceSchema, "Invoice decoded.") },
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
