import { equalBytes } from "@noble/curves/utils.js";
import type { Msats } from "../kernel/money.ts";
import type { BitcoinNetwork, Invoice } from "./bolt11.ts";

/** The most blocks that a recipient may let our money wait at the last hop: a day. */
export const FINAL_CLTV_BLOCKS_MAX = 144;

/** What an invoice must say to be the one that was asked for. */
export type Expected = {
  readonly amount: Msats;
  readonly network: BitcoinNetwork;
  readonly now: Date;
  /** SHA-256 of the recipient's metadata (LUD-06). */
  readonly metadataHash: Uint8Array;
  readonly maxFinalCltv: number;
};

export type InvoiceProblem = "amount_differs" | "other_network" | "expired" | "final_cltv_too_large";

export type InvoiceCheck =
  | { readonly kind: "ok"; readonly descriptionHashMatches: boolean }
  | { readonly kind: "problem"; readonly problem: InvoiceProblem };

/**
 * Compares an invoice that a recipient's server made with what it was asked for. The signature was verified when it was
 * decoded. A description hash that differs is told and no problem: LUD-06 no longer asks for one.
 */
export function checkInvoice(invoice: Invoice, expected: Expected): InvoiceCheck {
  const problem = problemOf(invoice, expected);
  if (problem !== undefined) return { kind: "problem", problem };
  const { description } = invoice;
  return {
    kind: "ok",
    descriptionHashMatches: description.kind === "hash" && equalBytes(description.sha256, expected.metadataHash),
  };
}

function problemOf(invoice: Invoice, expected: Expected): InvoiceProblem | undefined {
  if (invoice.network !== expected.network) return "other_network";
  if (invoice.amount !== expected.amount) return "amount_differs";
  if (invoice.expiresAt <= expected.now) return "expired";
  if (invoice.minFinalCltvExpiry > expected.maxFinalCltv) return "final_cltv_too_large";
  return undefined;
}
