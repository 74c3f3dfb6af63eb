import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type Msats, msats } from "#kernel/money.ts";
import {
  type Capabilities,
  type LightningNode,
  type NodeBalances,
  type NodeClock,
  type NodeInfo,
  NodeUnavailable,
  type OutgoingStatus,
  PAY_WAIT_MS,
  type Permissions,
} from "#lightning";
import type { Fields } from "../answers.ts";
import { hasItem } from "../lists.ts";
import { createOutcomes } from "../outcomes.ts";
import { balanceOf, createdOf, incomingOf, infoOf, isOfType, isOpen, sentStatusOf, transactionsOf } from "./answers.ts";
import { Refused } from "./errors.ts";
import { createNwcLink, type NwcLink } from "./link.ts";
import { createNwcLists, WAIT_MAX_MS } from "./lists.ts";
import { PAGE_ITEMS } from "./pages.ts";
import { createPayer } from "./paying.ts";
import type { Life, NwcRequest } from "./session.ts";

/** The file with the address of the wallet service. It is read at each new connection. */
export type NwcAddress = { readonly credentialFile: string };

type NwcOptions = NwcAddress & {
  readonly clock: Clock;
  /** How long `pay` waits for an outcome. */
  readonly payWaitMs?: number;
};

const OUTCOME_PAUSE_MS = 5_000;
/** A wallet service that gave a result so shortly before, over the same connection, is not asked again how it is. */
const BRIEF_MS = 10_000;
/** What it has said of itself is asked anew after this. */
const INFO_MS = 30_000;
/**
 * What every wallet service can do. A service's users have one node key, and it limits no fees: what it takes above the
 * reserve is an incident.
 */
const CAPABILITIES: Capabilities = {
  resend: false,
  paysHashOnce: false,
  feeLimit: { kind: "none", reserve: feeReserve },
  wholeSats: false,
  cancel: false,
  keysend: false,
  outlivesUs: true,
  cltvLimit: false,
  onchain: false,
  absenceProves: false,
  failureProves: false,
};

/** Ours, since NIP-47 is silent: 10 sat and 1 %, rounded up to the msat. */
export function feeReserve(amount: Msats): Msats {
  return msats(10_000n + (amount + 99n) / 100n);
}

/**
 * A wallet service behind the port, over a Nostr relay (NIP-47, Nostr Wallet Connect). Of all backends the least is
 * known of it, and the most has to be believed: docs/nodes/nwc.md.
 */
