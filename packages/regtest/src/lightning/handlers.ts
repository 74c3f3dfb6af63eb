import { BadRequest, type Fields, type Handlers, NotReady } from "../children/control-server.ts";
import { scriptOf } from "./address.ts";
import { unhex } from "./bytes.ts";
import { balancesOf, listChannels } from "./channels.ts";
import { dustOf, type Payment } from "./coins.ts";
import { HTLCS_PER_SIDE } from "./core.ts";
import type { CheckedInvoiceParams } from "./incoming.ts";
import type { Node } from "./node.ts";
import type { CheckedKeysendParams, CheckedLimits } from "./payable.ts";

/** No call waits longer. */
const WAIT_MAX_MS = 30_000;
const AMOUNT = /^(0|[1-9][0-9]{0,18})$/;
const HASH = /^[0-9a-f]{64}$/;
const REFERENCE = /^[0-9a-z-]{1,64}$/;
const OUTPUTS_MAX = 100_000;
const NODE_ID = /^0[23][0-9a-f]{64}$/;
const EXPIRY_MAX_SECONDS = 366 * 24 * 60 * 60;
/** Two weeks of blocks: the library's own limit for a route is below it. */
const CLTV_LIMIT_BLOCKS_MAX = 2_016;
/** What fits into the tagged field of a BOLT 11 invoice. */
const DESCRIPTION_MAX_BYTES = 639;

/** The control calls of a node. They check their inputs: a wrong one is a `BadRequest`. */
export function handlersOf(node: Node): Handlers {
  return { ...stateHandlers(node), ...paymentHandlers(node), ...onchainHandlers(node) };
}

function stateHandlers(node: Node) {
  return {
    async info() {
      const channels = listChannels(node.core);
      const usable = channels.filter((channel) => channel.usable);
      return {
        nodeId: node.id,
        network: "regtest",
        instanceId: node.options.instanceId,
        peerAddress: `127.0.0.1:${node.options.peerPort}`,
        synced: node.chain.isSynced(),
        blockHeight: node.chain.tip().height,
        htlcSlots: channels.filter((channel) => channel.ready).length * HTLCS_PER_SIDE * 2,
        usableChannels: usable.length,
        sendableMsats: sumOf(usable.map(({ sendableMsats }) => sendableMsats)),
        receivableMsats: sumOf(usable.map(({ receivableMsats }) => receivableMsats)),
        peers: node.peers.connected(),
        wantedPeers: node.peers.wanted(),
        memoryBytes: process.memoryUsage.rss(),
      };
    },
    balances: async () => balancesOf(node.core, node.wallet),
    channels: async () => ({ channels: listChannels(node.core) }),
    async connect(input) {
      const host = text(input, "host", /^[0-9a-z.:-]{1,253}$/);
      node.peers.keep({ nodeId: text(input, "nodeId", NODE_ID), host, port: whole(input, "port", 1, 65_535) });
      return {};
    },
    async openChannel(input) {
      refuseWhileDraining(node);
      const channelId = node.openChannel({
        nodeId: text(input, "nodeId", NODE_ID),
        amountSats: text(input, "amountSats", AMOUNT),
        pushSats: text(input, "pushSats", AMOUNT),
      });
      await node.settled();
      return { channelId };
    },
    async route(input) {
      const fee = node.outgoing.routeFee(unhex(text(input, "nodeId", NODE_ID)), amount(input, "amountMsats"));
      return fee === undefined ? { found: false } : { found: true, feeMsats: String(fee) };
    },
    address: async () => ({ address: node.wallet.address }),
    async sync() {
      await node.sync();
      return { blockHeight: node.chain.tip().height };
    },
  } satisfies Partial<Handlers>;
}

function paymentHandlers(node: Node) {
  return {
    async createInvoice(input) {
      refuseWhileDraining(node);
      return await node.incoming.create(invoiceParams(input));
    },
    async cancelInvoice(input) {
      const result = node.incoming.cancel(text(input, "paymentHash", HASH));
      await node.settled();
      return { result };
    },
    async lookupIncoming(input) {
      const hash = text(input, "paymentHash", HASH);
      await node.settled();
      return node.incoming.state(hash);
    },
    async settle(input) {
      const isSettled = node.incoming.settle(text(input, "paymentHash", HASH));
      await node.settled();
      return { result: isSettled ? "settled" : "not_held" };
    },
    async fail(input) {
      const isFailed = node.incoming.fail(text(input, "paymentHash", HASH));
      await node.settled();
      return { result: isFailed ? "failed" : "not_held" };
    },
    async pay(input) {
      if (node.isDraining()) return { kind: "not_sent", reason: "deadline" };
      return await node.outgoing.pay({
        ...limits(input),
        invoice: text(input, "invoice", /^ln[0-9a-z]{1,8000}$/i),
        paymentHash: input["paymentHash"] === undefined ? undefined : text(input, "paymentHash", HASH),
        msats: input["amountMsats"] === undefined ? undefined : amount(input, "amountMsats"),
      });
    },
    async keysend(input) {
      if (node.isDraining()) return { kind: "not_sent", reason: "deadline" };
      return await node.outgoing.keysend({
        ...limits(input),
        nodeId: unhex(text(input, "nodeId", NODE_ID)),
        preimage: unhex(text(input, "preimage", HASH)),
        msats: positive(amount(input, "amountMsats"), "amountMsats"),
        records: records(input),
      });
    },
    async lookupOutgoing(input) {
      const hash = text(input, "paymentHash", HASH);
      await node.settled();
      return node.outgoing.state(hash) ?? { kind: "not_found" };
    },
    async outgoing(input) {
      const after = cursor(input);
      await node.settled();
      return { payments: node.outgoing.list(after) };
    },
    finished: (input, signal) =>
      node.outgoing.finished(input["after"] === "" ? undefined : cursor(input), waitOf(input), signal),
    async received(input, signal) {
      return { receipts: await node.incoming.received(cursor(input), waitOf(input), signal) };
    },
  } satisfies Partial<Handlers>;
}

