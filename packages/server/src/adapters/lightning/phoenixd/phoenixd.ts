import { bytesToHex } from "@noble/hashes/utils.js";
import { type Clock, YEAR_10000_MS } from "#kernel/clock.ts";
import { type Msats, msats } from "#kernel/money.ts";
import {
  type Capabilities,
  type InvoiceRequest,
  type LightningNode,
  type NodeInfo,
  NodeUnavailable,
  type OutgoingStatus,
  PAY_WAIT_MS,
} from "#lightning";
import { machineRandom } from "#platform/machine/random.ts";
import { type Fields, fieldsOf, listOf } from "../answers.ts";
import { createList, hasItem } from "../lists.ts";
import { createOutcomes } from "../outcomes.ts";
import {
  balancesOf,
  createdOf,
  incomingOf,
  infoOf,
  listedSent,
  placeOfReceipt,
  receivedOf,
  sentItemOf,
} from "./answers.ts";
import { createPhoenixdLink, type Order, type PhoenixdAddress, type PhoenixdLink, parseJson } from "./exchange.ts";
import { createHints } from "./hints.ts";
import { answeredOrAbsent, answeredOrThrow, findAttempt, findByHash } from "./look-up.ts";
import { createPayer, readPermissions } from "./paying.ts";

/** phoenixd's own default is 20; a version that answers fewer than asked for is read as well. */
const PAGE_ITEMS = 100;
/** Two payments that finish together may be stored in either order, and the clock of a machine may be set back. */
const OVERLAP_MS = 600_000;
/** A receipt that no hint announced is found so long after it came. */
const POLL_MS = 60_000;
const OUTCOME_PAUSE_MS = 1_000;
/** The longest that one long poll stays open. */
const WAIT_MAX_MS = 25_000;
const DESCRIPTION_MAX = 128;

/**
 * What phoenixd can do. It refuses a hash that it is paying or has paid, and pays one again that has failed: so it is
 * not relied on. It takes 4 sat and 0.4 % of every payment, whatever the route.
 */
const CAPABILITIES: Capabilities = {
  resend: false,
  paysHashOnce: false,
  feeLimit: { kind: "none", reserve: feeReserve },
  wholeSats: true,
  cancel: false,
  keysend: false,
  outlivesUs: true,
  cltvLimit: false,
  onchain: false,
};

/** 4 sat and 0.4 %, rounded up to the msat (phoenixd `Lsp.kt`, `trampolineFees`). */
export function feeReserve(amount: Msats): Msats {
  return msats(4_000n + (amount * 4_000n + 999_999n) / 1_000_000n);
}

export type { PhoenixdAddress } from "./exchange.ts";

type PhoenixdOptions = PhoenixdAddress & {
  readonly clock: Clock;
  /** How long `pay` waits for an outcome. */
  readonly payWaitMs?: number;
};

/** phoenixd behind the port: ACINQ's server wallet, which has its channels with ACINQ alone. */
export function connectPhoenixdNode(options: PhoenixdOptions): LightningNode {
  const { clock, payWaitMs = PAY_WAIT_MS, ...address } = options;
  const link = createPhoenixdLink(address, clock);
  const hints = createHints({ clock, link, port: address.port });
  const get = async (path: string): Promise<unknown> => parseJson(await answeredOrThrow(link, { method: "GET", path }));

  const find = (paymentHash: Uint8Array) => findByHash(link, paymentHash);
  const payer = createPayer({ clock, link, find, feeReserve, payWaitMs, outcomes: () => outcomes });
  const lookup = async (paymentHash: Uint8Array, reference?: string): Promise<OutgoingStatus> => {
    const sent = await (reference === undefined ? find(paymentHash) : findAttempt(link, paymentHash, reference));
    const status = sent === undefined ? ({ kind: "not_found" } as const) : payer.explained(sent);
    if (reference === undefined && !payer.isPaying(paymentHash)) outcomes.saw(paymentHash, status);
    return status;
  };
  const outcomes = createOutcomes({
    clock,
    pauseMs: OUTCOME_PAUSE_MS,
    lookup: async (hash) => (payer.isPaying(hash) ? { kind: "in_flight" } : await lookup(hash)),
  });

  const page = pagesOf(get);
  const { receipts, payments } = createLists(clock, page);

  async function received(cursor: string, wantedMs: number, signal?: AbortSignal) {
    const untilMs = clock.monotonicMs() + Math.min(wantedMs, WAIT_MAX_MS);
    for (;;) {
      const news = hints.next();
      const items = await receipts.after(cursor);
      const leftMs = untilMs - clock.monotonicMs();
      if (items.length > 0 || leftMs <= 0 || signal?.aborted)
        return items.map(({ item, cursor }) => receivedOf(item, cursor));
      await news(Math.min(leftMs, POLL_MS), signal);
    }
  }

  return {
    capabilities: CAPABILITIES,
    requireNode: link.requireNode,
    info: () => readInfo(link),
    async createInvoice(request) {
      const form = invoiceForm(request);
      const order: Order = { method: "POST", path: "/createinvoice", form: () => form };
      return createdOf(fieldsOf(parseJson(await answeredOrThrow(link, order))), request.amount);
    },
    cancelInvoice: async () => cannot("cancels no invoices"),
    pay: payer.pay,
    keysend: async () => ({ kind: "failed", reason: "other" }), // it cannot, and nothing was sent
    lookupOutgoing: lookup,
    async lookupIncoming(paymentHash) {
      const path = `/payments/incoming/${bytesToHex(paymentHash)}`;
      const text = await answeredOrAbsent(link, { method: "GET", path });
      return text === undefined ? { kind: "not_found" } : incomingOf(fieldsOf(parseJson(text)));
    },
    hasOpenInvoices: () => hasOpenInvoices(page),
    async balances() {
      const channels = listOf(await get("/listchannels"));
      return balancesOf(channels, fieldsOf(await get("/getbalance")));
    },
    received,
    outgoing: async (cursor) =>
      (await payments.after(cursor)).map(({ item, cursor }) => sentItemOf(item, cursor, payer.explained)),
    async finished(cursor, wantedMs, signal) {
      if (cursor === "") await get("/getbalance"); // it has to be there, and the required one
      return await outcomes.after(cursor, Math.min(wantedMs, WAIT_MAX_MS), signal);
    },
    ...NO_ONCHAIN,
    permissions: () => readPermissions(link),
    operations: undefined,
    close: async () => hints.close(),
  };
}

