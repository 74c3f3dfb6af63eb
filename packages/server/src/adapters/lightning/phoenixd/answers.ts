import { createHash } from "node:crypto";
import { type Msats, msats } from "#kernel/money.ts";
import {
  type CreatedInvoice,
  type Failed,
  type IncomingStatus,
  type InFlight,
  type Network,
  type NodeBalances,
  type NodeInfo,
  NodeUnavailable,
  type OutgoingItem,
  type PaymentFailureReason,
  type ReceivedItem,
  type Settled,
} from "#lightning";
import {
  bytes32Of,
  countOf,
  dateOf,
  type Fields,
  fieldsOf,
  ifReadable,
  isPreimageOf,
  listOf,
  readItem,
  textOf,
  yesOrNo,
} from "../answers.ts";
import { readInvoice } from "../invoices.ts";
import type { Listed } from "../lists.ts";

/** phoenixd as of 0.8.0: its API reference, `Api.kt` and `JsonSerializers.kt`, and the channels of lightning-kmp. */

const CHAINS: Readonly<Record<string, Network>> = {
  mainnet: "mainnet",
  testnet: "testnet",
  testnet3: "testnet",
  testnet4: "testnet4",
  signet: "signet",
  regtest: "regtest",
};

export function infoOf(answer: Fields): NodeInfo {
  const channels = listOf(answer["channels"]);
  const usable = channels.filter(({ state }) => state === "Normal");
  const sum = (field: string) => usable.reduce((all, channel) => all + satsIn(channel[field]), 0n);
  const network = CHAINS[textOf(answer["chain"])];
  if (network === undefined) throw new NodeUnavailable(`phoenixd is on a chain that is not known: ${answer["chain"]}`);
  const height = answer["blockHeight"];
  return {
    nodeId: textOf(answer["nodeId"]),
    network,
    version: `phoenixd ${textOf(answer["version"])}`,
    instanceId: undefined,
    synced: height !== undefined && height !== null,
    blockHeight: height === undefined || height === null ? 0 : countOf(height),
    htlcSlots: undefined,
    usableChannels: usable.length,
    sendable: msats(sum("balanceSat")),
    receivable: msats(sum("inboundLiquiditySat")),
  };
}

/** The invoice is read, not only its fields: it is what the payer gets. */
export function createdOf(answer: Fields, amount: Msats): CreatedInvoice {
  const invoice = textOf(answer["serialized"]);
  const paymentHash = bytes32Of(answer["paymentHash"]);
  const read = readInvoice(invoice);
  if (read === undefined || read.amount !== amount || !isSame(read.paymentHash, paymentHash))
    throw new NodeUnavailable("phoenixd answered with another invoice than the one that was asked for");
  return { invoice, paymentHash, expiresAt: read.expiresAt };
}

/** An outgoing payment over Lightning. `reference` is its `paymentId`. */
export type Sent = {
  readonly reference: string;
  readonly paymentHash: Uint8Array;
  /** Without the fee. */
  readonly amount: Msats;
  readonly createdAt: number;
  readonly status: Settled | Failed | InFlight;
};

/**
 * A payment is final when it has `completedAt`, and then paid or not. The fee is exact here; in the answer of
 * `payinvoice` it is cut to whole sats. `sent` is amount and fee together, cut to whole sats: amounts are whole sats,
 * so the amount is the least one that gives it.
 */
export function sentOf(item: Fields): Sent {
  return {
    reference: textOf(item["paymentId"]),
    paymentHash: bytes32Of(item["paymentHash"]),
    amount: amountIn(item),
    createdAt: dateOf(item["createdAt"]).getTime(),
    status: statusOf(item, msatsIn(item["fees"])),
  };
}

function amountIn(item: Fields): Msats {
  const [sent, fee] = [satsIn(item["sent"]), msatsIn(item["fees"])];
  return msats(roundedUp(sent > fee ? sent - fee : 0n));
}

function statusOf(item: Fields, fee: Msats): Settled | Failed | InFlight {
  if (yesOrNo(item["isPaid"])) return { kind: "settled", preimage: bytes32Of(item["preimage"]), fee };
  const mayBePaid = isAbsent(item["completedAt"]) || isPreimageOf(item["preimage"], bytes32Of(item["paymentHash"]));
  return mayBePaid ? { kind: "in_flight" } : { kind: "failed", reason: "other" };
}

/** What a receipt brought, as both the list and a look-up say it. */
type Paid = { readonly amount: Msats; readonly cost: Msats; readonly settledAt: Date };

/**
 * `receivedSat` is what is left of a payment, `fees` what opening or enlarging the channel for it took. Part of these
 * fees may have come from the fee credit of earlier payments, and phoenixd does not say how much: then what the payer
 * paid is known from what was asked for, and never taken for more. Without fees it is what was received, an overpayment
 * included.
 */
function paidOf(item: Fields): Paid {
  const [left, cost] = [satsIn(item["receivedSat"]), msatsIn(item["fees"])];
  const asked = isAbsent(item["requestedSat"]) ? askedIn(item["invoice"]) : satsIn(item["requestedSat"]);
  const least = asked > left ? asked : left;
  const most = left + cost;
  return {
    amount: msats(least < most ? least : most),
    cost,
    settledAt: dateOf(item["completedAt"]),
  };
}

/** Versions before 0.6.3 have no `requestedSat`. */
function askedIn(invoice: unknown): bigint {
  return (typeof invoice === "string" && readInvoice(invoice)?.amount) || 0n;
}

export function incomingOf(item: Fields): IncomingStatus {
  if (!yesOrNo(item["isPaid"])) return { kind: "unpaid" };
  return { kind: "settled", ...paidOf(item), preimage: bytes32Of(item["preimage"]) };
}

