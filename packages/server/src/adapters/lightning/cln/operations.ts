import { hexToBytes } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import {
  type ChannelBackup,
  type ClosedChannel,
  type NodeChannel,
  type NodeOperations,
  NodeUnavailable,
} from "#lightning";
import { amountOf, bytesOf, type Fields, textOf, txidOf } from "../answers.ts";
import { longListOf, numberOf } from "./answers.ts";
import { readChannelTransactions } from "./chain-moves.ts";
import { type Channel, listChannels, localOf } from "./channels.ts";
import { readForwards } from "./forwards.ts";
import type { Caller } from "./transport.ts";

/** Of a static channel backup: its number, then the id of the channel (common/scb_wire.csv). */
const BACKUP_ID_BYTES = 8;
const CHANNEL_ID_BYTES = 32;

export function createOperations(caller: Caller): NodeOperations {
  return {
    channels: async () => (await listChannels(caller)).map(nodeChannelOf),
    closedChannels: async () => longListOf((await caller.call("listclosedchannels"))["closedchannels"]).map(closedOf),
    channelBackup: () => backUp(caller),
    channelTransactions: () => readChannelTransactions(caller),
    forwards: (cursor, since) => readForwards(caller, cursor, since),
  };
}

function nodeChannelOf(channel: Channel): NodeChannel {
  const { point, peer, phase, isActive, isPrivate, isForced, capacity, toUs, spendable, receivable, htlcs } = channel;
  return {
    point,
    peer,
    state: phase,
    isActive,
    isPrivate,
    isForced,
    capacity,
    local: channel.isResolved ? msats(0n) : localOf(channel),
    remote: msats(capacity > toUs ? capacity - toUs : 0n),
    sendable: spendable,
    receivable,
    htlcs,
    sweeps: phase === "closing" && isForced ? "not_said" : undefined,
    spendableAtBlock: undefined,
  };
}

/** Causes of a close to which not both agreed (`close_cause` of listclosedchannels). */
const FORCED: readonly unknown[] = ["protocol", "onchain"];

function closedOf(channel: Fields): ClosedChannel {
  return {
    point: `${txidOf(channel["funding_txid"])}:${numberOf(channel["funding_outnum"])}`,
    peer: channel["peer_id"] === undefined ? "a peer that is not known any more" : textOf(channel["peer_id"]),
    capacity: amountOf(channel["total_msat"]),
    local: amountOf(channel["final_to_us_msat"]),
    isForced: FORCED.includes(channel["close_cause"]),
  };
}

/** What `recoverchannel` takes: JSON with a text for each channel. */
async function backUp(caller: Caller): Promise<ChannelBackup> {
  const [{ scb }, channels] = await Promise.all([caller.call("staticbackup"), listChannels(caller)]);
  if (!Array.isArray(scb)) throw new NodeUnavailable("the node answered no backup of channels");
  const texts = scb.map((one) => Buffer.from(bytesOf(one)).toString("hex"));
  const ids = new Set(texts.map(channelIdIn));
  return {
    bytes: new TextEncoder().encode(JSON.stringify({ scb: texts })),
    channels: channels.filter(({ id }) => ids.has(id)).map(({ point }) => point),
  };
}

function channelIdIn(text: string): string {
  return Buffer.from(hexToBytes(text).subarray(BACKUP_ID_BYTES, BACKUP_ID_BYTES + CHANNEL_ID_BYTES)).toString("hex");
}