/** Of any node. */
async function readInfo(link: PhoenixdLink): Promise<NodeInfo> {
  const { text, clock } = await link.who();
  return { ...infoOf(fieldsOf(parseJson(text))), ...(clock && { clock }) };
}

/** phoenixd has no list of them alone: all that came or may come is read, to its end or to one that is open. */
async function hasOpenInvoices(page: ReturnType<typeof pagesOf>): Promise<boolean> {
  return await hasItem(
    async (offset) => listOf(await page("incoming", 0, offset, true)),
    ({ isPaid, isExpired }) => isPaid === false && isExpired !== true,
  );
}

/** `to`: else it is phoenixd's own time, and hides what it stored while its clock was ahead. */
function pagesOf(get: (path: string) => Promise<unknown>) {
  return (kind: "incoming" | "outgoing", from: number, offset: number, all: boolean) =>
    get(`/payments/${kind}?from=${from}&to=${YEAR_10000_MS - 1}&limit=${PAGE_ITEMS}&offset=${offset}&all=${all}`);
}

function createLists(clock: Clock, page: ReturnType<typeof pagesOf>) {
  const random = machineRandom(clock);
  /** Receipts on the chain are counted in a page and not shown (`Api.kt`, `mapNotNull`). */
  const receipts = createList<Fields>({
    sparse: PAGE_ITEMS,
    random,
    clock,
    overlapMs: OVERLAP_MS,
    page: async (from, offset) =>
      listOf(await page("incoming", from, offset, false)).map((item) => ({ ...placeOfReceipt(item), item })),
  });
  const payments = createList<Fields>({
    random,
    clock,
    overlapMs: OVERLAP_MS,
    page: async (from, offset) => listOf(await page("outgoing", from, offset, true)).map(listedSent),
  });
  return { receipts, payments };
}

const NO_ONCHAIN = {
  estimateOnchain: async () => cannot("pays no addresses of the chain"),
  buildOnchain: async () => cannot("pays no addresses of the chain"),
  publishOnchain: async () => cannot("pays no addresses of the chain"),
  listOnchain: async () => cannot("pays no addresses of the chain"),
  lookupOnchain: async () => cannot("pays no addresses of the chain"),
  findOnchainChange: async () => cannot("pays no addresses of the chain"),
  buildOnchainChild: async () => cannot("pays no addresses of the chain"),
};

function cannot(what: string): never {
  throw new NodeUnavailable(`phoenixd ${what}`);
}

/** @throws {NodeUnavailable} for a part of a sat. */
function invoiceForm({ amount, description, expirySeconds }: InvoiceRequest): URLSearchParams {
  if (amount % 1_000n !== 0n) return cannot("asks for whole sats only");
  return new URLSearchParams({
    amountSat: String(amount / 1_000n),
    expirySeconds: String(expirySeconds),
    ...(description.kind === "text"
      ? { description: shortened(description.text) }
      : { descriptionHash: bytesToHex(description.sha256) }),
  });
}

/** phoenixd takes 128 UTF-16 units. A character is not cut in two. */
function shortened(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  let short = "";
  for (const character of text) {
    if (short.length + character.length >= DESCRIPTION_MAX) break;
    short += character;
  }
  return `${short}…`;
}