function onchainHandlers(node: Node) {
  return {
    estimateOnchain: async (input) => node.onchain.estimate(onchainParams(input)),
    async buildOnchain(input) {
      refuseWhileDraining(node);
      return await node.onchain.build({
        ...onchainParams(input),
        feeLimitSats: amount(input, "feeLimitMsats") / 1_000n,
        reference: text(input, "reference", REFERENCE),
      });
    },
    async publishOnchain(input) {
      refuseWhileDraining(node);
      const reference = text(input, "reference", REFERENCE);
      return { result: await node.onchain.publish(text(input, "transaction", /^([0-9a-f]{2}){1,40000}$/), reference) };
    },
    listOnchain: async (input) => ({ published: await node.onchain.list(text(input, "after", /^([0-9a-f]{64})?$/)) }),
    onchainChange: async (input) => node.onchain.change(text(input, "txid", HASH)),
    async buildOnchainChild(input) {
      refuseWhileDraining(node);
      return await node.onchain.buildChild({
        parent: text(input, "parent", HASH),
        index: whole(input, "index", 0, OUTPUTS_MAX),
        satsPerVbyte: positive(amount(input, "satsPerVbyte"), "satsPerVbyte"),
        feeLimitSats: amount(input, "feeLimitMsats") / 1_000n,
        reference: text(input, "reference", REFERENCE),
      });
    },
    lookupOnchain: (input) => node.onchain.lookup(text(input, "txid", HASH)),
  } satisfies Partial<Handlers>;
}

/** @throws {NotReady} */
function refuseWhileDraining(node: Node): void {
  if (node.isDraining()) throw new NotReady("the node restarts");
}

/** Time counts from here. */
function limits(input: Fields): CheckedLimits {
  return {
    feeLimitMsats: amount(input, "feeLimitMsats"),
    cltvLimitBlocks: whole(input, "cltvLimitBlocks", 1, CLTV_LIMIT_BLOCKS_MAX),
    deadlineMs: performance.now() + whole(input, "remainingMs", 0, WAIT_MAX_MS),
    waitMs: whole(input, "waitMs", 0, WAIT_MAX_MS),
  };
}

/** The library says which types it takes. */
function records(input: Fields): CheckedKeysendParams["records"] {
  const list = input["records"];
  if (!Array.isArray(list)) throw new BadRequest("records is not as it must be");
  return list.map((record: Fields) => ({
    type: BigInt(whole(record, "type", 0, Number.MAX_SAFE_INTEGER)),
    value: unhex(text(record, "value", /^([0-9a-f]{2})*$/)),
  }));
}

function invoiceParams(input: Fields): CheckedInvoiceParams {
  return {
    msats: input["amountMsats"] === undefined ? undefined : positive(amount(input, "amountMsats"), "amountMsats"),
    description: checkedDescription((input["description"] ?? {}) as Fields),
    expirySeconds: whole(input, "expirySeconds", 1, EXPIRY_MAX_SECONDS),
    hold: input["hold"] === true,
  };
}

function onchainParams(input: Fields): Payment {
  const script = scriptOf(text(input, "address", /^[0-9A-Za-z]{14,90}$/));
  if (script === undefined) throw new BadRequest("address is none of regtest");
  const msats = amount(input, "amountMsats");
  if (msats % 1_000n !== 0n) throw new BadRequest("amountMsats must be whole satoshis");
  if (msats / 1_000n < dustOf(script)) throw new BadRequest(`amountMsats must be ${dustOf(script)} sat at least`);
  return { script, sats: msats / 1_000n };
}

function checkedDescription(description: Fields): CheckedInvoiceParams["description"] {
  if (description["sha256"] !== undefined) return { sha256: unhex(text(description, "sha256", HASH)) };
  const words = text(description, "text", /^/);
  if (Buffer.byteLength(words) > DESCRIPTION_MAX_BYTES) throw new BadRequest("the description is too long");
  return { text: words };
}

function text(input: Fields, name: string, form: RegExp): string {
  const value = input[name];
  if (typeof value !== "string" || !form.test(value)) throw new BadRequest(`${name} is not as it must be`);
  return value;
}

function amount(input: Fields, name: string): bigint {
  return BigInt(text(input, name, AMOUNT));
}

function positive(value: bigint, name: string): bigint {
  if (value === 0n) throw new BadRequest(`${name} must not be zero`);
  return value;
}

function whole(input: Fields, name: string, min: number, max: number): number {
  const value = input[name];
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
    throw new BadRequest(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/** How long a long poll may wait, in milliseconds. */
function waitOf(input: Fields): number {
  return Math.min(Number(text(input, "waitMs", AMOUNT)), WAIT_MAX_MS);
}

/** Position in a list: 0 is the beginning. */
function cursor(input: Fields): number {
  const after = text(input, "after", /^([0-9]{1,15})?$/);
  return after === "" ? 0 : Number(after);
}

function sumOf(msats: readonly string[]): string {
  return String(msats.reduce((sum, one) => sum + BigInt(one), 0n));
}
