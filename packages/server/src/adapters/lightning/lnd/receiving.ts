import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import { type CreatedInvoice, type IncomingStatus, type InvoiceRequest, NodeUnavailable } from "#lightning";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { amountOf, type Fields, listOf, oneOf, textOf } from "../answers.ts";
import { base64Bytes32Of, isSameBytes, secondsOf, toBase64 } from "./answers.ts";
import type { Connections } from "./connections.ts";
import { isNotFound, Refusal } from "./errors.ts";

type Deps = { readonly connections: Connections };

const STATES = ["OPEN", "ACCEPTED", "SETTLED", "CANCELED"] as const;

/** @throws {NodeUnavailable} */
export async function createInvoice({ connections }: Deps, request: InvoiceRequest): Promise<CreatedInvoice> {
  const { amount, description, expirySeconds } = request;
  const body = {
    value_msat: String(amount),
    expiry: String(expirySeconds),
    private: true, // it adds ways through channels that are not announced, and nothing where there are none
    ...(description.kind === "text" ? { memo: description.text } : { description_hash: toBase64(description.sha256) }),
  };
  const answer = await connections.ask({ method: "POST", path: "/v1/invoices", body });
  const paymentHash = base64Bytes32Of(answer["r_hash"]);
  const invoice = readInvoice(textOf(answer["payment_request"]));
  if (!isSameBytes(invoice.paymentHash, paymentHash) || invoice.amount !== amount)
    throw new NodeUnavailable("the node made another invoice than it was asked for");
  return { invoice: invoice.text, paymentHash, expiresAt: invoice.expiresAt };
}

function readInvoice(text: string) {
  try {
    return decodeInvoice(text);
  } catch (cause) {
    throw new NodeUnavailable("the node made an invoice that cannot be read", { cause });
  }
}

/** LND also cancels what is held, and says the same of what was cancelled or has expired. @throws {NodeUnavailable} */
export async function cancelInvoice(
  deps: Deps,
  paymentHash: Uint8Array,
): Promise<"cancelled" | "settled" | "not_found"> {
  const body = { payment_hash: toBase64(paymentHash) };
  try {
    await deps.connections.ask({ method: "POST", path: "/v2/invoices/cancel", body });
    return "cancelled";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind } = await lookupIncoming(deps, paymentHash);
    if (kind === "settled" || kind === "not_found" || kind === "cancelled") return kind;
    throw error;
  }
}

/** An invoice that has expired is cancelled by LND itself. @throws {NodeUnavailable} */
export async function lookupIncoming({ connections }: Deps, paymentHash: Uint8Array): Promise<IncomingStatus> {
  try {
    return incomingOf(await connections.ask({ method: "GET", path: `/v1/invoice/${bytesToHex(paymentHash)}` }));
  } catch (error) {
    if (isNotFound(error)) return { kind: "not_found" };
    throw error;
  }
}

/** LND cancels what has expired. @throws {NodeUnavailable} */
export async function hasOpenInvoices({ connections }: Deps): Promise<boolean> {
  const path = "/v1/invoices?pending_only=true&num_max_invoices=1";
  return listOf((await connections.ask({ method: "GET", path }))["invoices"]).length > 0;
}

function incomingOf(invoice: Fields): IncomingStatus {
  switch (oneOf(STATES, invoice["state"])) {
    case "OPEN":
      return { kind: "unpaid" };
    case "ACCEPTED":
      return { kind: "held" };
    case "CANCELED":
      return { kind: "cancelled" };
    case "SETTLED":
      return {
        kind: "settled",
        amount: amountOf(invoice["amt_paid_msat"]),
        cost: msats(0n),
        settledAt: secondsOf(invoice["settle_date"]),
        preimage: base64Bytes32Of(invoice["r_preimage"]),
      };
  }
}
