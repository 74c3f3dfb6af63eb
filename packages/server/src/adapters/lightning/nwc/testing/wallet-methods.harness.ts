import { createHash } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import type { FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { FakeAttempt } from "#slices/lightning/testing/fake-outgoing.harness.ts";

type Fields = Record<string, unknown>;

/** What a wallet service answers (NIP-47). */
export type FakeMethods = {
  /** Methods that it says it has. */
  offered: readonly string[];
  /** Its network; undefined: it does not say it. */
  network: string | undefined;
  /** At most so many transactions are in a page, whatever is asked for. */
  pageMax: number;
  /** Changes a transaction before it is answered. */
  bend: (item: Fields) => Fields;
  answer(method: string, params: Readonly<Fields>): Fields;
  /** Begins a payment, or says why not. */
  begin(params: Readonly<Fields>): FakeAttempt | { readonly error: unknown };
  outcome(attempt: FakeAttempt): Fields;
  byHash(paymentHash: Uint8Array): Fields | undefined;
};

const METHODS = ["pay_invoice", "get_balance", "get_info", "make_invoice", "lookup_invoice", "list_transactions"];

export function createFakeMethods(node: FakeNode): FakeMethods {
  const { paying, receiving } = node;
  const now = risingSeconds();
  const [begunAt, endedAt] = [new Map<object, number>(), new Map<object, number>()];
  const timeOf = (times: Map<object, number>, one: object) => {
    const at = times.get(one) ?? now();
    times.set(one, at);
    return at;
  };
  const invoices = new Map<string, { readonly invoice: string; readonly createdAt: number }>();

  function incoming(hash: string): Fields | undefined {
    const [made, status] = [invoices.get(hash), receiving.invoices.get(hash)];
    if (made === undefined || status === undefined) return undefined;
    const receipt = receiving.receipts.find((one) => one.kind === "receipt" && hex(one.paymentHash) === hash);
    const item = { type: "incoming", payment_hash: hash, invoice: made.invoice, created_at: made.createdAt };
    if (status.kind !== "settled" || receipt === undefined)
      return { ...item, state: "pending", amount: Number(decodeInvoice(made.invoice).amount ?? 0n), fees_paid: 0 };
    return {
      ...item,
      state: "settled",
      preimage: hex(status.preimage ?? new Uint8Array()),
      amount: Number(status.amount),
      fees_paid: Number(status.cost),
      settled_at: timeOf(endedAt, receipt),
    };
  }

  const received = (): readonly Fields[] =>
    receiving.receipts.map((one) => {
      const at = timeOf(endedAt, one);
      const broken = { type: "incoming", state: "settled", amount: "many", created_at: at, settled_at: at };
      return one.kind === "receipt"
        ? (incoming(hex(one.paymentHash)) ?? broken)
        : { ...broken, payment_hash: createHash("sha256").update(one.cursor).digest("hex") };
    });

  function outgoing(attempt: FakeAttempt): Fields {
    const { paymentHash, amount, invoice, status } = attempt;
    const state = { settled: "settled", failed: "failed", in_flight: "pending" }[status.kind];
    return {
      type: "outgoing",
      state,
      payment_hash: hex(paymentHash),
      invoice,
      amount: Number(amount),
      fees_paid: status.kind === "settled" ? Number(status.fee) : 0,
      created_at: timeOf(begunAt, attempt),
      ...(status.kind === "settled" && { preimage: hex(status.preimage), settled_at: timeOf(endedAt, attempt) }),
    };
  }

  function best(hash: string): FakeAttempt | undefined {
    const rank = { settled: 3, in_flight: 2, failed: 1 };
    return paying.attempts
      .filter((one) => hex(one.paymentHash) === hash)
      .toSorted((one, other) => rank[other.status.kind] - rank[one.status.kind])[0];
  }

  function list({ type, from = 0, limit = 20, offset = 0, unpaid = false }: Fields): Fields {
    const made = [...invoices.keys()].map(incoming).filter((item) => item !== undefined);
    const open = unpaid === true ? made.filter(({ state }) => state === "pending") : [];
    const all = type === "incoming" ? [...received(), ...open] : paying.attempts.map(outgoing);
    const items = all
      .filter((item) => unpaid === true || item["state"] === "settled")
      .map(methods.bend)
      .filter((item) => Number(item["created_at"]) >= Number(from))
      .toSorted((one, other) => Number(other["created_at"]) - Number(one["created_at"]));
    const start = Number(offset);
    return { transactions: items.slice(start, start + Math.min(Number(limit), methods.pageMax)) };
  }

  function make({ amount, description, description_hash: hash, expiry }: Fields): Fields {
    const made = receiving.create({
      amount: msats(BigInt(Number(amount))),
      description:
        typeof hash === "string"
          ? { kind: "hash", sha256: Buffer.from(hash, "hex"), text: "" }
          : { kind: "text", text: String(description) },
      expirySeconds: Number(expiry),
    });
    invoices.set(hex(made.paymentHash), { invoice: made.invoice, createdAt: Math.floor(Date.now() / 1_000) });
    return incoming(hex(made.paymentHash)) ?? {};
  }

  function look({ payment_hash: hash }: Fields): Fields | undefined {
    const attempt = best(String(hash));
    const item = attempt === undefined ? incoming(String(hash)) : outgoing(attempt);
    return item && methods.bend(item);
  }

  function info(): Fields {
    const { nodeId, blockHeight } = node.report;
    return {
      alias: "alice",
      color: "#3399ff",
      pubkey: nodeId,
      ...(methods.network !== undefined && { network: methods.network }),
      block_height: blockHeight,
      block_hash: "00".repeat(32),
      methods: methods.offered,
    };
  }

  function balance(): Fields {
    return { balance: Number(40_000_000_000n + receiving.received() - paying.spent() - paying.inFlight()) };
  }

  const methods: FakeMethods = {
    offered: METHODS,
    network: "regtest",
    pageMax: 20,
    bend: (item) => item,
    byHash: (paymentHash) => look({ payment_hash: hex(paymentHash) }),
    answer(method, params) {
      for (const one of receiving.receipts) timeOf(endedAt, one);
      const makers: Record<string, () => Fields | undefined> = {
        get_info: info,
        get_balance: balance,
        make_invoice: () => make(params),
        lookup_invoice: () => look(params),
        list_transactions: () => list(params),
      };
      const maker = methods.offered.includes(method) ? makers[method] : undefined;
      if (maker === undefined) return { error: { code: "NOT_IMPLEMENTED", message: "not supported" } };
      const result = maker();
      return result === undefined ? { error: { code: "NOT_FOUND", message: "unknown" } } : { result };
    },
    begin({ invoice: text, amount: chosen }) {
      const invoice = String(text);
      const { paymentHash, amount: asked } = decodeInvoice(invoice);
      const failed = (message: string) => ({ error: { code: "PAYMENT_FAILED", message } });
      const known = best(hex(paymentHash));
      if (known?.status.kind === "settled") return failed("invoice is already paid");
      if (known?.status.kind === "in_flight") return failed("payment is in transition");
      const amount = chosen === undefined ? asked : msats(BigInt(Number(chosen)));
      const limits = { feeLimit: msats(0n), cltvLimitBlocks: 2_016 };
      const begun = paying.begin({ invoice, paymentHash, amount, ...limits }, { kind: "pay" });
      if (!("reference" in begun)) return failed("it cannot be paid");
      timeOf(begunAt, begun);
      return begun;
    },
    outcome({ status }) {
      if (status.kind !== "settled") return { error: { code: "PAYMENT_FAILED", message: "no route" } };
      return { result: { preimage: hex(status.preimage), fees_paid: Number(status.fee) } };
    },
  };
  return methods;
}

function hex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/** No two events have one time, though times are whole seconds. */
function risingSeconds(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 1_000));
    return last;
  };
}
