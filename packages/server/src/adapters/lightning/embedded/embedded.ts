import type { CallName, Calls, PaymentFailureReason as WireReason } from "@leyden/regtest";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import {
  type Capabilities,
  type CreatedInvoice,
  type Failed,
  type FinishedPayment,
  type IncomingStatus,
  type InvoiceRequest,
  type KeysendRequest,
  type LightningNode,
  type NodeBalances,
  type NodeInfo,
  NodeUnavailable,
  type OnchainPublished,
  type OutgoingItem,
  type OutgoingStatus,
  PAY_WAIT_MS,
  type PaymentFailureReason,
  type ReceivedItem,
  type SendLimits,
  type SendOutcome,
  type SendRequest,
  type Settled,
} from "#lightning";
import { Agent } from "#platform/machine/node-http.ts";
import {
  amountOf,
  bytes32Of,
  countOf,
  dateOf,
  type Fields,
  fieldsOf,
  ifReadable,
  listOf,
  oneOf,
  readItem,
  textOf,
  txidOf,
  yesOrNo,
} from "../answers.ts";
import { notSentBy, TooLate } from "../errors.ts";
import { exchange } from "./control-http.ts";
import { builtOf, changeOf, childInput, estimateOf, onchainInput, onchainOf, publishedOf } from "./onchain.ts";

/** Control server of the node in the embedded network: `network.node`. */
export type EmbeddedAddress = { readonly url: string; readonly token: string };

/** A node on this machine that is silent for so long is not there. */
const TIMEOUT_MS = 10_000;
/** What an answer may take above the time that the call itself waits. */
const GRACE_MS = 5_000;
/** The longest that one long poll stays open. */
const POLL_MAX_MS = 25_000;
/** A list of transactions that does not end before is nonsense. */
const LISTED_MAX = 100_000;
/** Every reason that either side knows: one that is missing here does not compile. */
const REASON_NAMES: Readonly<Record<PaymentFailureReason | WireReason, true>> = {
  no_route: true,
  fee_limit: true,
  recipient_rejected: true,
  expired: true,
  insufficient_liquidity: true,
  timeout: true,
  other: true,
};
const REASONS = Object.keys(REASON_NAMES) as (keyof typeof REASON_NAMES)[];

/** Method and path of each call at the node's control server. Types keep both sides together. */
const LINES = {
  info: ["GET", "/info"],
  balances: ["GET", "/balances"],
  createInvoice: ["POST", "/invoices"],
  cancelInvoice: ["POST", "/invoices/cancel"],
  lookupIncoming: ["GET", "/invoices"],
  pay: ["POST", "/payments"],
  keysend: ["POST", "/payments/keysend"],
  lookupOutgoing: ["GET", "/payments"],
  outgoing: ["GET", "/payments/list"],
  finished: ["GET", "/payments/finished"],
  received: ["GET", "/receipts"],
  estimateOnchain: ["GET", "/onchain/estimate"],
  buildOnchain: ["POST", "/onchain"],
  publishOnchain: ["POST", "/onchain/publish"],
  listOnchain: ["GET", "/onchain/list"],
  lookupOnchain: ["GET", "/onchain"],
  onchainChange: ["GET", "/onchain/change"],
  buildOnchainChild: ["POST", "/onchain/child"],
} as const satisfies Partial<Record<CallName, readonly ["GET" | "POST", string]>>;

type Line = keyof typeof LINES;
type Wait = { readonly waitMs?: number; readonly signal?: AbortSignal | undefined };

/** What the embedded node can do. It takes a hash once for ever, and stops with the supervisor. */
const CAPABILITIES: Capabilities = {
  resend: true,
  paysHashOnce: true,
  feeLimit: { kind: "exact" },
  wholeSats: false,
  cancel: true,
  keysend: true,
  outlivesUs: false,
  cltvLimit: true,
  onchain: true,
  onchainChild: true,
};

/**
 * The node of the embedded network behind the port: regtest only. Its log keeps every final outcome in the same
 * durable write that records it, so what it reports of a payment's outcome is proof.
 */
