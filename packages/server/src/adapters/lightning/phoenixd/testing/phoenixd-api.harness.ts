import { createHash } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import type { FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { FakeAttempt } from "#slices/lightning/testing/fake-outgoing.harness.ts";

type Body = { readonly status: number; readonly body: unknown };
type Fields = Record<string, unknown>;

/** What phoenixd answers, as of 0.8.0. */
export type FakeApi = {
  /** At most so many items are in a page, whatever is asked for. */
  pageMax: number;
  /** Changes an item of a list or a look-up before it is answered. */
  bend: (item: Fields) => Fields;
  answer(method: string, url: URL, form: URLSearchParams): Body;
  /** Begins a payment as `payinvoice` does, or says why not. */
  begin(form: URLSearchParams): FakeAttempt | Body;
  /** What `payinvoice` answers in the end. */
  outcome(attempt: FakeAttempt, isOpposite: boolean): unknown;
};

const WORDS: Readonly<Record<string, string>> = {
  no_route: "the recipient was offline or did not have enough liquidity to receive the payment",
  recipient_rejected: "recipient node rejected the payment",
  insufficient_liquidity: "not enough funds in wallet to afford payment",
};

export function createFakeApi(node: FakeNode, isOffline: () => boolean): FakeApi {
  const { paying, receiving } = node;
  const now = risingTime();
  const [begunAt, endedAt] = [new Map<object, number>(), new Map<object, number>()];
  const timeOf = (times: Map<object, number>, one: object) => {
    const at = times.get(one) ?? now();
    times.set(one, at);
    return at;
  };
  const invoices = new Map<string, string>();

  /** With `invoice` the amount that was asked for. */
  function incoming(paymentHash: string): Fields | undefined {
    const status = receiving.invoices.get(paymentHash);
    const invoice = invoices.get(paymentHash);
    if (status === undefined || invoice === undefined) return undefined;
    const receipt = receiving.receipts.find((one) => one.kind === "receipt" && hex(one.paymentHash) === paymentHash);
    const { amount = msats(0n), timestamp } = decodeInvoice(invoice);
    const item = { type: "incoming_payment", subType: "lightning", paymentHash, invoice, isExpired: false };
    const asked = { requestedSat: sats(amount), createdAt: timestamp.getTime(), preimage: "00".repeat(32) };
    if (status.kind !== "settled" || receipt === undefined)
      return { ...item, ...asked, isPaid: false, receivedSat: 0, fees: 0 };
    return {
      ...item,
      ...asked,
      preimage: hex(status.preimage ?? new Uint8Array()),
      isPaid: true,
      receivedSat: sats(status.amount - status.cost),
      fees: Number(status.cost),
      completedAt: timeOf(endedAt, receipt),
    };
  }

  const allMade = () => [...invoices.keys()].map(incoming).filter((item) => item !== undefined);
  const received = () =>
    receiving.receipts.map((one) =>
      one.kind === "receipt"
        ? (incoming(hex(one.paymentHash)) ?? {})
        : { type: "incoming_payment", paymentHash: sha(one.cursor), isPaid: true, completedAt: timeOf(endedAt, one) },
    );

  function outgoing(attempt: FakeAttempt): Fields {
    const { paymentHash, amount, invoice, status } = attempt;
    const fee = status.kind === "settled" ? status.fee : msats(0n);
    const isFinal = status.kind !== "in_flight";
    return {
      type: "outgoing_payment",
      subType: "lightning",
      paymentId: uuid(attempt.reference),
      paymentHash: hex(paymentHash),
      ...(status.kind === "settled" && { preimage: hex(status.preimage) }),
      isPaid: status.kind === "settled",
      sent: sats(amount + fee),
      fees: Number(fee),
      invoice,
      createdAt: timeOf(begunAt, attempt),
      ...(isFinal && { completedAt: timeOf(endedAt, attempt) }),
    };
  }

  /** Paid, else under way, else failed. */
  function best(paymentHash: string): FakeAttempt | undefined {
    const rank = { settled: 3, in_flight: 2, failed: 1 };
    return paying.attempts
      .filter((one) => hex(one.paymentHash) === paymentHash)
      .toSorted((one, other) => rank[other.status.kind] - rank[one.status.kind])[0];
  }

  const channels = () => {
    const flying = paying.attempts.filter(({ status }) => status.kind === "in_flight");
    const spec = {
      htlcsIn: [],
      htlcsOut: flying.map(({ amount, fee, paymentHash }) => ({
        amountMsat: Number(amount + fee),
        paymentHash: hex(paymentHash),
        cltvExpiry: 1_000,
      })),
      feerate: 2_500,
      toLocal: Number(local(node)),
      toRemote: 0,
    };
    const state = {
      type: "fr.acinq.lightning.channel.states.Normal",
      commitments: { active: [{ localCommit: { index: 1, spec } }], inactive: [] },
    };
    return [isOffline() ? { type: "fr.acinq.lightning.channel.states.Offline", state } : state];
  };

  function list(items: readonly Fields[], at: string, { searchParams: query }: URL): readonly Fields[] {
    const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
    const limit = Math.min(number("limit", 20), api.pageMax);
    const [from, to] = [number("from", 0), number("to", Date.now())];
    return items
      .filter((item) => Number(item[at]) >= from && Number(item[at]) <= to)
      .slice(number("offset", 0), number("offset", 0) + limit);
  }

  function create(form: URLSearchParams): Body {
    const [text, hash] = [form.get("description"), form.get("descriptionHash")];
    if ((text === null) === (hash === null)) return { status: 400, body: "Must provide either a description or hash" };
    if (text !== null && text.length > 128)
      return { status: 400, body: "Request parameter description is too long (max 128 characters)" };
    const made = receiving.create({
      amount: msats(BigInt(form.get("amountSat") ?? "0") * 1_000n),
      description:
        hash === null
          ? { kind: "text", text: text ?? "" }
          : { kind: "hash", sha256: Buffer.from(hash, "hex"), text: "" },
      expirySeconds: Number(form.get("expirySeconds") ?? "3600"),
    });
    invoices.set(hex(made.paymentHash), made.invoice);
    const amountSat = Number(form.get("amountSat"));
    return { status: 200, body: { amountSat, paymentHash: hex(made.paymentHash), serialized: made.invoice } };
  }

  function find(path: string, url: URL): unknown {
    const [, , kind, name = ""] = path.split("/");
    if (path === "/getinfo") return info(node, isOffline());
    if (path === "/getbalance") return { balanceSat: isOffline() ? 0 : sats(local(node)), feeCreditSat: 0 };
    if (path === "/listchannels") return channels();
    if (path === "/payments/incoming" && url.searchParams.get("all") === "true")
      return list(allMade().map(api.bend), "createdAt", url);
    if (path === "/payments/incoming") return list(received().map(api.bend).toReversed(), "completedAt", url);
    if (path === "/payments/outgoing") return list(paying.attempts.map(outgoing).map(api.bend), "createdAt", url);
    if (kind === "incoming") return bent(incoming(name));
    const attempt = paying.attempts.find((one) => uuid(one.reference) === name);
    return bent(kind === "outgoing" ? attempt && outgoing(attempt) : best(name) && outgoing(best(name) as FakeAttempt));
  }
  const bent = (item: Fields | undefined) => item && api.bend(item);

  const api: FakeApi = {
    pageMax: 20,
    bend: (item) => item,
    answer(method, url, form) {
      for (const one of receiving.receipts) timeOf(endedAt, one);
      if (method === "POST" && url.pathname === "/createinvoice") return create(form);
      const body = find(url.pathname, url);
      return body === undefined ? { status: 404, body: "Not found" } : { status: 200, body };
    },
    begin(form) {
      const invoice = form.get("invoice");
      if (invoice === null) return { status: 400, body: "Request parameter invoice is missing" };
      const { paymentHash, amount: asked } = decodeInvoice(invoice);
      const chosen = form.get("amountSat");
      const failed = (reason: string) => ({ status: 200, body: { paymentHash: hex(paymentHash), reason } });
      const known = best(hex(paymentHash));
      if (known?.status.kind === "settled") return failed("this invoice has already been paid");
      if (known?.status.kind === "in_flight") return failed("another payment is in progress for that invoice");
      const amount = chosen === null ? asked : msats(BigInt(chosen) * 1_000n);
      const limits = { feeLimit: msats(0n), cltvLimitBlocks: 2_016 };
      const begun = paying.begin({ invoice, paymentHash, amount, ...limits }, { kind: "pay" });
      if (!("reference" in begun)) return failed("an unknown error occurred");
      timeOf(begunAt, begun);
      return begun;
    },
    outcome(attempt, isOpposite) {
      const { paymentHash, amount, status } = attempt;
      const isSent = (status.kind === "settled") !== isOpposite;
      if (!isSent) {
        const reason = status.kind === "failed" ? (WORDS[status.reason] ?? "an unknown error occurred") : "";
        return { paymentHash: hex(paymentHash), reason: isOpposite ? "recipient node rejected the payment" : reason };
      }
      const settled = status.kind === "settled" ? status : { fee: msats(0n), preimage: new Uint8Array(32) };
      return {
        recipientAmountSat: sats(amount),
        routingFeeSat: sats(settled.fee),
        paymentId: uuid(attempt.reference),
        paymentHash: hex(paymentHash),
        paymentPreimage: hex(settled.preimage),
      };
    },
  };
  return api;
}

function info(node: FakeNode, isOffline: boolean): Fields {
  const { nodeId, network, blockHeight } = node.report;
  const channel = {
    state: "Normal",
    channelId: "77".repeat(32),
    balanceSat: sats(local(node)),
    inboundLiquiditySat: 2_000_000,
    capacitySat: 42_000_000,
    fundingTxId: "66".repeat(32),
  };
  return {
    nodeId,
    channels: [isOffline ? { state: "Offline" } : channel],
    chain: network,
    blockHeight,
    version: "0.8.0-de6f8ae",
  };
}

function local({ paying, receiving }: FakeNode): bigint {
  return 40_000_000_000n + receiving.received() - paying.spent() - paying.inFlight();
}

/** Cut to whole sats, as phoenixd does. */
function sats(amount: bigint): number {
  return Number(amount / 1_000n);
}

function hex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

function sha(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** phoenixd names payments by UUIDs of its own. */
function uuid(reference: string): string {
  const name = sha(reference);
  return `${name.slice(0, 8)}-${name.slice(8, 12)}-4${name.slice(13, 16)}-8${name.slice(17, 20)}-${name.slice(20, 32)}`;
}

/** No two events have one time. */
function risingTime(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}
