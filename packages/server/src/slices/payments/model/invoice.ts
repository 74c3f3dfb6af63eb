import type { BoundNode, Network } from "#lightning";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { checkInvoice, type InvoiceProblem } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { type BoundInvoice, boundExpiry, PaymentRefused } from "./payment.ts";

/** With which code a payment of an invoice fails that is not as it must be. */
export const INVOICE_PROBLEM_CODES = {
  amount_differs: "invoice_invalid",
  other_network: "invoice_invalid",
  expired: "invoice_expired",
  final_cltv_too_large: "final_cltv_too_large",
} as const satisfies Record<InvoiceProblem, string>;

/** @throws {PaymentRefused} `invoice_invalid` when `text` is no invoice. */
export function readInvoice(text: string): Invoice {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof ProtocolError) throw new PaymentRefused("invoice_invalid", error.message);
    throw error;
  }
}

/**
 * Why an invoice that came with a request can never be paid; undefined when it can. Whether it has expired is decided
 * in the reserving call, because a repeated request answers the payment that it has made before.
 */
export function refusalOfInvoice(invoice: Invoice, network: Network, now: Date): PaymentRefused | undefined {
  const check = checkInvoice(invoice, { amount: invoice.amount, network, now });
  if (check.kind === "ok" || check.problem === "expired") return undefined;
  return new PaymentRefused(INVOICE_PROBLEM_CODES[check.problem], check.detail);
}

/** An invoice as a payment is bound to it. */
export function bindInvoice({ text, paymentHash, expiresAt, payee }: Invoice, own: OwnKeys, now: Date): BoundInvoice {
  return { text, paymentHash, expiresAt: boundExpiry(expiresAt, now), isOwn: isOwnKey(payee, own), payee };
}

/** The keys of our node, and of those in whose place it is. */
export type OwnKeys = Pick<BoundNode, "nodeId" | "formerIds">;

/** What is paid to a former node does not reach us: an invoice of it is that of a charge which has ended. */
export function isOwnKey(key: string, { nodeId, formerIds }: OwnKeys): boolean {
  return key === nodeId || formerIds.includes(key);
}