export function connectEmbeddedNode({ url, token, clock }: EmbeddedAddress & { readonly clock: Clock }): LightningNode {
  const agent = new Agent({ keepAlive: true });
  let required: string | undefined;

  /** Sends the call; the input is made when the connection stands, right before its first byte. */
  async function call<Name extends Line>(
    name: Name,
    input: () => Calls[Name]["input"],
    { waitMs = 0, signal }: Wait = {},
  ): Promise<Fields> {
    const [method, path] = LINES[name];
    const target = new URL(`${url}${path}`);
    if (method === "GET")
      for (const [field, value] of Object.entries(input())) target.searchParams.set(field, String(value));
    const timeoutMs = waitMs === 0 ? TIMEOUT_MS : waitMs + GRACE_MS;
    const body = method === "POST" ? input : undefined;
    const nodeId = name === "info" ? undefined : required;
    const request = { agent, url: target, method, token, nodeId, timeoutMs, signal, ...(body && { body }) };
    return fieldsOf(await exchange(request));
  }

  /** Never throws: an error after the first byte says nothing about what was sent. */
  async function send({ expiresAt }: SendLimits, ask: () => Promise<Fields>): Promise<SendOutcome> {
    if (clock.now() >= expiresAt) return { kind: "not_sent", reason: "expired" };
    try {
      return outcomeOf(await ask());
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return notSentBy(error) ?? { kind: "unknown", detail };
    }
  }

  return {
    capabilities: CAPABILITIES,
    requireNode(nodeId) {
      required = nodeId;
    },
    info: async () => infoOf(await call("info", () => ({}))),
    createInvoice: async (request) => createdOf(await call("createInvoice", () => invoiceInput(request))),
    async cancelInvoice(paymentHash) {
      const { result } = await call("cancelInvoice", () => ({ paymentHash: bytesToHex(paymentHash) }));
      return oneOf(["cancelled", "settled", "not_found"], result);
    },
    pay: (request) => send(request, () => call("pay", () => payInput(request, clock), { waitMs: PAY_WAIT_MS })),
    keysend: (request) =>
      send(request, () => call("keysend", () => keysendInput(request, clock), { waitMs: PAY_WAIT_MS })),
    lookupOutgoing: async (hash) => outgoingOf(await call("lookupOutgoing", () => ({ paymentHash: bytesToHex(hash) }))),
    lookupIncoming: async (hash) => incomingOf(await call("lookupIncoming", () => ({ paymentHash: bytesToHex(hash) }))),
    balances: async () => balancesOf(await call("balances", () => ({}))),
    async received(cursor, wantedMs, signal) {
      const waitMs = Math.min(wantedMs, POLL_MAX_MS);
      const input = () => ({ after: cursor, waitMs: String(waitMs) });
      const { receipts } = await call("received", input, { waitMs, signal });
      return listOf(receipts).map(receivedOf);
    },
    async outgoing(cursor) {
      const { payments } = await call("outgoing", () => ({ after: cursor }));
      return listOf(payments).map(listedOf);
    },
    async finished(cursor, wantedMs, signal) {
      const waitMs = Math.min(wantedMs, POLL_MAX_MS);
      const input = () => ({ after: cursor, waitMs: String(waitMs) });
      const answer = await call("finished", input, { waitMs, signal });
      return { cursor: textOf(answer["cursor"]), payments: listOf(answer["payments"]).map(finishedOf) };
    },
    estimateOnchain: async (request) => estimateOf(await call("estimateOnchain", () => onchainInput(request))),
    async buildOnchain(request) {
      const { reference, feeLimit } = request;
      const input = () => ({ ...onchainInput(request), feeLimitMsats: String(feeLimit), reference });
      return builtOf(await call("buildOnchain", input));
    },
    async publishOnchain(transaction, reference) {
      const { result } = await call("publishOnchain", () => ({ transaction: bytesToHex(transaction), reference }));
      return oneOf(["taken", "refused"], result);
    },
    async listOnchain() {
      const all: OnchainPublished[] = [];
      for (let after = ""; ; ) {
        const { published } = await call("listOnchain", () => ({ after }));
        const page = listOf(published);
        all.push(...page.flatMap(publishedOf));
        const last = page.at(-1);
        if (last === undefined) return all;
        if (all.length > LISTED_MAX) throw new NodeUnavailable("the node lists transactions without an end");
        after = txidOf(last["txid"]);
      }
    },
    hasOpenInvoices: async () => undefined,
    permissions: async () => ({ lacking: [], needless: [] }),
    operations: undefined,
    lookupOnchain: async (txid) => onchainOf(await call("lookupOnchain", () => ({ txid }))),
    findOnchainChange: async (txid) => changeOf(await call("onchainChange", () => ({ txid }))),
    buildOnchainChild: async (request) => builtOf(await call("buildOnchainChild", () => childInput(request))),
    async close() {
      agent.destroy();
    },
  };
}

/** @throws {TooLate} so that nothing of a late attempt leaves. */
function payInput(request: SendRequest, clock: Clock): Calls["pay"]["input"] {
  return {
    ...limitsOf(request, clock),
    invoice: request.invoice,
    paymentHash: bytesToHex(request.paymentHash),
    ...(request.amount !== undefined && { amountMsats: String(request.amount) }),
  };
}

/** @throws {TooLate} */
function keysendInput(request: KeysendRequest, clock: Clock): Calls["keysend"]["input"] {
  return {
    ...limitsOf(request, clock),
    nodeId: request.nodeId,
    preimage: bytesToHex(request.preimage),
    amountMsats: String(request.amount),
    records: request.records,
  };
}

