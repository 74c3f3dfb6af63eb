import { createHash } from "node:crypto";
import { type Msats, msats } from "#kernel/money.ts";
import {
  type CreatedInvoice,
  type Failed,
  type IncomingStatus,
  type InFlight,
  type Network,
  type NodeInfo,
  NodeUnavailable,
  type OutgoingItem,
  type ReceivedItem,
  type Settled,
} from "#lightning";
import {
  bytes32Of,
  countOf,
  dateOf,
  type Fields,
  ifReadable,
  isPreimageOf,
  listOf,
  readItem,
  textOf,
} from "../answers.ts";
import { readInvoice } from "../invoices.ts";
import type { Listed } from "../lists.ts";

/** Results of NIP-47. Times are whole seconds, amounts msats, both as JSON numbers. */

const NETWORKS: Readonly<Record<string, Network>> = {
  mainnet: "mainnet",
  bitcoin: "mainnet",
  testnet: "testnet",
  testnet4: "testnet4",
  signet: "signet",
  regtest: "regtest",
};

/**
 * The wallet service's own key is the node: each message proves it, and most services make one for each connection. The
 * `pubkey` of the answer is that of a node which strangers share. A service that does not say its network is taken to
 * be on mainnet, where most is asked of it.
 */
export function infoOf(answer: Fields, service: string): NodeInfo {
  const { network, alias, block_height: height } = answer;
  const known = isAbsent(network) ? "mainnet" : NETWORKS[textOf(network)];
  if (known === undefined)
    throw new NodeUnavailable(`the wallet service is on a network that is not known: ${network}`);
  return {
    nodeId: nodeIdOf(service),
    network: known,
    version: typeof alias === "string" && alias !== "" ? `NWC, ${alias.slice(0, 100)}` : "NWC",
    instanceId: undefined,
    synced: true,
    blockHeight: isAbsent(height) ? 0 : countOf(height),
    htlcSlots: undefined,
    usableChannels: 1,
    sendable: undefined,
    receivable: undefined,
    ...(alias === HUB_OVER_PHOENIXD && (isAbsent(height) || height === 0) && { unfit: UNFIT }),
  };
}

/** What Alby Hub says of itself in front of phoenixd, with block 0 (Hub 1.24, `lnclient/phoenixd/phoenixd.go`). */
const HUB_OVER_PHOENIXD = "Phoenix";
const UNFIT = {
  says:
    "it looks like an Alby Hub in front of phoenixd, which calls each payment failed that takes 90 seconds, and never " +
    "corrects it: who holds an invoice for so long may get the money and have it given back as well",
  todo: "use phoenixd itself: docs/nodes/phoenixd.md",
};

/** A Nostr key is the x of a point with even y (BIP 340). */
export function nodeIdOf(service: string): string {
  return `02${service}`;
}

/** The invoice is read, not only its fields: it is what the payer gets. */
export function createdOf(answer: Fields, amount: Msats): CreatedInvoice {
  const invoice = textOf(answer["invoice"]);
  const read = readInvoice(invoice);
  if (read === undefined || read.amount !== amount)
    throw new NodeUnavailable("the wallet service answered with another invoice than the one that was asked for");
  return { invoice, paymentHash: read.paymentHash, expiresAt: read.expiresAt };
}

/** What this connection may do. Undefined: the wallet service does not say it here. */
export function methodsIn({ methods }: Fields): readonly string[] | undefined {
  return Array.isArray(methods) ? methods.map(String) : undefined;
}

export function transactionsOf(answer: Fields): readonly Fields[] {
  return listOf(answer["transactions"]);
}

export function isOfType(item: Fields, type: "incoming" | "outgoing"): boolean {
  return item["type"] === type;
}

/**
 * An outgoing payment is settled with the preimage of its hash and not without it, and failed when the wallet says so
 * of the payment itself and has no preimage of it. Everything else may still settle.
 */
export function sentStatusOf(item: Fields): Settled | Failed | InFlight {
  const { state, preimage } = item;
  const paymentHash = bytes32Of(item["payment_hash"]);
  if (state === "failed" && !isPreimageOf(preimage, paymentHash)) return { kind: "failed", reason: "other" };
  if (state !== "settled" && (!isAbsent(state) || !isText(preimage))) return { kind: "in_flight" };
  return settledOf(preimage, paymentHash, item["fees_paid"]);
}