export function connectNwcNode(options: NwcOptions): LightningNode {
  const { clock, credentialFile, payWaitMs = PAY_WAIT_MS } = options;
  const link = createNwcLink({ clock, credentialFile, onNews: (paymentHash) => onNews(paymentHash) });

  /** Undefined: the wallet service says that it knows none. */
  async function find(paymentHash: Uint8Array): Promise<Fields | undefined> {
    const hash = bytesToHex(paymentHash);
    try {
      const item = await link.ask({ method: "lookup_invoice", params: { payment_hash: hash } });
      if (item["payment_hash"] === hash) return item;
    } catch (error) {
      if (error instanceof Refused && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
    throw new NodeUnavailable("the wallet service answered about another payment");
  }

  const lookup = async (paymentHash: Uint8Array): Promise<OutgoingStatus> => {
    const item = await find(paymentHash);
    const isSent = item !== undefined && isOfType(item, "outgoing");
    const status = isSent ? sentStatusOf(item) : ({ kind: "not_found" } as const);
    if (!payer.isPaying(paymentHash)) outcomes.saw(paymentHash, status);
    return status;
  };
  const outcomes = createOutcomes({
    clock,
    pauseMs: OUTCOME_PAUSE_MS,
    lookup: async (hash) => (payer.isPaying(hash) ? { kind: "in_flight" } : await lookup(hash)),
  });
  const lists = createNwcLists({ clock, link, find });
  function onNews(paymentHash: string | undefined): void {
    lists.notify(paymentHash);
    outcomes.hint(paymentHash);
  }
  /** What it has said of itself, when, and over which connection. */
  let known: { readonly life: Life; readonly info: NodeInfo; readonly atMs: number } | undefined;
  async function info(how?: "brief"): Promise<NodeInfo> {
    const { key, life } = await link.service();
    const nowMs = clock.monotonicMs();
    const isNew = life.answeredMs !== undefined && nowMs - life.answeredMs < BRIEF_MS;
    if (how === "brief" && isNew && known?.life === life && nowMs - known.atMs < INFO_MS) return known.info;
    known = undefined;
    const info = await readInfo(link, key);
    known = { life, info, atMs: nowMs };
    return info;
  }

  const payer = createPayer({ clock, link, lookup, feeReserve, payWaitMs, outcomes: () => outcomes });

  return {
    capabilities: CAPABILITIES,
    requireNode: (nodeId) => link.requireNode(nodeId),
    info,
    async createInvoice({ amount, description, expirySeconds }) {
      const text =
        description.kind === "text"
          ? { description: description.text }
          : { description_hash: bytesToHex(description.sha256) };
      const params = { amount: Number(amount), expiry: expirySeconds, ...text };
      return createdOf(await link.call({ method: "make_invoice", params }), amount);
    },
    cancelInvoice: async () => cannot("cancels no invoices"),
    pay: payer.pay,
    keysend: async () => ({ kind: "failed", reason: "other" }), // it cannot, and nothing was sent
    lookupOutgoing: lookup,
    async lookupIncoming(paymentHash) {
      const item = await find(paymentHash);
      return item !== undefined && isOfType(item, "incoming") ? incomingOf(item) : { kind: "not_found" };
    },
    hasOpenInvoices: () => hasOpenInvoices(link, clock),
    async balances() {
      const channels = balanceOf(await link.ask({ method: "get_balance", params: {} }));
      return { ...NO_BALANCES, channels };
    },
    received: lists.received,
    outgoing: lists.outgoing,
    async finished(cursor, wantedMs, signal) {
      if (cursor === "") await link.ask({ method: "get_balance", params: {} }); // it has to be there
      return await outcomes.after(cursor, Math.min(wantedMs, WAIT_MAX_MS), signal);
    },
    estimateOnchain: async () => cannot("pays no addresses of the chain"),
    buildOnchain: async () => cannot("pays no addresses of the chain"),
    publishOnchain: async () => cannot("pays no addresses of the chain"),
    listOnchain: async () => cannot("pays no addresses of the chain"),
    lookupOnchain: async () => cannot("pays no addresses of the chain"),
    findOnchainChange: async () => cannot("pays no addresses of the chain"),
    buildOnchainChild: async () => cannot("pays no addresses of the chain"),
    permissions: () => readPermissions(link),
    operations: undefined,
    close: async () => link.close(),
  };
}

/** It says one balance of all. */
const NO_BALANCES: Omit<NodeBalances, "channels"> = {
  outgoingHtlcs: msats(0n),
  opening: msats(0n),
  closing: msats(0n),
  onchain: msats(0n),
  reserve: msats(0n),
  commitFees: msats(0n),
};

/** No connection stands with less than is needed. */
async function readPermissions(link: NwcLink): Promise<Permissions> {
  await link.service();
  return { lacking: [], needless: [] };
}

/** Of what it lists as unpaid, also what has expired is read: to the end, or to one that is open. */
async function hasOpenInvoices(link: NwcLink, clock: Clock): Promise<boolean> {
  return await hasItem(
    async (offset) => {
      const params = { type: "incoming", unpaid: true, limit: PAGE_ITEMS, offset };
      return transactionsOf(await link.ask({ method: "list_transactions", params }));
    },
    (item) => isOfType(item, "incoming") && isOpen(item, clock.now()),
  );
}

/** Of the wallet service with this key. */
async function readInfo(link: NwcLink, key: string): Promise<NodeInfo> {
  const said: { clock?: NodeClock | undefined } = {};
  const onClock: NwcRequest["onClock"] = (clock) => {
    said.clock = clock;
  };
  const answer = await link.ask({ method: "get_info", params: {}, isAnybody: true, onClock });
  return { ...infoOf(answer, key), ...(said.clock && { clock: said.clock }) };
}

function cannot(what: string): never {
  throw new NodeUnavailable(`a wallet service ${what}`);
}
