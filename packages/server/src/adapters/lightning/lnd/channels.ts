import { bytesToHex } from "@noble/hashes/utils.js";
import { type Msats, maxOf, msats, sats } from "#kernel/money.ts";
import type { ChannelHtlc } from "#lightning";
import { countOf, type Fields, fieldsOf, listOf, oneOf, textOf, yesOrNo } from "../answers.ts";
import { base64Bytes32Of, nodeIdOf, satsOf, textOrEmpty, uint64Of } from "./answers.ts";

/** No node has more. */
export const CHANNELS_MAX = 20_000;
/** Ends of the outputs of a close: of 966 HTLCs (BOLT 2, 483 of each side) up to two each, and of its other outputs. */
export const RESOLUTIONS_MAX = 5_000;

/** A channel of `/v1/channels`, as far as we use it. Its amounts are whole sats, rounded down. */
export type OpenChannel = {
  readonly point: string;
  readonly peer: string;
  readonly isActive: boolean;
  readonly isPrivate: boolean;
  /** We pay for its transactions. */
  readonly isOurs: boolean;
  /** Its peer has shown a later state than the node has. */
  readonly isLost: boolean;
  readonly capacity: Msats;
  readonly local: Msats;
  readonly remote: Msats;
  /** In HTLCs of both directions. */
  readonly unsettled: Msats;
  /** What it could send and receive, without what both must keep. */
  readonly sendable: Msats;
  readonly receivable: Msats;
  /** Fee of its commitment transaction with the anchors, within a sat or two. */
  readonly commitFee: Msats;
  readonly slots: number;
  readonly htlcs: readonly ChannelHtlc[];
};

const ZERO = msats(0n);
const DATA_LOSS = "ChanStatusLocalDataLoss";
/** We have published a commitment transaction (LND, channeldb). Of a peer's the node says nothing before its block. */
const COMMITMENT_OUT = "ChanStatusCommitBroadcasted";
/** BOLT 3: two outputs of 330 sats. */
const ANCHORS = sats(660n);
/** BOLT 3: weight of a commitment with anchors and no HTLC, and of each HTLC. */
const COMMIT_WEIGHT = 1_124n;
const HTLC_WEIGHT = 172n;
/** LND keeps so many times the fee rate in reserve for the channels that it pays for. */
const FEE_BUFFER = 2n;

export function openChannelsOf(answer: Fields): readonly OpenChannel[] {
  return listOf(answer["channels"], CHANNELS_MAX).map(openChannelOf);
}

function openChannelOf(channel: Fields): OpenChannel {
  const htlcs = listOf(channel["pending_htlcs"]).map(htlcOf);
  const [local, remote] = [satsOf(channel["local_balance"]), satsOf(channel["remote_balance"])];
  const ours = fieldsOf(channel["local_constraints"]);
  const theirs = fieldsOf(channel["remote_constraints"]);
  const isOurs = yesOrNo(channel["initiator"]);
  const buffer = isOurs ? feeBuffer(channel, htlcs.length) : ZERO;
  return {
    point: textOf(channel["channel_point"]),
    peer: nodeIdOf(channel["remote_pubkey"]),
    isActive: yesOrNo(channel["active"]),
    isPrivate: yesOrNo(channel["private"]),
    isOurs,
    isLost: hasLostData(channel),
    capacity: satsOf(channel["capacity"]),
    local,
    remote,
    unsettled: satsOf(channel["unsettled_balance"]),
    sendable: without(local, msats(satsOf(ours["chan_reserve_sat"]) + buffer)),
    receivable: without(remote, satsOf(theirs["chan_reserve_sat"])),
    commitFee: commitFeeOf(channel, htlcs.length),
    slots: countOf(ours["max_accepted_htlcs"]) + countOf(theirs["max_accepted_htlcs"]),
    htlcs,
  };
}

function htlcOf(htlc: Fields): ChannelHtlc {
  return {
    paymentHash: base64Bytes32Of(htlc["hash_lock"]),
    isOutgoing: !yesOrNo(htlc["incoming"]),
    amount: satsOf(htlc["amount"]),
    expiresAtBlock: countOf(htlc["expiration_height"]),
  };
}

export function hasLostData(channel: Fields): boolean {
  return textOrEmpty(channel["chan_status_flags"]).includes(DATA_LOSS);
}

/** What must stay free: with the HTLC that is sent and one more the commitment could cost twice as much. */
function feeBuffer(channel: Fields, htlcs: number): Msats {
  return without(feeOf(channel, htlcs + 2, FEE_BUFFER), feeOf(channel, htlcs));
}

/** Of a commitment with anchors, by the specification. `times`: at so many times its fee rate. */
function feeOf(channel: Fields, htlcs: number, times = 1n): Msats {
  return sats((times * uint64Of(channel["fee_per_kw"]) * (COMMIT_WEIGHT + HTLC_WEIGHT * BigInt(htlcs))) / 1_000n);
}