/** @throws {NodeUnavailable} when the preimage is of another hash. */
export function settledOf(preimage: unknown, paymentHash: Uint8Array, fee: unknown): Settled {
  const bytes = bytes32Of(preimage);
  if (!isPreimageOf(preimage, paymentHash))
    throw new NodeUnavailable("the wallet service answered with the preimage of another payment");
  return { kind: "settled", preimage: bytes, fee: msatsIn(fee) };
}

/** A hash that was tried twice is in the list twice. */
export function listedSent(item: Fields): Listed<Fields> {
  const at = timeIn(item["created_at"]);
  return { at, name: `${nameIn(item)}.${at}`, item: isOfType(item, "outgoing") ? item : undefined };
}

export function sentItemOf(item: Fields, cursor: string): OutgoingItem {
  return readItem<OutgoingItem, OutgoingItem>(
    () => {
      const paymentHash = bytes32Of(item["payment_hash"]);
      return { kind: "payment", cursor, paymentHash, amount: msatsIn(item["amount"]), status: sentStatusOf(item) };
    },
    (detail) => ({
      kind: "unreadable",
      cursor,
      place: nameIn(item),
      detail,
      paymentHash: ifReadable(bytes32Of, item["payment_hash"]),
      amount: ifReadable(msatsIn, item["amount"]),
    }),
  );
}

export function incomingOf(item: Fields): IncomingStatus {
  if (item["state"] === "accepted") return { kind: "held" };
  if (!isReceived(item)) return { kind: "unpaid" };
  const { preimage } = item;
  return {
    kind: "settled",
    ...paidOf(item),
    ...(isText(preimage) && { preimage: bytes32Of(preimage) }),
  };
}

function isReceived({ state, settled_at: settledAt }: Fields): boolean {
  return state === "settled" || (isAbsent(state) && !isAbsent(settledAt));
}

/** What the payer paid, and what of it the wallet kept. */
function paidOf(item: Fields) {
  return {
    amount: msatsIn(item["amount"]),
    cost: msatsIn(item["fees_paid"]),
    settledAt: settledIn(item),
  };
}

/** When it was settled, as far as the wallet says it. */
function settledIn(item: Fields): Date {
  return secondsIn(item["settled_at"] ?? item["created_at"]);
}

/** A receipt of the list, or what is said of one that cannot be read. */
export type ListedReceipt =
  | { readonly kind: "read"; readonly item: Fields }
  | { readonly kind: "unread"; readonly place: string; readonly detail: string };

/** By the time at which it was settled. What is not settled is none. */
export function listedReceipt(item: Fields): Listed<Fields> {
  const isReceipt = isOfType(item, "incoming") && isReceived(item);
  const at = timeIn((isReceipt ? item["settled_at"] : undefined) ?? item["created_at"]);
  return { at, name: nameIn(item), item: isReceipt ? item : undefined };
}

/** Somebody may still pay it. One without a time that can be read is taken to be open. */
export function isOpen(item: Fields, now: Date): boolean {
  const { state, expires_at: seconds, invoice } = item;
  if (isReceived(item) || state === "failed" || state === "expired") return false;
  const read = typeof invoice === "string" ? readInvoice(invoice)?.expiresAt.getTime() : undefined;
  const untilMs = typeof seconds === "number" ? seconds * 1_000 : read;
  return untilMs === undefined || untilMs > now.getTime();
}

export function receivedOf(listed: ListedReceipt, cursor: string): ReceivedItem {
  if (listed.kind === "unread") return { kind: "unreadable", cursor, place: listed.place, detail: listed.detail };
  const { item } = listed;
  try {
    return { kind: "receipt", cursor, paymentHash: bytes32Of(item["payment_hash"]), ...paidOf(item) };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unreadable", cursor, place: nameIn(item), detail: error.message };
  }
}

export function balanceOf(answer: Fields): Msats {
  return msats(BigInt(countOf(answer["balance"])));
}

/** Absent is nothing: `fees_paid` is optional. */
function msatsIn(value: unknown): Msats {
  return msats(isAbsent(value) ? 0n : BigInt(countOf(value)));
}

function secondsIn(value: unknown): Date {
  return dateOf(countOf(value) * 1_000);
}

/** One without a time is at the beginning. */
function timeIn(value: unknown): number {
  return ifReadable(secondsIn, value)?.getTime() ?? 0;
}

/** Its hash; of one without a hash that of what is said of it. */
function nameIn(item: Fields): string {
  const said = () => createHash("sha256").update(JSON.stringify(item)).digest("hex");
  return ifReadable(textOf, item["payment_hash"]) ?? said();
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
