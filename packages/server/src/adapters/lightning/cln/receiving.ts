import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import { type CreatedInvoice, type IncomingStatus, type InvoiceRequest, NodeUnavailable } from "#lightning";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { amountOf, bytes32Of, type Fields, LIST_MAX, listOf, oneOf, textOf } from "../answers.ts";
import { labelOf, numberOf, timeOf } from "./answers.ts";
import { CommandFailed } from "./errors.ts";
import type { Caller } from "./transport.ts";

/** Error codes of invoices: common/jsonrpc_errors.h. */
const NOT_FOUND = 905;
const OTHER_STATUS = 906;
const CANCELLED_MAX = 10_000;
const NOTHING = msats(0n);

export type Receiving = {
  readonly createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>;
  readonly cancelInvoice: (paymentHash: Uint8Array) => Promise<"cancelled" | "settled" | "not_found">;
  readonly lookupIncoming: (paymentHash: Uint8Array) => Promise<IncomingStatus>;
  readonly hasOpenInvoices: () => Promise<boolean>;
};

/** `newLabel`: the node wants another label for each invoice. */
export function createReceiving(caller: Caller & { readonly newLabel: () => string }): Receiving {
  /** An invoice is cancelled by deleting it: no list of the node has it any more. */
  const cancelled = new Set<string>();

  return {
    createInvoice: (request) => createInvoice(caller, request),
    async cancelInvoice(paymentHash) {
      const outcome = await cancelInvoice(caller, paymentHash);
      if (outcome !== "cancelled") return outcome;
      if (cancelled.size >= CANCELLED_MAX) cancelled.clear();
      cancelled.add(bytesToHex(paymentHash));
      return outcome;
    },
    async lookupIncoming(paymentHash) {
      const [invoice] = await invoicesOf(caller, paymentHash);
      if (invoice !== undefined) return statusOf(invoice);
      return { kind: cancelled.has(bytesToHex(paymentHash)) ? "cancelled" : "not_found" };
    },
    hasOpenInvoices: () => hasOpenInvoices(caller),
  };
}

async function createInvoice(
  { call, newLabel }: Caller & { readonly newLabel: () => string },
  request: InvoiceRequest,
): Promise<CreatedInvoice> {
  const { amount, description, expirySeconds } = request;
  const answer = await call("invoice", {
    amount_msat: `${amount}msat`,
    label: newLabel(),
    description: description.text,
    expiry: expirySeconds,
    deschashonly: description.kind === "hash",
  });
  const invoice = invoiceIn(answer);
  const differs = differenceOf(invoice, bytes32Of(answer["payment_hash"]), request);
  if (differs !== undefined) throw new NodeUnavailable(`the node made an invoice with another ${differs}`);
  return { invoice: invoice.text, paymentHash: invoice.paymentHash, expiresAt: invoice.expiresAt };
}

function invoiceIn(answer: Fields): Invoice {
  try {
    return decodeInvoice(textOf(answer["bolt11"]));
  } catch (cause) {
    throw new NodeUnavailable("the node made an invoice that cannot be read", { cause });
  }
}

/** In what an invoice is not the one that was asked for. */
function differenceOf(
  { paymentHash, amount, description, expirySeconds }: Invoice,
  answeredHash: Uint8Array,
  asked: InvoiceRequest,
): string | undefined {
  const isTold =
    asked.description.kind === "text"
      ? description.kind === "text" && description.text === asked.description.text
      : description.kind === "hash" && bytesToHex(description.sha256) === bytesToHex(asked.description.sha256);
  if (bytesToHex(paymentHash) !== bytesToHex(answeredHash)) return "payment hash";
  if (amount !== asked.amount) return "amount";
  if (!isTold) return "description";
  return expirySeconds === asked.expirySeconds ? undefined : "expiry";
}

async function invoicesOf({ call }: Caller, paymentHash: Uint8Array): Promise<readonly Fields[]> {
  return listOf((await call("listinvoices", { payment_hash: bytesToHex(paymentHash) }))["invoices"]);
}

/** The node's list has no choice by status: it is read to its end, or to one that is open. */
async function hasOpenInvoices({ call }: Caller): Promise<boolean> {
  for (let start = 1; ; ) {
    const { invoices } = await call("listinvoices", { index: "created", start, limit: LIST_MAX });
    const page = listOf(invoices);
    if (page.some(({ status }) => status === "unpaid")) return true;
    const last = page.at(-1);
    if (last === undefined) return false;
    const next = numberOf(last["created_index"]) + 1;
    if (next <= start) throw new NodeUnavailable("the node's list of invoices does not go on");
    start = next;
  }
}

/** The node deletes an invoice only in the state that the call names: one that is paid meanwhile stays. */
async function cancelInvoice(caller: Caller, paymentHash: Uint8Array): Promise<"cancelled" | "settled" | "not_found"> {
  const [invoice] = await invoicesOf(caller, paymentHash);
  if (invoice === undefined) return "not_found";
  let status = oneOf(["paid", "unpaid", "expired"], invoice["status"]);
  for (let tries = 0; status !== "paid"; tries++) {
    try {
      await caller.call("delinvoice", { label: labelOf(invoice["label"]), status });
      return "cancelled";
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      if (error.code === NOT_FOUND) return "not_found";
      if (error.code !== OTHER_STATUS || tries > 0) throw error;
      status = oneOf(["paid", "unpaid", "expired"], error.data["current_status"]);
    }
  }
  return "settled";
}

/** One that has expired is unpaid: the node takes no HTLC for it. */
function statusOf(invoice: Fields): IncomingStatus {
  if (oneOf(["paid", "unpaid", "expired"], invoice["status"]) !== "paid") return { kind: "unpaid" };
  return {
    kind: "settled",
    amount: amountOf(invoice["amount_received_msat"]),
    cost: NOTHING,
    settledAt: timeOf(invoice["paid_at"]),
    preimage: bytes32Of(invoice["payment_preimage"]),
  };
}
