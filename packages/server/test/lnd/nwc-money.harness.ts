import type { Fields } from "../../src/adapters/lightning/answers.ts";
import { errorOf } from "../../src/adapters/lightning/nwc/testing/service.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of LND, as far as they are read here
type Json = any;

const METHODS = ["pay_invoice", "get_balance", "get_info", "make_invoice", "lookup_invoice", "list_transactions"];
const LISTED_MAX = 10_000;
/** What services lay by for fees, and limit them to: 10 sat and 1 %. */
const FEES = { base: 10_000n, share: 100n };
/** Services try for a minute. */
const TRY_SECONDS = 60;

/** The money of a wallet service whose wallet is a node of LND, in the terms of NIP-47. */
export type LndMoney = {
  readonly methods: readonly string[];
  /** `result` or `error` of a request. */
  answer(method: string, params: Fields): Promise<Fields>;
  /** Undefined: it has none of this hash. */
  byHash(hash: string): Promise<Fields | undefined>;
  /** All that it has received. */
  received(): Promise<readonly Fields[]>;
};

export function lndMoney(node: LndNode): LndMoney {
  const payments = async (): Promise<readonly Json[]> =>
    (await node.get(`/v1/payments?include_incomplete=true&max_payments=${LISTED_MAX}`)).payments;
  const invoices = async (): Promise<readonly Json[]> =>
    (await node.get(`/v1/invoices?num_max_invoices=${LISTED_MAX}`)).invoices;

  async function byHash(hash: string): Promise<Fields | undefined> {
    const payment = (await payments()).find(({ payment_hash }) => payment_hash === hash);
    if (payment !== undefined) return outgoingOf(payment);
    const invoice = (await invoices()).find(({ r_hash }) => hexOf(r_hash) === hash);
    return invoice && incomingOf(invoice);
  }

  async function pay({ invoice, amount }: Fields): Promise<Fields> {
    const { num_msat: asked } = await node.get(`/v1/payreq/${invoice}`);
    const msats = amount === undefined ? BigInt(asked) : BigInt(Number(amount));
    const limit = FEES.base + msats / FEES.share;
    const { result } = await node.post("/v2/router/send", {
      payment_request: invoice,
      ...(amount !== undefined && { amt_msat: String(amount) }),
      timeout_seconds: TRY_SECONDS,
      fee_limit_msat: String(limit),
      no_inflight_updates: true,
    });
    if (result.status === "SUCCEEDED")
      return { result: { preimage: result.payment_preimage, fees_paid: Number(result.fee_msat) } };
    const isPoor = result.failure_reason === "FAILURE_REASON_INSUFFICIENT_BALANCE";
    return errorOf(isPoor ? "INSUFFICIENT_BALANCE" : "PAYMENT_FAILED", result.failure_reason);
  }

  async function make({ amount, description, description_hash: hash, expiry }: Fields): Promise<Fields> {
    const { r_hash } = await node.post("/v1/invoices", {
      value_msat: String(amount),
      expiry: String(expiry),
      ...(typeof hash === "string"
        ? { description_hash: Buffer.from(hash, "hex").toString("base64") }
        : { memo: description }),
    });
    return { result: await byHash(hexOf(r_hash)) };
  }

  async function list({ type, from = 0, limit = 20, offset = 0, unpaid = false }: Fields): Promise<Fields> {
    const all = [
      ...(type === "outgoing" ? [] : (await invoices()).map(incomingOf)),
      ...(type === "incoming" ? [] : (await payments()).map(outgoingOf)),
    ]
      .filter((item) => unpaid === true || item["state"] === "settled")
      .filter((item) => Number(item["created_at"]) >= Number(from))
      .toSorted((one, other) => Number(other["created_at"]) - Number(one["created_at"]));
    return { result: { transactions: all.slice(Number(offset), Number(offset) + Number(limit)) } };
  }

  /**
   * What is ours in channels that we opened: all that is not the peers', and not in HTLCs. So the fee of the commitment
   * transaction, which changes with each HTLC, changes nothing.
   */
  async function balance(): Promise<Fields> {
    const { channels } = await node.get("/v1/channels");
    const parts = await node.get("/v1/balance/channels");
    const capacity = channels.reduce((sum: bigint, one: Json) => sum + BigInt(one.capacity) * 1_000n, 0n);
    const others = ["remote_balance", "unsettled_remote_balance", "unsettled_local_balance"];
    const ours = others.reduce((left, name) => left - BigInt(parts[name].msat), capacity);
    return { result: { balance: Number(ours) } };
  }

  async function info(): Promise<Fields> {
    const { alias, color, identity_pubkey: pubkey, block_height, block_hash } = await node.get("/v1/getinfo");
    return { result: { alias, color, pubkey, network: "regtest", block_height, block_hash, methods: METHODS } };
  }

  async function lookUp({ payment_hash: hash }: Fields): Promise<Fields> {
    const result = await byHash(String(hash));
    return result === undefined ? errorOf("NOT_FOUND", "unknown") : { result };
  }

  const makers: Readonly<Record<string, (params: Fields) => Promise<Fields>>> = {
    pay_invoice: pay,
    get_balance: balance,
    get_info: info,
    make_invoice: make,
    lookup_invoice: lookUp,
    list_transactions: list,
  };
  return {
    methods: METHODS,
    byHash,
    answer: async (method, params) => (await makers[method]?.(params)) ?? errorOf("NOT_IMPLEMENTED", "not supported"),
    received: async () => (await invoices()).filter(({ state }) => state === "SETTLED").map(incomingOf),
  };
}

function outgoingOf(payment: Json): Fields {
  const state = { SUCCEEDED: "settled", FAILED: "failed" }[String(payment.status)] ?? "pending";
  const attempts: readonly Json[] = payment.htlcs;
  const endedAt = attempts.find(({ status }) => status === "SUCCEEDED")?.resolve_time_ns;
  return {
    type: "outgoing",
    state,
    payment_hash: payment.payment_hash,
    invoice: payment.payment_request,
    amount: Number(payment.value_msat),
    fees_paid: Number(payment.fee_msat),
    created_at: Number(payment.creation_date),
    ...(state === "settled" && {
      preimage: payment.payment_preimage,
      settled_at: Math.floor(Number(endedAt) / 1e9),
    }),
  };
}

function incomingOf(invoice: Json): Fields {
  const state = { SETTLED: "settled", ACCEPTED: "accepted", CANCELED: "expired" }[String(invoice.state)] ?? "pending";
  return {
    type: "incoming",
    state,
    payment_hash: hexOf(invoice.r_hash),
    invoice: invoice.payment_request,
    description: invoice.memo,
    amount: Number(state === "settled" ? invoice.amt_paid_msat : invoice.value_msat),
    fees_paid: 0,
    created_at: Number(invoice.creation_date),
    expires_at: Number(invoice.creation_date) + Number(invoice.expiry),
    ...(state === "settled" && { preimage: hexOf(invoice.r_preimage), settled_at: Number(invoice.settle_date) }),
  };
}

function hexOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex");
}
