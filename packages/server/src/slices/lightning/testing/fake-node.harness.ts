import { createHash, randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { decodeInvoice, invoiceNetwork } from "#protocol/bolt11.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import type { NodeInfo } from "../model/node-info.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import { PAY_WAIT_MS } from "../model/send-limits.ts";
import type { Capabilities, LightningNode, SendOutcome } from "../port.ts";
import { createFakeIncoming, type FakeIncoming } from "./fake-incoming.harness.ts";
import { createFakeLink, createFakeNews, type FakeLink, pollFake } from "./fake-news.harness.ts";
import { createFakeOnchain, type FakeOnchain } from "./fake-onchain.harness.ts";
import { createFakeOperations, type FakeOperations } from "./fake-operations.harness.ts";
import { createFakeOutgoing, type FakeAttempt, type FakeOutgoing } from "./fake-outgoing.harness.ts";
import { type FakeRequest, type Planned, pays, type SendPlan } from "./fake-plan.harness.ts";

/** Somebody on the other side of the route of the fake node; the conformance file calls it. */
export type FakeCounterparty = {
  /** Its key: it takes payments without an invoice. */
  nodeId(): Promise<string>;
  invoice(draft: {
    readonly msats?: bigint;
    readonly expirySeconds?: number;
    readonly hold?: boolean;
  }): Promise<{ readonly invoice: string; readonly paymentHash: Uint8Array; readonly expiresAt: Date }>;
  settle(paymentHash: Uint8Array): Promise<void>;
  fail(paymentHash: Uint8Array): Promise<void>;
  isHeld(paymentHash: Uint8Array): Promise<boolean>;
  receivedMsats(paymentHash: Uint8Array): Promise<bigint>;
  pay(invoice: string): Promise<boolean>;
};

/**
 * A Lightning node in memory that does what the port says, and what a test asks for. It passes the conformance file.
 */
export type FakeNode = LightningNode & {
  readonly operations: FakeOperations;
  capabilities: Capabilities;
  /** What `info` reports. */
  report: NodeInfo;
  /** True: no connection to it stands. */
  isDown: boolean;
  /** Calls that fail while the others work. */
  readonly broken: Set<keyof LightningNode>;
  /** What it does with requests to send from now on. */
  plan: Planned;
  /** Every request to send that reached it, in order. */
  readonly requests: FakeRequest[];
  readonly receiving: FakeIncoming;
  readonly paying: FakeOutgoing;
  /** The chain, and the node's wallet there. */
  readonly chain: FakeOnchain;
  readonly counterparty: FakeCounterparty;
  /**
   * Pays an invoice without a call of `pay`: by its owner's hand, or as a lost request that arrives late. Returns the
   * hash.
   */
  payUnasked(invoice: string, plan?: SendPlan): Uint8Array;
  /** Dies and is there again: every open call breaks, and what it knew it knows. */
  restart(): void;
  /** Is rebuilt from its seed: the same key and channels, without a history. */
  forgetHistory(): void;
  /** Keeps its records as they are now. The call that is returned puts them back: the node went back to this moment. */
  keepHistory(): () => void;
};

export type FakeNodeOptions = {
  readonly clock: Clock;
  /** Its private key. */
  readonly key?: Uint8Array;
  readonly capabilities?: Partial<Capabilities>;
  readonly info?: Partial<NodeInfo>;
  /** Ours in its channels at the start. */
  readonly funds?: Msats;
  /** Coins of its on-chain wallet at the start, in satoshis. */
  readonly coins?: readonly bigint[];
  /** Fee of the route to every recipient. */
  readonly feeOf?: (amount: Msats) => Msats;
  /** What the backend keeps of a receipt. */
  readonly costOf?: (amount: Msats) => Msats;
  readonly retriesFailed?: boolean;
  /** False: it gives no references of attempts. */
  readonly givesReferences?: boolean;
  /** How long `pay` waits for an outcome before it says `in_flight`. */
  readonly payWaitMs?: number;
};

const ROUTE_BLOCKS = 184;
const OUTGOING_PAGE_MAX = 1_000;

/** What a fake node can do unless a test says otherwise: all that the embedded one can. */
export const CAPABILITIES: Capabilities = {
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

/** Ten coins of a million satoshis. */
const COINS = Array<bigint>(10).fill(1_000_000n);

export function createFakeNode(options: FakeNodeOptions): FakeNode {
  const { clock, key = randomBytes(32), funds = sats(40_000_000n) } = options;
  const nodeId = bytesToHex(secp256k1.getPublicKey(key));
  const link = createFakeLink();
  const [receiptNews, outcomeNews] = [createFakeNews(clock), createFakeNews(clock)];
  const report: NodeInfo = {
    nodeId,
    network: "regtest",
    instanceId: undefined,
    synced: true,
    blockHeight: 500,
    htlcSlots: 400,
    usableChannels: 1,
    sendable: undefined,
    receivable: undefined,
    ...options.info,
  };
  const receiving = createFakeIncoming({
    clock,
    key,
    network: report.network,
    costOf: options.costOf ?? (() => msats(0n)),
    news: receiptNews,
  });
  const channels = () => funds + receiving.received() - paying.spent() - paying.inFlight();
  const paying: FakeOutgoing = createFakeOutgoing({
    clock,
    nodeId,
    capabilities: () => node.capabilities,
    feeOf: options.feeOf ?? (() => msats(1_500n)),
    routeBlocks: ROUTE_BLOCKS,
    retriesFailed: options.retriesFailed ?? false,
    spendable: channels,
    news: outcomeNews,
  });
  const chain = createFakeOnchain({
    clock,
    network: report.network,
    key,
    coins: options.coins ?? COINS,
    firstHeight: report.blockHeight,
    onHeight: (blockHeight) => {
      node.report = { ...node.report, blockHeight };
    },
  });
  let required: string | undefined;
  const isOther = () => required !== undefined && required !== node.report.nodeId;
  /** An answer of the node to `call`. */
  const answer = <T>(call: keyof LightningNode, make: () => T): T => {
    if (node.isDown || node.broken.has(call)) throw new NodeUnavailable("the node does not answer", { why: "down" });
    if (call !== "info" && isOther()) throw new NodeUnavailable("another node answers in its place");
    return make();
  };

  const operations = createFakeOperations((make) => answer("operations", make), funds);
  const node: FakeNode = {
    permissions: async () => answer("permissions", () => operations.rights),
    operations,
    capabilities: { ...CAPABILITIES, ...options.capabilities },
    report,
    isDown: false,
    broken: new Set(),
    plan: pays(),
    requests: [],
    receiving,
    paying,
    chain,
    counterparty: counterpartyOf({ clock, network: report.network }, receiving, paying),
    payUnasked(invoice, { act } = pays()) {
      const { paymentHash } = decodeInvoice(invoice);
      const limits = { amount: undefined, feeLimit: sats(21_000_000n), cltvLimitBlocks: 2_016 };
      if (act.kind !== "nothing") paying.begin({ invoice, paymentHash, ...limits }, act);
      return paymentHash;
    },
    requireNode(nodeId) {
      required = nodeId;
    },
    restart: link.cut,
    forgetHistory() {
      receiving.forget();
      paying.forget();
      chain.forgetDrafts();
    },
    keepHistory() {
      const [attempts, finished] = [[...paying.attempts], [...paying.finished]];
      const [invoices, receipts] = [[...receiving.invoices], [...receiving.receipts]];
      return () => {
        paying.attempts.splice(0, Number.POSITIVE_INFINITY, ...attempts);
        paying.finished.splice(0, Number.POSITIVE_INFINITY, ...finished);
        receiving.receipts.splice(0, Number.POSITIVE_INFINITY, ...receipts);
        receiving.invoices.clear();
        for (const [hash, status] of invoices) receiving.invoices.set(hash, status);
      };
    },
    info: async () => answer("info", () => node.report),
    createInvoice: async (request) => answer("createInvoice", () => receiving.create(request)),
    cancelInvoice: async (hash) =>
      answer("cancelInvoice", () => {
        if (!node.capabilities.cancel) throw new Error("this node cancels no invoices");
        return receiving.cancel(hash);
      }),
    lookupOutgoing: async (hash, reference) => answer("lookupOutgoing", () => paying.status(hash, reference)),
    lookupIncoming: async (hash) =>
      answer("lookupIncoming", () => receiving.invoices.get(bytesToHex(hash)) ?? { kind: "not_found" }),
    hasOpenInvoices: async () =>
      answer("hasOpenInvoices", () => [...receiving.invoices.values()].some(({ kind }) => kind === "unpaid")),
    balances: async () =>
      answer("balances", () => ({
        channels: msats(channels() + operations.shifted.channels),
        outgoingHtlcs: msats(paying.inFlight()),
        opening: msats(operations.shifted.opening),
        closing: msats(operations.shifted.closing),
        onchain: msats(chain.balance() + operations.shifted.onchain),
        reserve: msats(chain.reserve * 1_000n),
        commitFees: msats(operations.shifted.commitFees),
      })),
    outgoing: async (cursor) =>
      answer("outgoing", () => paying.records().slice(Number(cursor), Number(cursor) + OUTGOING_PAGE_MAX)),
    received: async (cursor, waitMs, signal) => {
      const find = () => answer("received", () => receiving.receipts.slice(Number(cursor)));
      return await pollFake({ news: receiptNews, link, find, waitMs, signal });
    },
    async finished(cursor, waitMs, signal) {
      const { length } = answer("finished", () => paying.finished);
      if (cursor === "") return { cursor: String(length), payments: [] };
      const find = () => answer("finished", () => paying.finished.slice(Number(cursor)));
      const payments = await pollFake({ news: outcomeNews, link, find, waitMs, signal });
      return { cursor: String(Number(cursor) + payments.length), payments };
    },
    pay: (request) => send({ ...options, clock, node, link, isOther, news: outcomeNews }, request),
    async keysend(request) {
      const { nodeId, preimage, paymentHash } = request;
      if (!node.capabilities.keysend) return { kind: "failed", reason: "other" };
      const key = bytesToHex(paymentHash);
      if (nodeId === (await node.counterparty.nodeId()) && !paying.recipients.has(key))
        paying.recipients.set(key, { preimage, hold: false, received: 0n });
      const draft = { ...request, invoice: `keysend ${nodeId}`, keysend: request };
      return await send({ ...options, clock, node, link, isOther, news: outcomeNews }, draft);
    },
    estimateOnchain: async (request) => answer("estimateOnchain", () => chain.estimate(request)),
    buildOnchain: async (draft) => answer("buildOnchain", () => chain.build(draft)),
    publishOnchain: async (transaction, reference) =>
      answer("publishOnchain", () => chain.publish(transaction, reference)),
    listOnchain: async () => answer("listOnchain", () => chain.list()),
    lookupOnchain: async (txid) => answer("lookupOnchain", () => chain.lookup(txid)),
    findOnchainChange: async (txid) => answer("findOnchainChange", () => chain.change(txid)),
    buildOnchainChild: async (request) => answer("buildOnchainChild", () => chain.buildChild(request)),
    close: async () => undefined,
  };
  return node;
}

type Sending = FakeNodeOptions & {
  readonly node: FakeNode;
  readonly link: FakeLink;
  /** Whether it is another node than the one that is required. */
  readonly isOther: () => boolean;
  readonly news: ReturnType<typeof createFakeNews>;
};

async function send(sending: Sending, request: FakeRequest): Promise<SendOutcome> {
  const { clock, node, link, isOther, givesReferences = true } = sending;
  if (clock.now() >= request.expiresAt) return { kind: "not_sent", reason: "expired" };
  if (clock.monotonicMs() >= request.deadlineMonotonicMs) return { kind: "not_sent", reason: "deadline" };
  if (node.isDown || node.broken.has("pay") || isOther()) return { kind: "not_sent", reason: "unreachable" };

  const connection = link.current();
  node.requests.push(request);
  const plan = typeof node.plan === "function" ? await node.plan(request) : node.plan;
  const begun = plan.act.kind === "nothing" ? undefined : node.paying.begin(request, plan.act);
  const isNamed = givesReferences && plan.answer.kind !== "cut" && plan.answer.kind !== "known_hash";
  if (isNamed && begun !== undefined && "reference" in begun) request.onReference(begun.reference);
  return await answerOf(sending, plan, begun, connection);
}

/** What the caller hears of it. */
async function answerOf(
  { clock, payWaitMs = PAY_WAIT_MS, news }: Sending,
  { answer }: SendPlan,
  begun: FakeAttempt | SendOutcome | undefined,
  connection: AbortSignal,
): Promise<SendOutcome> {
  const unknown = { kind: "unknown", detail: "the connection broke" } as const;
  if (answer.kind === "known_hash") return { kind: "not_sent", reason: "known_hash" };
  if (answer.kind === "cut" || begun === undefined) return unknown;
  if (answer.kind === "hang") await new Promise((resolve) => connection.addEventListener("abort", resolve));
  if (answer.kind === "late") await clock.sleep(answer.ms, connection);
  if (!("reference" in begun)) return connection.aborted ? unknown : begun;

  const untilMs = clock.monotonicMs() + payWaitMs;
  let isNews = true;
  while (begun.status.kind === "in_flight" && isNews && !connection.aborted)
    isNews = await news.next(Math.max(0, untilMs - clock.monotonicMs()), connection);
  return connection.aborted ? unknown : begun.status;
}

function counterpartyOf(
  { clock, network }: { readonly clock: Clock; readonly network: NodeInfo["network"] },
  receiving: FakeIncoming,
  { recipients, isHeld, settle, giveBack }: FakeOutgoing,
): FakeCounterparty {
  const key = randomBytes(32);
  return {
    nodeId: async () => bytesToHex(secp256k1.getPublicKey(key)),
    async invoice({ msats: amount, expirySeconds = 600, hold = false }) {
      const preimage = Uint8Array.from(randomBytes(32));
      const paymentHash = Uint8Array.from(createHash("sha256").update(preimage).digest());
      const timestamp = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
      const description = { kind: "text", text: "conformance" } as const;
      const fields = {
        network: invoiceNetwork(network),
        paymentHash,
        paymentSecret: randomBytes(32),
        timestamp,
        description,
        expirySeconds,
      };
      recipients.set(bytesToHex(paymentHash), { preimage, hold, received: 0n });
      const asked = amount === undefined ? {} : { amount: msats(amount) };
      const invoice = encodeInvoice({ ...fields, ...asked }, key);
      return { invoice, paymentHash, expiresAt: new Date(timestamp.getTime() + expirySeconds * 1_000) };
    },
    settle: async (hash) => settle(hash),
    fail: async (hash) => giveBack(hash),
    isHeld: async (hash) => isHeld(hash),
    receivedMsats: async (hash) => recipients.get(bytesToHex(hash))?.received ?? 0n,
    pay: async (invoice) => receiving.payInvoice(invoice),
  };
}