/** Place of a receipt in time. The name keeps two of one millisecond apart. */
export function placeOfReceipt(item: Fields): { readonly at: number; readonly name: string } {
  return { at: timeIn(item["completedAt"]), name: nameIn(item["paymentHash"], item) };
}

/** Splices, closes and purchases of liquidity are in the same list; they are no payments of a hash. */
export function listedSent(item: Fields): Listed<Fields> {
  const isPayment = item["subType"] === "lightning";
  return { at: timeIn(item["createdAt"]), name: nameIn(item["paymentId"], item), item: isPayment ? item : undefined };
}

export function sentItemOf(
  item: Fields,
  cursor: string,
  explained: (sent: Sent) => Settled | Failed | InFlight,
): OutgoingItem {
  return readItem<OutgoingItem, OutgoingItem>(
    () => {
      const sent = sentOf(item);
      return { kind: "payment", cursor, paymentHash: sent.paymentHash, amount: sent.amount, status: explained(sent) };
    },
    (detail) => ({
      kind: "unreadable",
      cursor,
      place: nameIn(item["paymentId"], item),
      detail,
      paymentHash: ifReadable(bytes32Of, item["paymentHash"]),
      amount: ifReadable(() => amountIn(item), item),
    }),
  );
}

/** One without a time is at the beginning. */
function timeIn(value: unknown): number {
  return ifReadable(dateOf, value)?.getTime() ?? 0;
}

function nameIn(value: unknown, item: Fields): string {
  return ifReadable(textOf, value) ?? createHash("sha256").update(JSON.stringify(item)).digest("hex");
}

export function receivedOf(item: Fields, cursor: string): ReceivedItem {
  try {
    return { kind: "receipt", cursor, paymentHash: bytes32Of(item["paymentHash"]), ...paidOf(item) };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unreadable", cursor, place: placeOfReceipt(item).name, detail: error.message };
  }
}

const CHANNEL = "fr.acinq.lightning.channel.states.";
/** States in which money of ours is on its way back from a channel, or to a channel that waits for its peer. */
const CLOSING: readonly string[] = ["ShuttingDown", "Negotiating", "Closing", "WaitForRemotePublishFutureCommitment"];
const OVER: readonly string[] = ["Closed", "Aborted"];

/**
 * From `listchannels`, in msats: `getbalance` leaves out fractions of a sat, what is in HTLCs, and all of a channel
 * whose peer is away. The fee credit counts as money that waits for a channel: receipts brought it, and it pays for a
 * channel later.
 */
export function balancesOf(channels: readonly Fields[], balance: Fields): NodeBalances {
  const sums = { channels: 0n, outgoingHtlcs: 0n, opening: satsIn(balance["feeCreditSat"]), closing: 0n };
  for (const channel of channels) {
    const { type, commitments } = settledState(channel);
    const state = type.startsWith(CHANNEL) ? type.slice(CHANNEL.length) : type;
    if (OVER.includes(state) || commitments === undefined) continue;
    const { toLocal, htlcsOut } = specOf(fieldsOf(commitments));
    if (CLOSING.includes(state)) sums.closing += toLocal;
    else if (state.startsWith("WaitFor")) sums.opening += toLocal;
    else sums.channels += toLocal;
    sums.outgoingHtlcs += htlcsOut;
  }
  return {
    channels: msats(sums.channels),
    outgoingHtlcs: msats(sums.outgoingHtlcs),
    opening: msats(sums.opening),
    closing: msats(sums.closing),
    onchain: msats(0n),
    reserve: msats(0n),
    commitFees: msats(0n),
  };
}

/** A channel whose peer is away is written as `Offline` or `Syncing` around its last state. */
function settledState(channel: Fields): { readonly type: string; readonly commitments: unknown } {
  const inner = channel["state"];
  if (typeof inner === "object" && inner !== null) return settledState(fieldsOf(inner));
  return { type: textOf(channel["type"]), commitments: channel["commitments"] };
}

/** The newest commitment counts, as in phoenixd. */
function specOf(commitments: Fields): { readonly toLocal: Msats; readonly htlcsOut: bigint } {
  const [newest] = listOf(commitments["active"]);
  const spec = fieldsOf(fieldsOf(newest?.["localCommit"])["spec"]);
  const htlcsOut = listOf(spec["htlcsOut"]).reduce((all, htlc) => all + msatsIn(htlc["amountMsat"]), 0n);
  return { toLocal: msatsIn(spec["toLocal"]), htlcsOut };
}

/** What phoenixd says of a failure, in its own words (lightning-kmp, `OutgoingPaymentFailure.kt`). */
const REASONS: readonly (readonly [RegExp, PaymentFailureReason])[] = [
  [/rejected the payment/, "recipient_rejected"],
  [/not enough funds|amount is too large|existing channels|too many pending|splicing/, "insufficient_liquidity"],
  [/channel (is not connected|creation|closing)/, "insufficient_liquidity"],
  [/recipient|node in the route|routing fees|exhausted|too far in the future/, "no_route"],
];

export function reasonIn(text: unknown): PaymentFailureReason {
  const found = typeof text === "string" ? REASONS.find(([pattern]) => pattern.test(text)) : undefined;
  return found?.[1] ?? "other";
}

function satsIn(value: unknown): bigint {
  return BigInt(countOf(value)) * 1_000n;
}

function msatsIn(value: unknown): Msats {
  return msats(BigInt(countOf(value)));
}

function roundedUp(amount: bigint): bigint {
  return ((amount + 999n) / 1_000n) * 1_000n;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