/** @throws {TooLate} */
function limitsOf(request: SendLimits, clock: Clock) {
  const remainingMs = Math.floor(request.deadlineMonotonicMs - clock.monotonicMs());
  if (remainingMs <= 0) throw new TooLate("the attempt's deadline has passed");
  return {
    feeLimitMsats: String(request.feeLimit),
    cltvLimitBlocks: request.cltvLimitBlocks,
    remainingMs: Math.min(remainingMs, PAY_WAIT_MS),
    waitMs: PAY_WAIT_MS,
  };
}

function invoiceInput({ amount, description, expirySeconds }: InvoiceRequest): Calls["createInvoice"]["input"] {
  return {
    amountMsats: String(amount),
    description: description.kind === "text" ? { text: description.text } : { sha256: bytesToHex(description.sha256) },
    expirySeconds,
  };
}

function infoOf(answer: Fields): NodeInfo {
  return {
    nodeId: textOf(answer["nodeId"]),
    network: oneOf(["regtest"], answer["network"]),
    instanceId: textOf(answer["instanceId"]),
    synced: yesOrNo(answer["synced"]),
    blockHeight: countOf(answer["blockHeight"]),
    htlcSlots: countOf(answer["htlcSlots"]),
    usableChannels: countOf(answer["usableChannels"]),
    sendable: amountOf(answer["sendableMsats"]),
    receivable: amountOf(answer["receivableMsats"]),
  };
}

function createdOf(answer: Fields): CreatedInvoice {
  return {
    invoice: textOf(answer["invoice"]),
    paymentHash: bytes32Of(answer["paymentHash"]),
    expiresAt: dateOf(answer["expiresAt"]),
  };
}

function outcomeOf(answer: Fields): SendOutcome {
  if (answer["kind"] !== "not_sent") return begunOf(answer);
  return { kind: "not_sent", reason: oneOf(["expired", "deadline", "known_hash"], answer["reason"]) };
}

/** An item that cannot be read keeps its place: the cursor must be there. */
function receivedOf(receipt: Fields): ReceivedItem {
  const cursor = textOf(receipt["cursor"]);
  try {
    return {
      kind: "receipt",
      cursor,
      paymentHash: bytes32Of(receipt["paymentHash"]),
      amount: amountOf(receipt["amountMsats"]),
      cost: msats(0n),
      settledAt: dateOf(receipt["settledAt"]),
    };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unreadable", cursor, place: cursor, detail: error.message };
  }
}

/** The same. */
function listedOf(payment: Fields): OutgoingItem {
  const cursor = textOf(payment["cursor"]);
  return readItem<OutgoingItem, OutgoingItem>(
    () => ({
      kind: "payment",
      cursor,
      paymentHash: bytes32Of(payment["paymentHash"]),
      amount: amountOf(payment["amountMsats"]),
      status: begunOf(fieldsOf(payment["status"])),
    }),
    (detail) => ({
      kind: "unreadable",
      cursor,
      place: ifReadable(txidOf, payment["paymentHash"]) ?? `payment ${cursor}`,
      detail,
      paymentHash: ifReadable(bytes32Of, payment["paymentHash"]),
      amount: ifReadable(amountOf, payment["amountMsats"]),
    }),
  );
}

function outgoingOf(answer: Fields): OutgoingStatus {
  return answer["kind"] === "not_found" ? { kind: "not_found" } : begunOf(answer);
}

/** State of a payment that was begun. */
function begunOf(answer: Fields): Exclude<OutgoingStatus, { readonly kind: "not_found" }> {
  return answer["kind"] === "in_flight" ? { kind: "in_flight" } : finalOf(answer);
}

function finalOf(answer: Fields): Settled | Failed {
  const kind = oneOf(["settled", "failed"], answer["kind"]);
  switch (kind) {
    case "settled":
      return { kind, preimage: bytes32Of(answer["preimage"]), fee: amountOf(answer["feeMsats"]) };
    case "failed":
      return { kind, reason: oneOf(REASONS, answer["reason"]) };
  }
}

function finishedOf(payment: Fields): FinishedPayment {
  return { paymentHash: bytes32Of(payment["paymentHash"]), status: finalOf(fieldsOf(payment["status"])) };
}

function incomingOf(answer: Fields): IncomingStatus {
  const kind = oneOf(["settled", "held", "unpaid", "cancelled", "not_found"], answer["kind"]);
  if (kind !== "settled") return { kind };
  const { preimage } = answer;
  return {
    kind,
    amount: amountOf(answer["amountMsats"]),
    cost: msats(0n),
    settledAt: dateOf(answer["settledAt"]),
    ...(preimage !== undefined && { preimage: bytes32Of(preimage) }),
  };
}

function balancesOf(answer: Fields): NodeBalances {
  return {
    channels: amountOf(answer["channelsMsats"]),
    outgoingHtlcs: amountOf(answer["outgoingHtlcsMsats"]),
    opening: amountOf(answer["openingMsats"]),
    closing: amountOf(answer["closingMsats"]),
    onchain: amountOf(answer["onchainMsats"]),
    reserve: msats(0n),
    commitFees: amountOf(answer["commitFeesMsats"]),
  };
}