/**
 * What the balances leave over, which is a sat or two too much where they are rounded. The specification's formula is
 * exact where it is near. `commit_fee` is another thing: the anchor of a side that has nothing is in it.
 */
function commitFeeOf(channel: Fields, htlcs: number): Msats {
  const balances = ["local_balance", "remote_balance", "unsettled_balance"].map((name) => satsOf(channel[name]));
  const left = balances.reduce(without, satsOf(channel["capacity"]));
  const hasAnchors =
    textOrEmpty(channel["commitment_type"]) !== "LEGACY" && channel["commitment_type"] !== "STATIC_REMOTE_KEY";
  if (!hasAnchors) return left;
  const exact = msats(feeOf(channel, htlcs) + ANCHORS);
  const isNear = left >= exact && left - exact <= sats(2n + BigInt(htlcs));
  return isNear ? exact : left;
}

export function without(amount: Msats, kept: Msats): Msats {
  return msats(maxOf(amount, kept) - kept);
}

/** A channel that begins or ends, of `/v1/channels/pending`. */
export type PendingChannel = {
  readonly point: string;
  readonly peer: string;
  readonly state: "opening" | "closing";
  /** Its close is in no block, or not deep enough. */
  readonly isWaiting: boolean;
  readonly isForced: boolean;
  readonly isPrivate: boolean;
  readonly isOurs: boolean;
  readonly isLost: boolean;
  readonly capacity: Msats;
  readonly local: Msats;
  readonly remote: Msats;
  /** What a close has not paid out to us yet. */
  readonly limbo: Msats;
  readonly spendableAtBlock: number | undefined;
  /** Those that a forced close has brought onto the chain. Before it is in a block they are in no field. */
  readonly htlcs: readonly ChannelHtlc[];
  /** Of the transactions that closed it, or may. */
  readonly closingTxids: readonly string[];
};

export function pendingChannelsOf(answer: Fields): readonly PendingChannel[] {
  const of = (name: string) => listOf(answer[name], CHANNELS_MAX);
  return [
    ...of("pending_open_channels").map((one) => pendingChannelOf(one, "opening")),
    ...of("waiting_close_channels").map((one) => ({
      ...pendingChannelOf(one, "closing"),
      isWaiting: true,
      closingTxids: commitmentsOf(one),
    })),
    ...of("pending_force_closing_channels").map((one) => ({
      ...pendingChannelOf(one, "closing"),
      isForced: true,
      spendableAtBlock: maturityOf(one["maturity_height"]),
      htlcs: listOf(one["pending_htlcs"]).map(closingHtlcOf),
      closingTxids: [textOf(one["closing_txid"])],
    })),
  ];
}

function pendingChannelOf(pending: Fields, state: PendingChannel["state"]): PendingChannel {
  const channel = fieldsOf(pending["channel"]);
  const limbo = pending["limbo_balance"];
  return {
    point: textOf(channel["channel_point"]),
    peer: nodeIdOf(channel["remote_node_pub"]),
    state,
    isWaiting: false,
    isForced: textOrEmpty(channel["chan_status_flags"]).includes(COMMITMENT_OUT),
    isPrivate: channel["private"] === true,
    isOurs:
      oneOf(["INITIATOR_UNKNOWN", "INITIATOR_LOCAL", "INITIATOR_REMOTE", "INITIATOR_BOTH"], channel["initiator"]) ===
      "INITIATOR_LOCAL",
    isLost: hasLostData(channel),
    capacity: satsOf(channel["capacity"]),
    local: satsOf(channel["local_balance"]),
    remote: satsOf(channel["remote_balance"]),
    limbo: limbo === undefined ? ZERO : satsOf(limbo),
    spendableAtBlock: undefined,
    htlcs: [],
    closingTxids: [],
  };
}

/** The commitments of both sides: which of them closes the channel is known once it is in a block. */
function commitmentsOf(waiting: Fields): readonly string[] {
  const commitments = fieldsOf(waiting["commitments"]);
  const names = ["local_txid", "remote_txid", "remote_pending_txid"];
  return names.map((name) => textOrEmpty(commitments[name])).filter((txid) => txid !== "");
}

function closingHtlcOf(htlc: Fields): ChannelHtlc {
  return {
    paymentHash: undefined,
    isOutgoing: !yesOrNo(htlc["incoming"]),
    amount: satsOf(htlc["amount"]),
    expiresAtBlock: countOf(htlc["maturity_height"]),
    onChain: { outpoint: textOf(htlc["outpoint"]), step: countOf(htlc["stage"]) === 1 ? "last_but_one" : "last" },
  };
}

function maturityOf(value: unknown): number | undefined {
  const block = countOf(value);
  return block === 0 ? undefined : block;
}

/** `txid:index`, from the bytes of the transaction's id, which stand the other way round. */
export function pointOf(txid: Uint8Array, index: number): string {
  return `${bytesToHex(Uint8Array.from(txid).reverse())}:${index}`;
}
