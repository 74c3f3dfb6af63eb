import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import {
  type CreatedInvoice,
  type IncomingStatus,
  type InvoiceRequest,
  NodeUnavailable,
  type ReceivedItem,
} from "#lightning";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { amountOf, bytes32Of, type Fields, listOf, oneOf, textOf } from "../answers.ts";
import { labelOf, numberOf, timeOf } from "./answers.ts";
import { cursorOf, markOf, type Place, placeIn } from "./cursor.ts";
import { type Caller, CommandFailed } from "./transport.ts";

/** Error codes of invoices: common/jsonrpc_errors.h. */
const TIMED_OUT = 904;
const NOT_FOUND = 905;
const OTHER_STATUS = 906;
/** One call brings one receipt. */
const RECEIPTS_MAX = 200;
/** The longest that one call waits; the node counts whole seconds. */
const POLL_MAX_MS = 25_000;
const SHORT_POLL_MS = 250;
const GRACE_MS = 5_000;
const CANCELLED_MAX = 10_000;
const NOTHING = msats(0n);

export type Receiving = {
  readonly createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>;
  readonly cancelInvoice: (paymentHash: Uint8Array) => Promise<"cancelled" | "settled" | "not_found">;
  readonly lookupIncoming: (paymentHash: Uint8Array) => Promise<IncomingStatus>;
  readonly received: (cursor: string, waitMs: number, signal?: AbortSignal) => Promise<readonly ReceivedItem[]>;
};

/** `newLabel`: the node wants another label for each invoice. */
export function receivingAt(caller: Caller & { readonly newLabel: () => string }): Receiving {
  /** An invoice is cancelled by deleting it: what this process has cancelled is known by nobody else. */
  const cancelled = new Set<string>();
  /** Cursors that this process was given by the node itself. */
  let shown: string | undefined;

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
    async received(cursor, waitMs, signal) {
      const place = placeIn(cursor);
      const isOurs = place === undefined || cursor === shown || (await isThere(caller, place));
      const items = await receiptsAfter(caller, isOurs ? (place?.index ?? 0) : 0, waitMs, signal);
      shown = items.at(-1)?.cursor ?? shown;
      return items;
    },
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

/**
 * Whether the receipt at this place is still the one that was there. A node that went back waits silently for the next
 * one after a place that it has not reached; then all are read again. One that was deleted since cannot be compared
 * where later ones are there.
 */
async function isThere(caller: Caller, { index, mark }: Place): Promise<boolean> {
  const invoice = await paidAfter(caller, index - 1, 0);
  if (invoice === undefined) return false;
  const found = numberOf(invoice["pay_index"]);
  return found > index || (found === index && markOf(bytes32Of(invoice["payment_hash"])) === mark);
}

async function receiptsAfter(
  caller: Caller,
  index: number,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly ReceivedItem[]> {
  const { clock } = caller;
  const untilMs = clock.monotonicMs() + Math.min(waitMs, POLL_MAX_MS);
  const items: ReceivedItem[] = [];
  for (let after = index; items.length < RECEIPTS_MAX; ) {
    const leftMs = items.length > 0 ? 0 : untilMs - clock.monotonicMs();
    const invoice = await paidAfter(caller, after, Math.max(0, Math.floor(leftMs / 1_000)), signal);
    if (invoice !== undefined) {
      items.push(receiptOf(invoice));
      after = numberOf(invoice["pay_index"]);
    } else if (items.length > 0 || clock.monotonicMs() >= untilMs || signal?.aborted === true) break;
    else await clock.sleep(Math.min(SHORT_POLL_MS, untilMs - clock.monotonicMs()), signal);
  }
  return items;
}

/** The first one that was paid after that; undefined when there is none within the time. */
async function paidAfter(
  { call }: Caller,
  index: number,
  timeout: number,
  signal?: AbortSignal,
): Promise<Fields | undefined> {
  try {
    const timeoutMs = timeout * 1_000 + GRACE_MS;
    const invoice = await call("waitanyinvoice", { lastpay_index: index, timeout }, { timeoutMs, signal });
    if (numberOf(invoice["pay_index"]) <= index) throw new NodeUnavailable("the node reports an earlier receipt again");
    return invoice;
  } catch (error) {
    if (error instanceof CommandFailed && error.code === TIMED_OUT) return undefined;
    throw error;
  }
}

/** One that cannot be read keeps its place: index and hash must be there. */
function receiptOf(invoice: Fields): ReceivedItem {
  const paymentHash = bytes32Of(invoice["payment_hash"]);
  const cursor = cursorOf(numberOf(invoice["pay_index"]), paymentHash);
  try {
    return {
      kind: "receipt",
      cursor,
      paymentHash,
      amount: amountOf(invoice["amount_received_msat"]),
      cost: NOTHING,
      settledAt: timeOf(invoice["paid_at"]),
    };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unreadable", cursor, detail: error.message };
  }
}
